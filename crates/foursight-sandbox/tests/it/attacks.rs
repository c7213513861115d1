//! Forbidden actions, each with the layers that stop it on their own.

use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};

use foursight_sandbox::{Layer, Sandbox};
use nix::errno::Errno;

use crate::{check_gone, check_next, launcher, options, run, sandbox, sleep_time};

/// A script that prints `through` if the command works and `held` if not.
fn attempt(command: &str) -> String {
    format!("read line; if {{ {command}; }} >&2; then echo through; else echo held; fi")
}

/// Checks that the command works without any layer, so that the test means something, and fails under each of `layers`.
#[track_caller]
fn check(command: &str, layers: &[Layer]) {
    let open = run(&attempt(command), &Sandbox::bare(), None);
    assert_eq!(open.lines, ["through"], "{command} without any layer: {open:?}");
    check_held(command, layers);
}

/// Checks that the command fails under each of the layers.
#[track_caller]
fn check_held(command: &str, layers: &[Layer]) {
    for sandbox in layers.iter().filter_map(|&layer| sandbox(&[layer])) {
        let held = run(&attempt(command), &sandbox, None);
        assert_eq!(held.lines, ["held"], "{command} under {:?}: {held:?}", sandbox.layers());
        check_next(&sandbox);
    }
}

fn python(program: &str) -> String {
    format!("python3 -c '{program}'")
}

#[test]
fn files_of_the_system_and_of_others() {
    let files = [Layer::Landlock, Layer::Namespaces];
    for path in ["/etc/passwd", "/etc/hostname", env!("CARGO_MANIFEST_DIR")] {
        check(&format!("ls {path}/ || cat {path}"), &files);
    }
    check_held("cat /etc/shadow", &files);
    let other = tempfile::tempdir().expect("a folder");
    std::fs::write(other.path().join("secret.py"), "secret").expect("a file");
    check(&format!("cat {}/secret.py", other.path().display()), &files);
    let own = format!("read line; cat {}/secret.py", other.path().display());
    for sandbox in files.into_iter().filter_map(|layer| sandbox(&[layer])) {
        let run = run(&own, &sandbox, Some(other.path()));
        assert_eq!(run.lines, ["secret"], "its own folder is readable: {run:?}");
    }
}

#[test]
fn writing_outside_of_the_scratch_folder() {
    let files = [Layer::Landlock, Layer::Namespaces];
    let outside = std::env::temp_dir().join("foursight-written-by-a-program");
    let path = outside.display();
    check(&format!("touch {path} && rm {path}"), &files);
    for folder in ["/", "/usr", "/dev", "/var/tmp", "$HOME/.."] {
        check_held(&format!("touch {folder}/foursight-written-by-a-program"), &files);
    }
    // The file is only opened, so that nothing is written even if that is possible.
    check_held("true >> /proc/sys/kernel/core_pattern", &files);
    let own = tempfile::tempdir().expect("a folder");
    for sandbox in files.into_iter().filter_map(|layer| sandbox(&[layer])) {
        let run = run("read line; echo text > file && cat file", &sandbox, None);
        assert_eq!(run.lines, ["text"], "the scratch folder is writable: {run:?}");
        let script = attempt(&format!("touch {}/file", own.path().display()));
        let run = crate::run(&script, &sandbox, Some(own.path()));
        assert_eq!(run.lines, ["held"], "its own folder is not: {run:?}");
    }
}

#[test]
fn sockets() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let tcp = listener.local_addr().expect("an address").port();
    let connect =
        python(&format!("import socket; socket.create_connection((\"127.0.0.1\", {tcp}))"));
    check(&connect, &[Layer::Landlock, Layer::Seccomp, Layer::Namespaces]);
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let udp = socket.local_addr().expect("an address").port();
    let send = format!(
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b\"x\", (\"127.0.0.1\", {udp}))"
    );
    check(&python(&send), &[Layer::Seccomp, Layer::Namespaces]);
    let raw = "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)";
    check(&python(raw), &[Layer::Seccomp]);
}

/// A listener outside the jail, such as D-Bus, may have more rights than the program.
#[test]
fn sockets_of_other_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let [stream, datagrams] = ["stream", "datagrams"].map(|name| folder.path().join(name));
    let _stream = UnixListener::bind(&stream).expect("a socket");
    let _datagrams = UnixDatagram::bind(&datagrams).expect("a socket");
    let name = format!("foursight-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).expect("an address");
    let _nowhere = UnixListener::bind_addr(&address).expect("a socket");
    let ask = |program: String| python(&format!("from socket import *; {program}"));
    let connect = |to: &str| ask(format!("socket(AF_UNIX).connect(\"{to}\")"));
    check(&connect(&stream.display().to_string()), &[Layer::Seccomp, Layer::Namespaces]);
    check(&connect(&format!("\\0{name}")), &[Layer::Landlock, Layer::Seccomp, Layer::Namespaces]);
    for kind in ["SOCK_DGRAM", "SOCK_RAW", "SOCK_DGRAM | SOCK_CLOEXEC"] {
        let pair = format!("socketpair(AF_UNIX, {kind})[0]");
        let send = ask(format!("{pair}.sendto(b\"x\", \"{}\")", datagrams.display()));
        check(&send, &[Layer::Seccomp, Layer::Namespaces]);
    }
    // Pairs that stay connected.
    if let Some(sandbox) = sandbox(&[Layer::Seccomp]) {
        for kind in ["SOCK_STREAM", "SOCK_SEQPACKET"] {
            let pair = format!("one, other = socketpair(AF_UNIX, {kind}); one.send(b\"x\")");
            let own = run(&attempt(&ask(pair)), &sandbox, None);
            assert_eq!(own.lines, ["through"], "{kind}: {own:?}");
        }
    }
    // Python's pools of processes use sockets with names.
    if let Some(sandbox) = sandbox(&[Layer::Seccomp, Layer::Namespaces]) {
        let own = "one = socket(AF_UNIX); one.bind(\"own\"); one.listen(); socket(AF_UNIX).connect(\"own\")";
        let own = run(&attempt(&ask(own.to_owned())), &sandbox, None);
        assert_eq!(own.lines, ["through"], "its own sockets: {own:?}");
    }
}

/// A command that makes a system call through the C library and says whether it worked.
fn call(name: &str, arguments: &str) -> String {
    python(&format!("import ctypes, sys; sys.exit(ctypes.CDLL(None).{name}({arguments}) == -1)"))
}

#[test]
fn system_calls() {
    // Where the machine grants no namespaces at all, the command also fails outside the jail, so only its failure is
    // checked.
    let namespaces = if sandbox(&[Layer::Namespaces]).is_some() { check } else { check_held };
    namespaces(&call("unshare", "0x10000000"), &[Layer::Seccomp, Layer::Namespaces]);
    check(&call("ptrace", "0, 0, 0, 0"), &[Layer::Seccomp]);
    check(&call("memfd_create", "b\"x\", 0"), &[Layer::Seccomp]);
    check(&python("import mmap; mmap.mmap(-1, 4096)"), &[Layer::Seccomp]);
    let hide = "import ctypes; c = ctypes.CDLL(None); exit(c.prctl(4, 0) or c.prctl(3))";
    check(&python(hide), &[Layer::Seccomp]);
    check("head -c 1 /dev/zero", &[Layer::Landlock, Layer::Namespaces]);
    // Numbers of calls are those of x86-64.
    if cfg!(target_arch = "x86_64") {
        check(&call("syscall", "250, 0, -5, 1"), &[Layer::Seccomp]);
        namespaces(
            &call("syscall", "56, 0x10000011, 0, 0, 0, 0"),
            &[Layer::Seccomp, Layer::Namespaces],
        );
        // What x32 would call `ptrace`.
        check_held(&call("syscall", "0x40000065, 0, 0, 0, 0"), &[Layer::Seccomp]);
    }
    check_held("mount -t tmpfs none $HOME", &[Layer::Session, Layer::Seccomp, Layer::Namespaces]);
}

/// Runs a call that can do no harm outside a jail, and checks its error: `errno` under these layers, and another one or
/// none outside.
#[track_caller]
fn check_errno(call: &str, layers: &[Layer], errno: Errno) {
    let script = format!(
        "read line; exec python3 -c 'import ctypes, os; c = ctypes.CDLL(None, use_errno=True); c.{call}; \
         print(ctypes.get_errno())'"
    );
    let number = |sandbox: &Sandbox| {
        let run = run(&script, sandbox, None);
        assert!(run.lines.len() == 1, "{call} under {:?}: {run:?}", sandbox.layers());
        Errno::from_raw(run.lines[0].parse().expect("a number"))
    };
    assert_ne!(number(&Sandbox::bare()), errno, "{call} without any layer");
    if let Some(sandbox) = sandbox(layers) {
        assert_eq!(number(&sandbox), errno, "{call} under {layers:?}");
    }
}

/// Other programs of the same user have limits, priorities and processors, and so has the first process in namespaces,
/// which reports the program's end.
#[test]
fn changes_to_other_processes() {
    let mut victim =
        std::process::Command::new("sleep").arg("4718.5").spawn().expect("sleep is there");
    let id = &victim.id().to_string();
    let calls = [
        "prlimit(ID, 1, None, None)",
        "setpriority(0, ID, 19)",
        "sched_setaffinity(ID, 0, None)",
        "sched_setscheduler(ID, 99, None)",
        "sched_setparam(ID, None)",
    ];
    for call in calls {
        check_errno(&call.replace("ID", id), &[Layer::Seccomp], Errno::EPERM);
        // Outside, the first process is the system's own.
        let first = call.replace("ID", "1 if os.getppid() == 1 else -1");
        check_errno(&first, &[Layer::Namespaces, Layer::Seccomp], Errno::EPERM);
    }
    // Numbers of calls are those of x86-64.
    if cfg!(target_arch = "x86_64") {
        for call in
            ["syscall(251, 1, ID, 0)", "syscall(314, ID, None, 0)", "syscall(129, ID, 99, 0)"]
        {
            check_errno(&call.replace("ID", id), &[Layer::Seccomp], Errno::EPERM);
        }
        let all_of_a_user = "syscall(251, 3, 54399, 0)";
        check_errno(all_of_a_user, &[Layer::Namespaces, Layer::Seccomp], Errno::EPERM);
    }
    let all_of_a_user = "setpriority(2, 54399, 0)";
    check_errno(all_of_a_user, &[Layer::Namespaces, Layer::Seccomp], Errno::EPERM);
    victim.kill().and_then(|()| victim.wait()).expect("it can be killed");
}

/// Landlock does not protect the modes, owners, dates and attributes of files.
#[test]
fn changes_to_files() {
    let calls = [
        "chmod(b\"nothing\", 0)",
        "fchmod(-1, 0)",
        "fchmodat(-100, b\"nothing\", 0, 0)",
        "chown(b\"nothing\", -1, -1)",
        "lchown(b\"nothing\", -1, -1)",
        "fchown(-1, -1, -1)",
        "fchownat(-100, b\"nothing\", -1, -1, 0)",
        "utime(b\"nothing\", None)",
        "utimes(b\"nothing\", None)",
        "futimens(0, None)",
        "utimensat(-100, b\"nothing\", None, 0)",
        "truncate(b\"nothing\", 0)",
        "ioctl(-1, 0x40086602, 0)",
        "ioctl(-1, 0x401c5820, 0)",
        "ioctl(-1, 0x8901, 0)",
        "mq_open(b\"/nothing\", 0)",
        "prctl(62, 0, 0, 0, 0)",
        "mmap(None, 0, 3, 0x40022, -1, 0)",
    ];
    for call in calls {
        check_errno(call, &[Layer::Seccomp], Errno::EPERM);
    }
    let attributes = [
        "setxattr(b\"nothing\", b\"user.x\", None, 0, 0)",
        "lsetxattr(b\"nothing\", b\"user.x\", None, 0, 0)",
        "fsetxattr(-1, b\"user.x\", None, 0, 0)",
        "removexattr(b\"nothing\", b\"user.x\")",
        "lremovexattr(b\"nothing\", b\"user.x\")",
        "fremovexattr(-1, b\"user.x\")",
    ];
    for call in attributes {
        check_errno(call, &[Layer::Seccomp], Errno::EOPNOTSUPP);
    }
    // A call that seccomp does not know yet, even if the kernel does: `fchmodat2`.
    check_errno("syscall(452, -1, None, 0, 0)", &[Layer::Seccomp], Errno::ENOSYS);
}

/// Programs that may run what they write, such as compilers, change modes and dates, but take no file away from its owner
/// and give none to all.
#[test]
fn changes_to_files_by_compilers() {
    let Some(sandbox) = sandbox(&[Layer::Seccomp]) else { return };
    let sandbox = sandbox.with_options(|options| options.runs_scratch = true);
    for (command, expected) in [
        ("touch -d @0 own && chmod 755 own && chmod 600 own && chown $(id -u) own", "through"),
        ("cp -Rp /etc/alternatives own", "through"),
        ("chmod 0 .", "held"),
        ("chmod 500 .", "held"),
        ("chmod 300 .", "held"),
        ("chmod 777 .", "held"),
        (&python("import os; os.setxattr(\".\", \"user.x\", b\"\")"), "held"),
        (&python("import os; os.truncate(\"own\", 0)"), "held"),
    ] {
        let run = run(&attempt(command), &sandbox, None);
        assert_eq!(run.lines, [expected], "{command}: {run:?}");
    }
}

/// What only root may read about the kernel is not for programs that root starts.
#[test]
fn files_about_the_kernel() {
    let read = |name| format!("head -c 8 /proc/{name} | od -An | grep -q .");
    for name in
        ["kallsyms", "kmsg", "kpagecount", "kpageflags", "slabinfo", "timer_list", "vmallocinfo"]
    {
        let is_readable = std::fs::File::open(format!("/proc/{name}")).is_ok();
        let check = if is_readable && name != "kmsg" { check } else { check_held };
        check(&read(name), &[Layer::Namespaces]);
    }
    let Some(sandbox) = sandbox(&[Layer::Namespaces]) else { return };
    for name in ["cpuinfo", "meminfo", "stat", "self/maps"] {
        let run = run(&attempt(&read(name)), &sandbox, None);
        assert_eq!(run.lines, ["through"], "{name}: {run:?}");
    }
}

/// The kernel may give every session an equal share of the processors. A program has only one session, and does not
/// notice.
#[test]
fn sessions() {
    let leads = "os._exit(os.getsid(0) != os.getpid())";
    let child = format!("os.fork() or (os.setsid(), {leads})");
    check(&python(&format!("import os; {child}; exit(os.wait()[1] != 0)")), &[Layer::Seccomp]);
    let Some(sandbox) = sandbox(crate::PROBED.0.layers()) else { return };
    for command in [
        "setsid true",
        "setsid -w true",
        "timeout 60 true",
        "timeout 0.01 sleep 60; test $? = 124",
        &python(
            "import subprocess; subprocess.run([\"true\"], start_new_session=True, check=True)",
        ),
        &python("import subprocess; subprocess.run([\"true\"], process_group=0, check=True)"),
        &python("import os; os.setpgid(0, 0); os.killpg(os.getpid(), 0)"),
        // Landlock alone leaves out /dev/shm, where Python keeps the locks of its pools.
        &if sandbox.layers().contains(&Layer::Namespaces) {
            python("import multiprocessing; multiprocessing.Pool(2).map(abs, [-1])")
        } else {
            "true".to_owned()
        },
    ] {
        let run = run(&attempt(command), &sandbox, None);
        assert_eq!(run.lines, ["through"], "{command}: {run:?}");
    }
}

/// Files that two programs may read are not a channel between the programs.
#[test]
fn locks_and_notices() {
    // SIGIO would end the attacker as soon as anybody else uses what it watches.
    let request = |open: &str, request: &str| {
        python(&format!(
            "import fcntl, os, signal; signal.signal(signal.SIGIO, signal.SIG_IGN); \
             file = os.open({open}); fcntl.{request}"
        ))
    };
    let system = "\"/bin/sh\", os.O_RDONLY";
    let device = "\"/dev/null\", os.O_RDWR";
    let own = "\"file\", os.O_RDONLY | os.O_CREAT";
    for command in [
        request(system, "flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)"),
        request(system, "lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)"),
        request(device, "lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)"),
        request(own, "fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)"),
        request("\"/usr\", os.O_RDONLY", "fcntl(file, fcntl.F_NOTIFY, fcntl.DN_ACCESS)"),
        request(own, "fcntl(file, fcntl.F_SETOWN, 0)"),
        python("import fcntl, os; fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)"),
        call("inotify_init1", "0"),
    ] {
        check(&command, &[Layer::Seccomp]);
    }
}

#[test]
fn processes_of_others() {
    let mut victim =
        std::process::Command::new("sleep").arg("4713.5").spawn().expect("sleep is there");
    let id = victim.id();
    check(&format!("kill -0 {id}"), &[Layer::Landlock, Layer::Seccomp, Layer::Namespaces]);
    check(&format!("cat /proc/{id}/environ"), &[Layer::Landlock, Layer::Namespaces]);
    victim.kill().and_then(|()| victim.wait()).expect("it can be killed");
}

/// A program that kills its parent gains nothing: it is still watched.
#[test]
fn its_parent() {
    for layer in [Layer::Landlock, Layer::Namespaces] {
        let Some(sandbox) = sandbox(&[layer, Layer::Limits]) else { continue };
        let time = sleep_time(4714);
        let kills = "read line; kill -9 $PPID; kill -9 -1";
        let run = run(&format!("{kills}; setsid sleep {time} & echo on; exit 3"), &sandbox, None);
        check_gone(&time);
        assert!(run.lines == ["on"] || run.lines.is_empty(), "{run:?}");
        check_next(&sandbox);
    }
}

/// No descriptor but the three streams comes from the caller or from an outer jail.
#[test]
fn descriptors() {
    let Some(_) = sandbox(&[Layer::Session]) else { return };
    let wrap = "sh -c 'exec 9</etc/hostname; exec \"$@\"' sh {cmd}".to_owned();
    let options = foursight_sandbox::SandboxOptions { wrap: Some(wrap), ..options() };
    let (sandbox, reports) = Sandbox::probe(launcher(), options);
    assert!(sandbox.layers().contains(&Layer::Wrap), "{reports:?}");
    for sandbox in [sandbox.only(&[Layer::Wrap]), sandbox] {
        let run = run("read line; echo /proc/$$/fd/*", &sandbox, None);
        // The shell opens the folder itself while it lists it.
        let open = run.lines[0].rsplit(' ').filter_map(|path| path.rsplit('/').next());
        assert!(open.clone().all(|number| ["0", "1", "2", "3"].contains(&number)), "{run:?}");
        assert!(open.count() >= 3, "{run:?}");
    }
}

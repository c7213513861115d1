//! Exit statuses and limit breaches arrive unchanged, whatever is between the caller and the program.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Instant;

use foursight_sandbox::{Layer, LimitBreach, NoLine, Process, Sandbox, SandboxOptions};
use nix::sys::resource::{Resource, getrlimit};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, Uid};

use crate::{Run, check_gone, check_next, launcher, not_tested, options, run, sandbox, sleep_time};

/// Sets of layers that take different paths.
fn sandboxes() -> Vec<Sandbox> {
    let all = crate::PROBED.0.layers();
    let outside = [Layer::Session, Layer::Limits, Layer::Landlock, Layer::Seccomp];
    [all, &[Layer::Session], &outside].iter().filter_map(|layers| sandbox(layers)).collect()
}

fn code(code: i32) -> ExitStatus {
    ExitStatus::from_raw(code << 8)
}

fn signal(signal: i32) -> ExitStatus {
    ExitStatus::from_raw(signal)
}

#[track_caller]
fn check(script: &str, expected: ExitStatus) {
    for sandbox in sandboxes().iter().chain([&Sandbox::bare()]) {
        let run = run(&format!("read line; {script}"), sandbox, None);
        let layers = sandbox.layers();
        assert_eq!(run.status, Some(expected), "{layers:?} {run:?}");
        assert_eq!(run.breach, None);
    }
}

#[test]
fn codes_and_signals() {
    check("exit 0", code(0));
    check("exit 3", code(3));
    check("exit 137", code(137));
    check("kill -9 $$", signal(9));
    check("kill -SEGV $$", signal(11));
    check("kill -PIPE $$", signal(13));
    check("kill -TERM $$", signal(15));
    check("exec /no/such/program", code(127));
}

#[track_caller]
fn check_breach(script: &str, expected: LimitBreach, layers: &[Layer]) -> Option<Run> {
    let sandbox = sandbox(layers)?;
    let run = run(&format!("read line; {script}"), &sandbox, None);
    assert_eq!(run.breach, Some(expected), "{run:?}");
    assert_eq!(run.status, Some(signal(9)), "{run:?}");
    assert!(run.errors.ends_with(&format!("foursight: killed: {expected}")), "{run:?}");
    check_next(&sandbox);
    Some(run)
}

#[test]
fn memory() {
    let one =
        "exec python3 -c 'x = bytearray(1 << 30); print(\"all\"); import time; time.sleep(60)'";
    let shared = "exec python3 -c 'import mmap; x = mmap.mmap(-1, 1 << 30); [x.write(b\"x\" * 4096) for _ in range(1 << 18)]; import time; time.sleep(60)'";
    let time = &sleep_time(4715);
    let holder = format!("x = bytearray(80 << 20); import time; time.sleep({time})");
    let many = &format!("for n in 1 2 3 4; do python3 -c '{holder}' & done; wait");
    for layers in [&[Layer::Limits][..], &[Layer::Limits, Layer::Namespaces]] {
        for script in [one, shared, many.as_str()] {
            check_breach(script, LimitBreach::OutOfMemory, layers);
        }
        check_gone(time);
    }
}

#[test]
fn processes() {
    let time = &sleep_time(4716);
    let thread = format!("threading.Thread(target=time.sleep, args=({time},)).start()");
    let threads = &format!("exec python3 -c 'import threading, time\nwhile True: {thread}'");
    // A shell that cannot fork ends; the one around it stays, and is killed.
    let programs = &format!("(while :; do sleep {time} & done); exec sleep {time}");
    for layers in [&[Layer::Limits][..], &[Layer::Limits, Layer::Namespaces]] {
        for script in [programs, threads] {
            check_breach(script, LimitBreach::TooManyProcesses, layers);
        }
        check_gone(time);
    }
}

/// Starts a script that prints this number and reads a line, and stops the launcher that watches it.
fn unwatched(script: &str, number: &str, sandbox: &Sandbox) -> (Process, Pid) {
    let script = format!("echo {number}; read line; {script}");
    let process = Process::start(&["sh", "-c", &script].map(str::to_owned), sandbox, &[]);
    let process = process.expect("it starts");
    assert_eq!(process.receive(Instant::now() + crate::TIME).as_deref(), Ok(number));
    let launcher = launcher_of(number);
    // Once the launcher watches, it no longer holds the program's pipes; from then on, only root can see what it holds.
    let output = format!("/proc/{launcher}/fd/1");
    while std::fs::read_link(&output).is_ok_and(|target| !target.ends_with("null")) {
        std::thread::yield_now();
    }
    kill(launcher, Signal::SIGSTOP).expect("it can be stopped");
    process.send("go");
    (process, launcher)
}

/// A program that ends as soon as it has too many processes is not mistaken for one that simply ended.
#[test]
fn processes_of_a_program_that_has_ended() {
    let time = sleep_time(4717);
    let sleeps = format!("while [ $n -lt 70 ]; do sleep {time} > /dev/null & n=$((n+1)); done");
    let many = &format!("n=0; {sleeps}; exit 3");
    for layers in [&[Layer::Limits][..], &[Layer::Limits, Layer::Namespaces]] {
        let Some(sandbox) = sandbox(layers) else { continue };
        let (mut process, launcher) = unwatched(many, "47171", &sandbox);
        assert_eq!(process.receive(Instant::now() + crate::TIME), Err(NoLine::Closed));
        kill(launcher, Signal::SIGCONT).expect("it can be continued");
        assert_eq!(process.wait(crate::TIME), Some(code(3)), "{layers:?}");
        assert_eq!(process.limit_breach(), Some(LimitBreach::TooManyProcesses), "{layers:?}");
        check_gone(&time);
    }
}

/// However many processes a program has, the launcher that watches them keeps its share of the processors: it has a
/// different session and a higher priority.
#[test]
fn the_launcher_comes_before_the_program() {
    for sandbox in sandboxes().into_iter().chain([Sandbox::trusting(launcher())]) {
        let script = "read line; echo; read line; sleep 47191";
        let process = Process::start(&["sh", "-c", script].map(str::to_owned), &sandbox, &[]);
        let process = process.expect("it starts");
        process.send("go");
        assert_eq!(process.receive(Instant::now() + crate::TIME).as_deref(), Ok(""));
        let launcher = launcher_of("47191");
        let [watching, program] = [launcher, last_below(launcher)].map(session_and_nice);
        let layers = sandbox.layers();
        assert_ne!(watching[0], program[0], "{layers:?}: the sessions differ");
        assert!(watching[1] < program[1], "{layers:?}: {watching:?} {program:?}");
    }
}

/// A program of the lowest priority leaves others the processors, although it has a session of its own.
#[test]
fn the_lowest_priority_is_that_of_the_session() {
    for sandbox in sandboxes() {
        // A thread's priority is that of the processes that it starts.
        let share = std::thread::scope(|scope| scope.spawn(|| share_at_nice_19(&sandbox)).join());
        let Some(share) = share.expect("no panic") else {
            return not_tested("this kernel shares no processors among sessions");
        };
        assert!(share.ends_with(" nice 9\n"), "{:?}: {share}", sandbox.layers());
    }
}

/// What the kernel says of a program's session.
fn share_at_nice_19(sandbox: &Sandbox) -> Option<String> {
    rustix::process::nice(19).expect("it may be lowered");
    let mut share = None;
    // The kernel may refuse an ordinary user who asks too often.
    for _ in 0..5 {
        let script = ["sh", "-c", "read line; echo; read line; sleep 47192"].map(str::to_owned);
        let process = Process::start(&script, sandbox, &[]).expect("it starts");
        process.send("go");
        assert_eq!(process.receive(Instant::now() + crate::TIME).as_deref(), Ok(""));
        let program = last_below(launcher_of("47192"));
        share = std::fs::read_to_string(format!("/proc/{program}/autogroup")).ok();
        if share.as_ref().is_none_or(|share| share.ends_with(" nice 9\n")) {
            break;
        }
    }
    share
}

/// The youngest process of a chain of processes with one child each.
fn last_below(process: Pid) -> Pid {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    match children.expect("it runs").split_ascii_whitespace().next() {
        Some(child) => last_below(Pid::from_raw(child.parse().expect("a number"))),
        None => process,
    }
}

/// The session of a process, and its niceness.
fn session_and_nice(process: Pid) -> [i32; 2] {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let (_, fields) = text.rsplit_once(") ").expect("a name");
    let fields: Vec<&str> = fields.split(' ').collect();
    [3, 16].map(|index: usize| fields[index].parse().expect("a number"))
}

/// Without a watching launcher, the kernel itself refuses more processes, even to root.
#[test]
fn processes_that_nobody_watches() {
    let Some(sandbox) = sandbox(&[Layer::Limits, Layer::Namespaces]) else { return };
    if Uid::effective().is_root() && !numbers_are_limited() {
        return not_tested("before Linux 6.14 the kernel limits no processes of root");
    }
    let fork = "exec python3 -uc 'import os, time\n\
                n = 0\n\
                try:\n    \
                    while n < 700:\n        \
                        if os.fork() == 0: time.sleep(60)\n        \
                        n += 1\n\
                except OSError: pass\n\
                print(n)\n\
                time.sleep(60)'";
    let (process, launcher) = unwatched(fork, "47181", &sandbox);
    let n_processes = process.receive(Instant::now() + crate::TIME).expect("a number");
    kill(launcher, Signal::SIGCONT).expect("it can be continued");
    let n_processes: u32 = n_processes.parse().expect("a number");
    // The kernel accepts no limit below 301.
    assert!((50..=301).contains(&n_processes), "{n_processes}");
    drop(process);
    check_next(&sandbox);
}

/// Whether each process namespace has its own limit.
fn numbers_are_limited() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").expect("/proc is there");
    let mut numbers = release.split(['.', '-']).map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next(), numbers.next()) >= (Some(6), Some(14))
}

/// The process below this one with this word in its command line.
fn launcher_of(word: &str) -> Pid {
    let children = std::fs::read_dir("/proc/self/task").expect("/proc is there").flatten();
    let children =
        children.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<String> = children.collect();
    let mut numbers = children.iter().flat_map(|list| list.split_ascii_whitespace());
    let number = numbers.find(|number| {
        let line = std::fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    });
    Pid::from_raw(number.expect("it is there").parse().expect("a number"))
}

/// The content of pipes and sockets counts as memory, too.
#[test]
fn memory_of_the_kernel() {
    let n_open_files = 2100;
    let options = SandboxOptions { n_open_files, memory_bytes: 60 << 20, ..options() };
    let (probed, _) = Sandbox::probe(launcher(), options);
    let fill = |make: &str, n: u32| {
        format!(
            "read line; exec python3 -c 'import os, socket, time\n\
             ends = [{make} for _ in range({n})]\n\
             print(\"open\", flush=True)\n\
             time.sleep(60)'"
        )
    };
    // Forty instances that watch a hundred files: 4000 watches of 16 KiB.
    let watches = "(lambda e: [e] + [e.register(fd) for fd in fds])(select.epoll())";
    let watches = fill(watches, 40)
        .replace("socket, time", "select, time\nfds = [os.dup(0) for _ in range(100)]");
    let scripts = [fill("os.pipe()", 1000), fill("socket.socketpair()", 80), watches];
    for layers in [&[Layer::Limits][..], &[Layer::Limits, Layer::Namespaces]] {
        if sandbox(layers).is_none() {
            continue;
        }
        for script in &scripts {
            let run = run(script, &probed.only(layers), None);
            assert_eq!(run.breach, Some(LimitBreach::OutOfMemory), "{layers:?} {run:?}");
        }
        let few = run(&fill("os.pipe()", 20).replace("60", "0"), &probed.only(layers), None);
        assert_eq!((few.status, few.breach), (Some(code(0)), None), "{few:?}");
    }
}

#[test]
fn the_disk() {
    let Some(limited) = sandbox(&[Layer::Limits]) else { return };
    let large = "read line; (dd if=/dev/urandom of=file bs=1M count=64); wc -c < file";
    let size = |run: &Run| run.lines[0].trim().parse::<u64>().expect("a size");
    let one = run(large, &limited, None);
    assert!(size(&one) <= 4 << 20, "{one:?}");
    let many = "n=0; while :; do n=$((n+1)); head -c 1000000 /dev/urandom > file$n; done";
    check_breach(many, LimitBreach::TooManyBytes, &[Layer::Limits]);
    for make in [": > file$n", "mkdir folder$n", "mkdir f; cd f", "mkdir -m 300 f$n"] {
        let make = format!("n=0; while :; do n=$((n+1)); {make}; done 2>/dev/null");
        check_breach(&make, LimitBreach::TooManyBytes, &[Layer::Limits]);
    }
    let nameless = "exec python3 -c 'import tempfile, time; files = [tempfile.TemporaryFile(buffering=0) for _ in range(9)]; \
                    [file.write(b\"x\" * 1000000) for file in files]; time.sleep(60)'";
    check_breach(nameless, LimitBreach::TooManyBytes, &[Layer::Limits]);
    if let Some(sandbox) = sandbox(&[Layer::Namespaces]) {
        let one = run(large, &sandbox, None);
        assert!(size(&one) <= 4 << 20, "{one:?}");
        let rest = "read line; for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/urandom > file$n || echo full; done";
        let rest = run(rest, &sandbox, None);
        assert!(rest.lines.contains(&"full".to_owned()), "{rest:?}");
    }
}

#[test]
fn processor_time() {
    let Some(sandbox) = sandbox(&[Layer::Limits]) else { return };
    let run = run("read line; exec python3 -c 'while True: pass'", &sandbox, None);
    assert_eq!(run.status, Some(signal(9)), "{run:?}");
}

/// Signals that wait, and core dumps, which the machine may have a program for: that starts unless the limit is 1.
#[test]
fn limits_of_the_kernel() {
    let Some(sandbox) = sandbox(&[Layer::Limits]) else { return };
    let limits = "from resource import *; print(getrlimit(RLIMIT_CORE), getrlimit(11))";
    let run = run(&format!("read line; exec python3 -c '{limits}'"), &sandbox, None);
    let (_, core) = getrlimit(Resource::RLIMIT_CORE).expect("a limit");
    assert_eq!(run.lines, [format!("({0}, {0}) (512, 512)", core.min(1))], "{run:?}");
}

#[test]
fn open_files() {
    let Some(sandbox) = sandbox(&[Layer::Limits]) else { return };
    let open = "import os; n = [os.open(\"/dev/null\", 0) for _ in range(100)]";
    let run = run(&format!("read line; python3 -c '{open}' || echo held"), &sandbox, None);
    assert_eq!(run.lines, ["held"], "{run:?}");
}

//! The jail in the environments that servers start in. Whatever an environment takes away, a program runs under every
//! layer that the report calls active, or it does not run.

use std::env;
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use foursight_sandbox::{Layer, LayerReport, LayerStatus, NoLine, Process, Sandbox};

use crate::{TIME, launcher, not_tested, options};

/// The variable that names the environment to the process in it.
const VARIABLE: &str = "FOURSIGHT_ENVIRONMENT";

/// Environments, and the commands that start a process in them.
const ENVIRONMENTS: &[(&str, &str)] = &[
    ("this one", "env"),
    ("another user", "setpriv --reuid=65534 --regid=65534 --clear-groups"),
    ("a low priority", "setpriv --reuid=65534 --regid=65534 --clear-groups nice -n 12"),
    ("no capabilities", "setpriv --bounding-set=-all --inh-caps=-all --no-new-privs"),
    ("few open files", "prlimit --nofile=24"),
    ("small files", "prlimit --fsize=100000"),
    ("one process", "setpriv --reuid=65533 --regid=65533 --clear-groups prlimit --nproc=1"),
    ("little memory", "prlimit --as=300000000"),
    ("no signals wait", "prlimit --sigpending=0"),
    ("a tight mask", "sh -c 'umask 077; exec \"$@\"' sh"),
    ("no child is waited for", "env --ignore-signal=CHLD"),
    ("deaf", "env --ignore-signal --default-signal=CHLD --block-signal"),
    ("no input", "sh -c 'exec \"$@\" <&-' sh"),
    ("no /proc", "unshare --mount sh -c 'umount -l /proc; exec \"$@\"' sh"),
    ("a read-only /proc", "unshare --mount sh -c 'mount -o bind,ro /proc /proc; exec \"$@\"' sh"),
    ("another's /proc", "unshare --pid --fork"),
    ("a hidden /proc", "unshare --mount sh -c 'mount -t tmpfs none /proc/sys; exec \"$@\"' sh"),
    ("no /dev", "unshare --mount sh -c 'mount -t tmpfs none /dev; exec \"$@\"' sh"),
    ("a container", "unshare --user --map-root-user --mount --pid --fork --mount-proc"),
    (
        "no user namespaces",
        "unshare --user --map-root-user sh -c 'echo 0 > /proc/sys/user/max_user_namespaces; exec \"$@\"' sh",
    ),
    (
        "no mount namespaces",
        "unshare --user --map-root-user sh -c 'echo 0 > /proc/sys/user/max_mnt_namespaces; exec \"$@\"' sh",
    ),
];

/// Tries what the layers forbid, and prints what it could do.
const ATTEMPTS: &str = "
import os, socket, sys
def attempt(name, act):
    try:
        act()
        print(name)
    except OSError:
        pass
def large():
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open('large', 'wb') as file:
        file.write(bytes(8 << 20))
def chown():
    open('own', 'w').close()
    os.chown('own', 1234, 1234)
secret, port, parent = sys.argv[1:]
attempt('read', lambda: open(secret[1:]).close())
attempt('connect', lambda: socket.create_connection(('127.0.0.1', int(port)), 5))
attempt('signal', lambda: os.kill(int(parent), 0))
attempt('large', large)
attempt('chown', chown)
print('end')
";

/// The layers of which one suffices to forbid an attempt.
const FORBIDDEN: [(&str, &[Layer]); 5] = [
    ("read", &[Layer::Landlock, Layer::Namespaces]),
    ("connect", &[Layer::Seccomp, Layer::Namespaces]),
    ("signal", &[Layer::Namespaces]),
    ("large", &[Layer::Limits]),
    ("chown", &[Layer::Session]),
];

/// What a program could do in this sandbox; the error is the reason why it did not run.
fn attempts(sandbox: &Sandbox) -> Result<Vec<String>, String> {
    let secret = tempfile::NamedTempFile::new().expect("a file");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it is bound").port().to_string();
    let secret_path = secret.path().to_string_lossy().into_owned();
    let words = ["python3".into(), "-c".into(), ATTEMPTS.into()];
    // An argument that is a file may be read, so this one does not look like one.
    let arguments = [format!("@{secret_path}"), port, std::process::id().to_string()];
    let command = [words.as_slice(), &arguments].concat();
    let mut process = Process::start(&command, sandbox, &[]).map_err(|error| error.to_string())?;
    let (deadline, mut lines) = (Instant::now() + TIME, Vec::new());
    while let Ok(line) = process.receive(deadline) {
        lines.push(line);
    }
    assert_eq!(process.receive(deadline), Err(NoLine::Closed));
    let status = process.wait(TIME);
    match lines.pop() {
        Some(last) if last == "end" => Ok(lines),
        last => Err(format!("{last:?} {status:?} {:?}", process.errors())),
    }
}

/// Checks the jail in the environment of this process, with all layers and with Landlock only.
#[test]
fn inside() {
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    let (sandbox, reports) = Sandbox::probe(launcher(), options());
    let is_lost = |report: &LayerReport| matches!(report.status, LayerStatus::Lost { .. });
    let all = attempts(&sandbox);
    eprintln!("{all:?} {reports:#?}");
    assert_eq!(all.is_err(), reports.iter().any(is_lost), "{all:?}");
    let landlock = sandbox.only(&[Layer::Session, Layer::Landlock]);
    for (sandbox, outcome) in [(&landlock, attempts(&landlock)), (&sandbox, all)] {
        for attempt in outcome.unwrap_or_default() {
            let (_, layers) = FORBIDDEN.iter().find(|(name, _)| *name == attempt).expect(&attempt);
            let forbids = |layer: &&Layer| layers.contains(layer);
            assert_eq!(sandbox.layers().iter().find(forbids), None, "{attempt}");
        }
    }
}

/// A process of this program in an environment, in which only one test runs.
fn enter(environment: &str, arguments: &[&str]) -> Output {
    let script = format!("exec {environment} \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).args(arguments).stdin(Stdio::null());
    command.env(VARIABLE, "yes").output().expect("there is a shell")
}

#[test]
fn every_environment_is_safe() {
    let program = env::current_exe().expect("the system knows this program");
    let program = program.to_str().expect("its path is text");
    let check = |&(name, environment): &(&str, &str)| {
        if !enter(environment, &["true"]).status.success() {
            return not_tested(&format!("this user may not enter the environment {name:?}"));
        }
        let output = enter(environment, &[program, "matrix::inside", "--exact", "--nocapture"]);
        let [text, errors] = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(text.contains("1 passed"), "{name}: {} {text} {errors}", output.status);
    };
    // Two at a time: each starts some programs, and other tests run beside it.
    let check = &check;
    thread::scope(|scope| {
        for half in ENVIRONMENTS.chunks(ENVIRONMENTS.len().div_ceil(2)) {
            scope.spawn(move || half.iter().for_each(check));
        }
    });
}

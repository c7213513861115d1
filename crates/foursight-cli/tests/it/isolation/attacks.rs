//! Programs that attack the referee or all that they share with it: each loses its games, the tournament ends, and the
//! honest players' games are what they are without the attackers.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::SystemTime;

use nix::unistd::Uid;
use serde_json::Value;

use super::not_tested;

/// The start of every attacker: its first move, which has extra time.
const PROLOGUE: &str = "
import ctypes, mmap, os, resource, select, signal, socket, sys, time
sys.stdin.readline()
print(0, flush=True)
sys.stdin.readline()
def limit(name):
    try: resource.prlimit(os.getppid(), name, (0, 0))
    except OSError: pass
def orphan(work):
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            os.setsid()
            work()
        os._exit(0)
    os.waitpid(child, 0)
def spin(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
def forever():
    while True: pass
def attempt(*actions):
    for action in actions:
        try: action()
        except OSError: pass
def grab(action):
    kept = []
    try:
        while len(kept) < 100000: kept.append(action())
    except (OSError, MemoryError): pass
    return kept
";

/// The attackers. The parent of each is process 1 of its jail or, without namespaces, its launcher.
const ATTACKERS: [(&str, &str); 14] = [
    ("no-report", "limit(resource.RLIMIT_FSIZE); os._exit(0)"),
    ("no-files", "limit(resource.RLIMIT_NOFILE); os._exit(0)"),
    ("no-time", "limit(resource.RLIMIT_CPU); forever()"),
    ("forged", "print('foursight: limits: EAGAIN', file=sys.stderr); os._exit(125)"),
    ("parricide", "os.kill(os.getppid(), signal.SIGKILL); os._exit(0)"),
    ("sleeper", "os.kill(os.getpid(), signal.SIGSTOP)"),
    ("loop", "forever()"),
    ("orphans", "[orphan(forever) for _ in range(40)]; forever()"),
    (
        "pinned",
        "
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
while True: orphan(lambda: (spin(0.02), os._exit(0)))",
    ),
    (
        "idle",
        "
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
[orphan(forever) for _ in range(4)]
os.nice(9)
forever()",
    ),
    (
        "unreaped",
        "
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0: spin(0.02), os._exit(0)",
    ),
    ("holder", "orphan(lambda: time.sleep(600)); os._exit(0)"),
    (
        "vandal",
        "
folder = os.path.dirname(os.path.abspath(sys.argv[0]))
for file in [os.path.join(folder, name) for name in ('left.py', 'right.py', 'arena', '.')]:
    attempt(
        lambda: os.setxattr(file, 'user.memory', b'1'), lambda: os.utime(file, (0, 0)), lambda: os.truncate(file, 0),
        lambda: os.rename(file, file + '.old'), lambda: os.unlink(file), lambda: os.chown(file, os.getuid(), 0),
        lambda: os.chmod(file, 0))
others = [int(name) for name in os.listdir('/proc') if name.isdigit()] if os.path.exists('/proc/self') else []
for process in set(others) - {os.getpid(), os.getppid()}:
    attempt(
        lambda: resource.prlimit(process, resource.RLIMIT_NOFILE, (0, 0)), lambda: os.setpriority(0, process, 19),
        lambda: os.sched_setaffinity(process, [min(os.sched_getaffinity(0))]),
        lambda: os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0)))
os._exit(0)",
    ),
    (
        "glutton",
        "
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
left, right = socket.socketpair()
send = lambda: socket.send_fds(left, [b'x'], [left.fileno()], socket.MSG_DONTWAIT)
kept = [
    grab(lambda: os.kill(os.getpid(), signal.SIGRTMIN)),
    grab(send),
    grab(lambda: mmap.mmap(-1, 1 << 20)),
    grab(lambda: open(str(time.monotonic_ns()), 'w').close()),
    grab(select.epoll),
]
del kept[-1][128:]
kept += [grab(os.pipe)]
os._exit(0)",
    ),
];

/// Plays the left column that has room, and the right one; both count from 0.
const HONEST: [(&str, &str); 2] = [("left", "range(7)"), ("right", "reversed(range(7))")];

fn honest(order: &str) -> String {
    format!(
        "
import sys
heights = [0] * 7
for line in sys.stdin:
    if line.strip().isdigit(): heights[int(line)] += 1
    column = next(column for column in {order} if heights[column] < 6)
    heights[column] += 1
    print(column, flush=True)
"
    )
}

/// Writes the players, and returns the command lines of their tournament: the first player meets all others.
fn players(folder: &Path, attackers: &[(&str, &str)]) -> Vec<String> {
    let honest = HONEST.map(|(name, order)| (name, honest(order)));
    let attackers = attackers.iter().map(|(name, attack)| (*name, format!("{PROLOGUE}{attack}\n")));
    let all = honest.into_iter().chain(attackers);
    all.map(|(name, text)| {
        let file = folder.join(format!("{name}.py"));
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        format!("columns:{}", file.display())
    })
    .collect()
}

/// The finished games by their players' names, red first: the result, the ending, the moves and the reason.
fn games(stored: &str) -> Vec<([String; 2], [String; 4])> {
    let games = stored.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let name = |value: &Value| {
        let index = value.as_u64().unwrap() as usize;
        let names = HONEST.iter().map(|(name, _)| name);
        (*names.chain(ATTACKERS.iter().map(|(name, _)| name)).nth(index).unwrap()).to_owned()
    };
    let game = |game: Value| {
        let players = [name(&game["players"][0]), name(&game["players"][1])];
        (players, ["result", "ending", "moves", "reason"].map(|key| text(&game[key])))
    };
    games.map(game).collect()
}

/// Shell commands that run `"$@"` in an environment.
const ENVIRONMENTS: [&str; 2] =
    [r#""$@""#, r#"unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; "$@"' sh "$@""#];

/// Plays the tournament as a user in an environment, and returns its stored games, too; `None` if this machine cannot
/// provide it.
fn run(user: &[&str], environment: &str, attackers: &[(&str, &str)]) -> Option<(Output, String)> {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o1777)).unwrap();
    let program = folder.path().join("foursight");
    fs::copy(env!("CARGO_BIN_EXE_foursight"), &program).unwrap();
    let shell = |words: &[&str]| {
        let mut command = Command::new("env");
        command.args(user).args(["sh", "-c", environment, "sh"]).args(words);
        command.current_dir(folder.path()).env("TMPDIR", folder.path()).output().unwrap()
    };
    if !shell(&["true"]).status.success() {
        not_tested(&format!("this machine cannot provide {environment}"));
        return None;
    }
    let players = players(folder.path(), attackers);
    let before = HONEST.map(|(name, _)| state(&folder.path().join(format!("{name}.py"))));
    let mut words = vec![program.to_str().unwrap(), "arena", "run", "--no-grades"];
    words.extend(["--schedule=gauntlet", "--openings=none", "--concurrency=1", "--output=arena"]);
    // Half of the attackers compute until their time is over.
    words.push("--clock=400ms");
    words.extend(players.iter().map(String::as_str));
    let output = shell(&words);
    let after = HONEST.map(|(name, _)| state(&folder.path().join(format!("{name}.py"))));
    assert_eq!(before, after, "{user:?} {environment}");
    let games = fs::read_to_string(folder.path().join("arena/games.jsonl")).unwrap_or_default();
    Some((output, games))
}

/// What an attacker may not change of a file.
fn state(file: &Path) -> (u32, u64, Option<SystemTime>) {
    let meta = fs::metadata(file).unwrap();
    (meta.permissions().mode(), meta.len(), meta.modified().ok())
}

#[track_caller]
fn check(user: &[&str], environment: &str) {
    let Some((_, alone)) = run(user, environment, &[]) else { return };
    let (output, all) = run(user, environment, &ATTACKERS).unwrap();
    assert_eq!(output.status.code(), Some(0), "{user:?} {environment} {output:?}");
    let (alone, all) = (games(&alone), games(&all));
    assert_eq!((alone.len(), all.len()), (2, 2 + 2 * ATTACKERS.len()), "{output:?}");
    for game in &alone {
        assert!(all.contains(game), "{game:?} {all:?}");
    }
    for ([red, yellow], [result, ending, _, reason]) in all {
        println!("{red} - {yellow}: {result} {ending}: {reason}");
        let is_honest = |name: &str| HONEST.iter().any(|(honest, _)| *honest == name);
        if is_honest(&red) != is_honest(&yellow) {
            let expected = if is_honest(&red) { "1-0" } else { "0-1" };
            assert_eq!(result, expected, "{red} - {yellow} {ending}: {reason}");
        }
    }
}

/// As root, as an ordinary user, and as one without namespaces. As root, a player's parent is never another process of
/// this machine.
#[test]
fn the_attacker_loses_and_nobody_else() {
    let ordinary: &[&str] = &["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"];
    let environments: &[(&[&str], &str)] = if Uid::effective().is_root() {
        &[(&[], ENVIRONMENTS[0]), (ordinary, ENVIRONMENTS[0]), (ordinary, ENVIRONMENTS[1])]
    } else {
        &[(&[], ENVIRONMENTS[0]), (&[], ENVIRONMENTS[1])]
    };
    for (user, environment) in environments {
        check(user, environment);
    }
}

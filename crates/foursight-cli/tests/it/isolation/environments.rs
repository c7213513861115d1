//! The layers in unusual environments, for root and for an ordinary user: each layer holds in a game, or is missing with
//! a warning, or nobody plays. An environment never takes a layer away unnoticed, nor one that it has nothing to do with.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use foursight_sandbox::Layer::{self, Landlock, Limits, Namespaces, Seccomp, Session};
use nix::unistd::Uid;
use serde_json::Value;

use super::{PROBED, not_tested};

/// Things that a player tries, where FILE is a file outside, and the layers that each prevent it.
const ATTEMPTS: [(&str, &[Layer]); 8] = [
    ("cat FILE", &[Landlock, Namespaces]),
    ("ls /", &[Landlock]),
    ("test -e FILE", &[Namespaces]),
    ("flock -n own true", &[Seccomp]),
    ("chmod 700 .", &[Seccomp]),
    ("prlimit --pid $PPID --core=0", &[Seccomp]),
    ("(ulimit -n 257)", &[Limits]),
    ("grep '^NoNewPrivs:.*0' /proc/self/status", &[Session]),
];

/// What becomes of the layers in an environment.
enum Layers {
    All,
    Without(Layer),
    /// Nothing is prevented; this shows that the attempts are real.
    None,
    /// The program refuses to play, and says this.
    Refused(&'static str),
}
use Layers::{All, None, Refused, Without};

/// Shell commands that run `"$@"` in an environment, with the lowest niceness that players have there.
#[rustfmt::skip]
const ENVIRONMENTS: [(&str, i32, Layers); 13] = [
    (r#""$@" --trust"#, 10, None),
    (r#""$@""#, 10, All),
    (r#"nice -n 1 "$@""#, 10, All),
    (r#"nice -n 11 "$@""#, 11, All),
    (r#"nice -n 19 "$@""#, 19, All),
    (r#"ulimit -n 40; ulimit -v 2000000; ulimit -c 0; "$@""#, 10, All),
    (r#"unshare -Urm sh -c 'mount -t tmpfs none /sys/fs/cgroup; "$@"' sh "$@""#, 10, All),
    (r#"unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; "$@"' sh "$@""#, 10, Without(Namespaces)),
    (r#"unshare -Urm sh -c 'mount -t tmpfs none /proc; "$@"' sh "$@""#, 10, Refused("/proc")),
    (r#"unshare -Urpf "$@""#, 10, Refused("/proc")),
    (r#"TMPDIR=/proc "$@""#, 10, Refused("session")),
    (r#"ulimit -f 0; trap '' XFSZ; "$@""#, 10, Refused("session")),
    // Landlock and seccomp each work, but not both. The brackets keep the pattern from matching itself.
    (r#""$@" --wrap "sh -c 'case \"\$*\" in *[l]andlock?,?seccomp*) exit 3;; esac; exec \"\$@\"' sh {cmd}""#, 10, Refused("together")),
];

/// Runs the program in an environment, unless this machine cannot provide it.
fn run(user: &[&str], environment: &str, words: &[&str], folder: &Path) -> Option<Output> {
    let shell = |words: &[&str]| {
        let mut command = Command::new("env");
        command.args(user).args(["sh", "-c", environment, "sh"]).args(words);
        command.current_dir(folder).env("TMPDIR", folder).output().unwrap()
    };
    if !shell(&["true"]).status.success() {
        not_tested(&format!("this machine cannot provide {environment}"));
        return Option::None;
    }
    Some(shell(words))
}

/// Checks a game that was played, or refused.
#[track_caller]
fn check(output: &Output, niceness: i32, layers: &Layers) {
    let said = String::from_utf8_lossy(&output.stderr);
    if let Refused(reason) = layers {
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        return assert!(said.contains("error: ") && said.contains(reason), "{said}");
    }
    let is_missing = |layer| said.contains(&format!("players run without the layer {layer}: "));
    for layer in [Session, Limits, Landlock, Seccomp, Namespaces] {
        let is_expected = matches!(layers, Without(without) if *without == layer);
        let is_granted = PROBED.0.layers().contains(&layer);
        assert!(is_missing(layer) == is_expected || !is_granted, "{layer} {output:?}");
    }
    let line = output.stdout.split(|&byte| byte == b'\n').next().unwrap();
    let game: Value = serde_json::from_slice(line).expect(&said);
    let errors: Vec<&str> = game["errors"][0].as_str().unwrap().lines().collect();
    assert!(errors[0].parse::<i32>().unwrap() >= niceness, "{errors:?}");
    for (number, (attempt, preventers)) in (0..).zip(ATTEMPTS) {
        let is_through = errors.contains(&format!("through {number}").as_str());
        let is_prevented = preventers.iter().any(|&layer| !is_missing(layer));
        let is_allowed =
            if matches!(layers, None) { is_through } else { !(is_through && is_prevented) };
        assert!(is_allowed, "{attempt}: {output:?}");
    }
}

#[test]
fn no_environment_opens_the_jail() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o1777)).unwrap();
    let [program, file] = ["foursight", "file"].map(|name| folder.path().join(name));
    fs::copy(env!("CARGO_BIN_EXE_foursight"), &program).unwrap();
    fs::write(&file, "outside").unwrap();
    let attempts = (0..).zip(ATTEMPTS);
    // What they print is no move, and would end the game before the last attempt.
    let attempts = attempts.map(|(number, (attempt, _))| {
        format!("{attempt} >/dev/null && echo through {number} >&2; ")
    });
    let attempts = attempts.collect::<String>().replace("FILE", file.to_str().unwrap());
    let player = format!("columns:sh -c \"nice >&2; {attempts} while read line; do echo 0; done\"");
    let words = [
        program.to_str().unwrap(),
        "arena",
        "match",
        "--json",
        "--games=1",
        "--clock=60s",
        &player,
        "random",
    ];
    let ordinary = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"];
    let users: &[&[&str]] = if Uid::effective().is_root() { &[&[], &ordinary] } else { &[&[]] };
    let play = |user: &[&str]| {
        for (environment, niceness, layers) in &ENVIRONMENTS {
            if let Some(output) = run(user, environment, &words, folder.path()) {
                println!("{user:?} {environment}");
                check(&output, *niceness, layers);
            }
        }
    };
    thread::scope(|scope| {
        for user in users {
            scope.spawn(|| play(user));
        }
    });
}

//! `foursight arena doctor` inside a jail.

use std::time::{Duration, Instant};

use foursight_sandbox::{Layer, Process};

use super::{PROBED, launcher, not_tested};

/// A layer that cannot work here: the launcher's own seccomp filter forbids namespaces.
#[test]
fn a_missing_layer_has_a_reason() {
    if !PROBED.0.layers().contains(&Layer::Seccomp) {
        return not_tested("this machine does not grant seccomp");
    }
    let command = [launcher()[0].as_str(), "arena", "doctor"].map(str::to_owned);
    let process =
        Process::start(&command, &PROBED.0.only(&[Layer::Seccomp]), &[]).expect("it starts");
    let deadline = Instant::now() + Duration::from_mins(5);
    let lines: Vec<String> = std::iter::from_fn(|| process.receive(deadline).ok()).collect();
    let line = lines.iter().find(|line| line.starts_with("namespaces"));
    let line = line.unwrap_or_else(|| panic!("{lines:?}"));
    assert!(line.contains("missing: namespaces: EPERM: Operation not permitted; fix: "), "{line}");
}

/// Each command that isolates players, or reports on isolation, warns root once.
#[test]
fn root_is_warned() {
    if !PROBED.0.layers().contains(&Layer::Session) {
        return not_tested("this machine does not grant a session");
    }
    let warning =
        "players are root, though without root's capabilities: run the arena as another user";
    let n_warnings = |args: &[&str]| {
        let outcome = crate::run(args, "");
        let text = outcome.stdout + &outcome.stderr;
        text.matches(warning).count()
    };
    let expected = usize::from(nix::unistd::Uid::effective().is_root());
    assert_eq!(n_warnings(&["arena", "doctor"]), expected);
    let player = "columns:sh -c 'while read line; do echo 0; done'";
    assert_eq!(n_warnings(&["arena", "match", "--games=2", player, "random"]), expected);
    assert_eq!(
        n_warnings(&["arena", "match", "--games=2", "random", "random"]),
        0,
        "nobody is isolated"
    );
}

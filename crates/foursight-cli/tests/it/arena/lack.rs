//! What the referee lacks is no player's fault.

use std::process::{Command, Output};

use tempfile::TempDir;

use super::{numbers, text};

/// Without descriptors for its players the referee gives up: no player has lost, and the same command resumes.
#[test]
fn a_referee_without_descriptors() {
    let folder = TempDir::new().unwrap();
    let run = |limit: &str| -> Output {
        let script = format!("ulimit -n {limit}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).arg(assert_cmd::cargo::cargo_bin!("foursight"));
        command.args(["arena", "run", "random", "r=random", "--openings=none", "--no-grades"]);
        command.current_dir(folder.path()).output().unwrap()
    };
    let failed = run("13");
    let errors = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(failed.status.code(), Some(1), "{errors}");
    assert!(errors.contains("error: the referee cannot go on: "), "{errors}");
    assert!(errors.contains("Too many open files"), "{errors}");
    let out = folder.path().join("arena");
    assert_eq!(text(&out.join("games.jsonl")), "");
    let resumed = run("256");
    assert_eq!(resumed.status.code(), Some(0), "{resumed:?}");
    assert_eq!(numbers(&out).len(), 2);
}

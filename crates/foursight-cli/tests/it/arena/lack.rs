//! A referee without enough resources: no player is at fault.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::{numbers, text};

/// A tournament of two games in a folder, run by a program that may open only this many files.
fn tournament(folder: &Path, limit: &str) -> Output {
    let script = format!("ulimit -Sn {limit}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).arg(assert_cmd::cargo::cargo_bin!("foursight"));
    command.args(["arena", "run", "random", "r=random", "--openings=none", "--no-grades"]);
    command.current_dir(folder).output().unwrap()
}

/// Without descriptors for its players, the referee gives up: no player has lost, and the same command resumes.
#[test]
fn a_referee_without_descriptors() {
    let folder = TempDir::new().unwrap();
    let failed = tournament(folder.path(), "13");
    let errors = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(failed.status.code(), Some(1), "{errors}");
    assert!(errors.contains("error: not played: game 1 ("), "{errors}");
    assert!(errors.contains("Too many open files"), "{errors}");
    let out = folder.path().join("arena");
    assert_eq!(text(&out.join("games.jsonl")), "");
    let resumed = tournament(folder.path(), "256");
    assert_eq!(resumed.status.code(), Some(0), "{resumed:?}");
    assert_eq!(numbers(&out).len(), 2);
}

//! A referee without enough resources: no player is at fault.

use std::path::Path;
use std::process::{Command, Stdio};
#[cfg(target_os = "linux")]
use std::time::Duration;

use tempfile::TempDir;

use super::{numbers, text};

/// A tournament of two games in a folder, run by a program that may open only this many files.
fn tournament(folder: &Path, limit: &str) -> Command {
    let script = format!("ulimit -Sn {limit}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).arg(assert_cmd::cargo::cargo_bin!("foursight"));
    command.args(["arena", "run", "random", "r=random", "--openings=none", "--no-grades"]);
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Without descriptors for its players, the referee gives up: no player has lost, and the same command resumes.
#[test]
fn a_referee_without_descriptors() {
    let folder = TempDir::new().unwrap();
    let failed = tournament(folder.path(), "13").output().unwrap();
    let errors = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(failed.status.code(), Some(1), "{errors}");
    assert!(errors.contains("error: not played: game 1 ("), "{errors}");
    assert!(errors.contains("Too many open files"), "{errors}");
    let out = folder.path().join("arena");
    assert_eq!(text(&out.join("games.jsonl")), "");
    let resumed = tournament(folder.path(), "256").output().unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{resumed:?}");
    assert_eq!(numbers(&out).len(), 2);
}

/// The game that could not be played is played once the referee has the resources for it.
#[cfg(target_os = "linux")]
#[test]
fn a_referee_that_recovers() {
    let folder = TempDir::new().unwrap();
    if Command::new("prlimit").arg("--version").output().is_err() {
        println!("NOT TESTED: there is no prlimit");
        return;
    }
    let running = tournament(folder.path(), "13").spawn().unwrap();
    // Long enough for a failure, and much shorter than the time for which the referee keeps trying.
    std::thread::sleep(Duration::from_millis(500));
    let id = running.id().to_string();
    let raised = Command::new("prlimit").args(["--nofile=256", "--pid", &id]).status().unwrap();
    assert!(raised.success());
    let outcome = running.wait_with_output().unwrap();
    let errors = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(outcome.status.code(), Some(0), "{errors}");
    assert_eq!(numbers(&folder.path().join("arena")).len(), 2, "{errors}");
}

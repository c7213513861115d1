//! What is left when the referee is killed, the disk is full, or the program is replaced.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::{numbers, text};
use crate::run;

fn start(args: &[&str], temporary: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    command.args(args).env("TMPDIR", temporary).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < deadline, "not {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_running(word: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    })
}

fn rooms(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().flatten().count()
}

/// Also players that nobody isolates go with the referee, and their rooms with the next one.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_referee_leaves_nothing() {
    let temporary = TempDir::new().unwrap();
    // Other runs of this test, perhaps ones that failed, are not taken for it.
    let seconds = format!("4741.{}", std::process::id());
    let player = format!("columns:sh -c 'setsid sleep {seconds} & sleep {seconds}'");
    for trust in [&["--trust"][..], &[]] {
        let args = [&["match", &player, "random", "--clock", "60s"], trust].concat();
        let mut referee = start(&args, temporary.path());
        wait_until("started", || {
            fs::read_dir("/proc").unwrap().flatten().any(|entry| {
                let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
                line == format!("sleep\0{seconds}\0").as_bytes()
            })
        });
        referee.kill().unwrap();
        referee.wait().unwrap();
        wait_until("ended", || !is_running(&seconds));
        assert!(rooms(temporary.path()) > 0, "{trust:?}: there is something to clear away");
        let next = start(&["match", "random", "random", "--games=1"], temporary.path()).wait();
        assert!(next.unwrap().success());
        assert_eq!(rooms(temporary.path()), 0, "{trust:?}");
    }
}

/// A file may not grow over a limit, as on a full disk: whole games stay, and the rest is played later.
#[test]
fn a_full_disk_cuts_no_game_in_half() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let line = format!(
        "trap '' XFSZ; ulimit -f 40; exec {} arena run random b=random --pairs=20 --openings=none --no-grades --concurrency=2 --out {}",
        env!("CARGO_BIN_EXE_foursight"),
        out.display()
    );
    let full = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(full.status.code(), Some(1), "{full:?}");
    let message = String::from_utf8(full.stderr).unwrap();
    assert!(message.contains("games.jsonl: File too large"), "{message}");
    assert!(text(&out.join("games.jsonl")).ends_with("}\n"));
    let n_before = numbers(&out).len();
    assert!((1..40).contains(&n_before), "{n_before}");
    let args = [
        "arena",
        "run",
        "random",
        "b=random",
        "--pairs=20",
        "--openings=none",
        "--no-grades",
        "--out",
    ];
    let rest = run(&[&args[..], &[out.to_str().unwrap()]].concat(), "");
    assert_eq!(rest.code, Some(0), "{}", rest.stderr);
    let mut games = numbers(&out);
    games.sort_unstable();
    assert_eq!(games, (1..=40).collect::<Vec<u64>>());
}

/// Where grades cannot be stored there is a report, without them.
#[test]
fn a_report_does_not_need_grades() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("grades.jsonl")).unwrap();
    let out = folder.path().to_str().unwrap();
    let outcome = run(&["arena", "run", "random", "b=random", "--out", out], "");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("grades.jsonl: it is not a file"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("the report is without grades"), "{}", outcome.stderr);
    assert!(text(&folder.path().join("report.html")).contains("</html>"));
}

/// A program that is replaced while it runs a tournament is found where it was.
#[cfg(target_os = "linux")]
#[test]
fn a_new_version_does_not_stop_a_tournament() {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("foursight");
    // A large file: copied later, it would take longer than the tournament.
    let new = folder.path().join("new");
    for copy in [&program, &new] {
        fs::copy(env!("CARGO_BIN_EXE_foursight"), copy).unwrap();
    }
    let out = folder.path().join("run");
    let mut referee = Command::new(&program)
        .args([
            "arena",
            "run",
            "random",
            "b=random",
            "--pairs=30",
            "--no-grades",
            "--openings=none",
            "--out",
        ])
        .arg(&out)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("playing", || {
        fs::metadata(out.join("games.jsonl")).map_or(0, |file| file.len()) > 0
    });
    fs::rename(new, &program).unwrap();
    let n_before = numbers(&out).len();
    assert!(n_before < 60, "it was replaced too late");
    assert_eq!(referee.wait().unwrap().code(), Some(0));
    for line in text(&out.join("games.jsonl")).lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        assert!(["line", "draw"].contains(&game["ending"].as_str().unwrap()), "{}", game["reason"]);
    }
}

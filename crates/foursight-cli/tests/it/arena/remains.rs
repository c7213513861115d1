//! The files and processes that remain when the referee is killed, the disk is full, or the program is replaced.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::{numbers, text};
#[cfg(target_os = "linux")]
use crate::isolation::{check_gone, is_asleep};
use crate::{run, words, words_to};

fn start(args: &[&str], temporary: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    command.args(args).env("TMPDIR", temporary).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(5);
    while !is_so() {
        assert!(Instant::now() < deadline, "not {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn rooms(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().flatten().count()
}

/// Even players without isolation end with the referee; the next referee removes their rooms.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_referee_leaves_nothing() {
    let temporary = TempDir::new().unwrap();
    // The number keeps other runs of this test, perhaps failed ones, from being mistaken for this run.
    let seconds = format!("4741.{}", std::process::id());
    let player = format!("columns:sh -c 'setsid sleep {seconds} & sleep {seconds}'");
    for trust in [&["--trust"][..], &[]] {
        let args = [&["arena", "match", &player, "random", "--clock", "60s"], trust].concat();
        let mut referee = start(&args, temporary.path());
        wait_until("started", || is_asleep(&seconds));
        referee.kill().unwrap();
        referee.wait().unwrap();
        check_gone(&seconds);
        assert!(rooms(temporary.path()) > 0, "{trust:?}: there is something to clear away");
        let next =
            start(&["arena", "match", "random", "random", "--games=1"], temporary.path()).wait();
        assert!(next.unwrap().success());
        assert_eq!(rooms(temporary.path()), 0, "{trust:?}");
    }
}

/// A limit on file size acts like a full disk: only whole games are stored, and the rest is played later.
#[test]
fn a_full_disk_cuts_no_game_in_half() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let line = format!(
        "trap '' XFSZ; ulimit -f 40; exec {} arena run random b=random --pairs=20 --openings=none --no-grades --concurrency=2 --output {}",
        env!("CARGO_BIN_EXE_foursight"),
        out.display()
    );
    let full = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(full.status.code(), Some(1), "{full:?}");
    let message = String::from_utf8(full.stderr).unwrap();
    assert!(message.contains("games.jsonl: File too large"), "{message}");
    assert!(message.ends_with("; fix that, then run the same command to continue\n"), "{message}");
    let standings = String::from_utf8(full.stdout).unwrap();
    assert!(standings.contains("Results of random vs b "), "{standings}");
    assert!(text(&out.join("games.jsonl")).ends_with("}\n"));
    let n_before = numbers(&out).len();
    assert!((1..40).contains(&n_before), "{n_before}");
    let line = "arena run random b=random --pairs=20 --openings=none --no-grades --output";
    run(&words_to(line, &out), "").succeeded();
    let mut games = numbers(&out);
    games.sort_unstable();
    assert_eq!(games, (1..=40).collect::<Vec<u64>>());
}

/// If the grades cannot be stored, there is still a report, without them.
#[test]
fn a_report_does_not_need_grades() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("grades.jsonl")).unwrap();
    let out = folder.path().to_str().unwrap();
    let outcome = run(&["arena", "run", "random", "b=random", "--output", out], "").succeeded();
    assert!(outcome.stderr.contains("grades.jsonl: it is not a file"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("the report has no grades"), "{}", outcome.stderr);
    assert!(text(&folder.path().join("report.html")).contains("</html>"));
}

/// The standings do not need the report; the same command writes it as soon as that is possible.
#[test]
fn standings_do_not_need_a_report() {
    let folder = TempDir::new().unwrap();
    let report = folder.path().join("report.html");
    fs::create_dir(&report).unwrap();
    let out = folder.path().to_str().unwrap();
    let play = || run(&["arena", "run", "random", "b=random", "--no-grades", "--output", out], "");
    let outcome = play();
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("Results of random vs b "), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("\nreport: "), "{}", outcome.stdout);
    let advice = "fix this, then run the same command again: ";
    assert!(outcome.stderr.contains(advice), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("report.html: "), "{}", outcome.stderr);
    fs::remove_dir(&report).unwrap();
    play().succeeded();
    assert!(text(&report).contains("</html>"));
}

/// A player that plays one game, and in the next one waits for the file `go` in a folder.
#[cfg(unix)]
fn waiting(folder: &Path) -> String {
    let place = folder.display();
    format!(
        "a=columns:sh -c 'mkdir {place}/first || until [ -e {place}/go ]; do sleep 0.1; done; while read line; do echo 3; done'"
    )
}

/// Starts games with a player that waits.
#[cfg(unix)]
fn start_waiting(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    command.args(["arena", "run", &waiting(folder), "b=random", "--trust", "--pairs=20"]);
    command.args(words("--concurrency=1 --clock=5m --start-time=5m --openings=none --output"));
    command.arg(folder.join("out")).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[cfg(unix)]
#[test]
fn an_interrupted_tournament_says_how_to_continue() {
    let folder = TempDir::new().unwrap();
    let running = start_waiting(folder.path());
    let games = folder.path().join("out/games.jsonl");
    wait_until("playing the second game", || fs::metadata(&games).map_or(0, |file| file.len()) > 0);
    let kill = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
    assert!(kill.unwrap().success());
    fs::write(folder.path().join("go"), "").unwrap();
    let ended = running.wait_with_output().unwrap();
    let message = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{message}");
    assert!(message.ends_with("interrupted; run the same command to continue\n"), "{message}");
    let n_played = numbers(&folder.path().join("out")).len();
    assert!((1..40).contains(&n_played), "{n_played}");
}

/// A program that is replaced while it is running a tournament is still found at its path.
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
        .args(words("arena run random b=random --pairs=30 --no-grades --openings=none --output"))
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

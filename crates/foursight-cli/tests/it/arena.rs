//! Tournaments run by the program: after a kill, from a class's folder, and the files they leave behind.

mod absent;
mod changed;
mod check;
mod class;
mod clocks;
mod folders;
mod grade;
mod grading_examples;
mod handed_in;
mod lack;
mod opening_rule;
mod privacy;
mod remains;
mod settings;
mod sight;
mod source;
mod strange;
mod tutorials;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::{foursight, run, words_to};

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The numbers of the games that are stored in a folder.
fn numbers(folder: &Path) -> Vec<u64> {
    let lines = text(&folder.join("games.jsonl"));
    let numbers = lines.lines().map(|line| {
        let game: Value = serde_json::from_str(line).expect("a whole line");
        game["number"].as_u64().expect("games have numbers")
    });
    numbers.collect()
}

/// 200 games between two players of this program.
fn two_hundred(folder: &Path) -> Vec<&str> {
    words_to(
        "arena run a=random b=random --pairs=100 --openings=random:4 --concurrency=2 --no-grades --output",
        folder,
    )
}

#[test]
fn a_kill_loses_no_game_and_repeats_none() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let mut child = Command::new(env!("CARGO_BIN_EXE_foursight"))
        .args(two_hundred(&out))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_mins(5);
    while fs::metadata(out.join("games.jsonl")).map_or(0, |file| file.len()) < 100_000 {
        assert!(Instant::now() < deadline, "the games do not come");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = text(&out.join("games.jsonl"));
    let n_before = before.lines().count();
    assert!(n_before < 200, "it was killed too late");
    let rest = run(&two_hundred(&out), "").succeeded();
    let mut games = numbers(&out);
    games.sort_unstable();
    assert_eq!(games, (1..=200).collect::<Vec<u64>>());
    let whole = before.rfind('\n').map_or(0, |end| end + 1);
    assert!(text(&out.join("games.jsonl")).starts_with(&before[..whole]), "old games stay");
    let n_new = rest.stdout.lines().filter(|line| line.contains("a line is complete")).count();
    assert!(n_new <= 200 - n_before + 1, "{n_new} games after {n_before}");
}

#[test]
fn a_class_is_a_folder_of_players() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "lefty.py",
        "def agent(observation, configuration):\n    return min(c for c in range(7) if not observation.board[c])\n",
    );
    fs::create_dir(folder.path().join("ann")).unwrap();
    write(
        "ann/bot.sh",
        "#!/bin/sh\nwhile read line; do case $line in position*) echo Position reset to empty board;; go*) echo bestmove 7;; esac; done\n",
    );
    let class = folder.path().to_str().unwrap();
    let play = |more: &[&str]| {
        run(&[&["arena", "run", class, "--trust", "--openings", "none"], more].concat(), "")
    };
    let first = play(&[]).succeeded();
    assert!(first.stdout.contains("ann - lefty") && first.stdout.contains("lefty - ann"));
    let out = folder.path().join("arena");
    let report = text(&out.join("report.html"));
    for name in ["ann", "lefty", "Content-Security-Policy", "<svg class=\"paints\""] {
        assert!(report.contains(name), "{name}");
    }
    let standings: Value = serde_json::from_str(&text(&out.join("standings.json"))).unwrap();
    let points: f64 = standings["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["points"].as_f64().unwrap())
        .sum();
    assert!((points - 2.0).abs() < 1e-9, "{points}");
    assert_eq!(text(&out.join("standings.csv")).lines().count(), 3);
    assert!(text(&out.join("games.txt")).contains("[First \"ann\"]"));
    // The exact solver grades every move: a missed win in one is a blunder or worse.
    let grades = text(&out.join("grades.jsonl"));
    assert_eq!(grades.lines().count(), 2);
    play(&[]).succeeded();
    assert_eq!(text(&out.join("grades.jsonl")), grades, "nothing is graded twice");
    // The reason for a mistake is in that file and in the report.
    assert!(grades.contains("\"why\":[\""), "{grades}");
    assert!(text(&out.join("report.html")).contains(" and completes "));

    // A changed player counts as a different player.
    write("lefty.py", "def agent(observation, configuration):\n    return 3\n");
    play(&[]).failed(2, "--again lefty");
    play(&["--again", "lefty"]).succeeded();
    assert_eq!(numbers(&out), [1, 2]);

    let shown = run(&["arena", "show", out.to_str().unwrap(), "1"], "");
    assert!(shown.stdout.contains("ann > bestmove 7"), "{}", shown.stdout);
}

/// The standings in what `run` or `show` prints.
fn table_of(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|line| !line.trim_start().starts_with("player "));
    lines.take_while(|line| !line.is_empty()).collect()
}

/// The output of `arena check` for a shell script as player, and its exit code.
fn check(script: &str) -> (String, Option<i32>) {
    let player = format!("columns:sh -c '{script}'");
    let times = ["--clock", "4s", "--start-time", "5s"];
    let outcome = run(&[&["arena", "check", "--trust", &player], &times[..]].concat(), "");
    (outcome.stdout, outcome.code)
}

#[test]
fn a_check_tells_what_is_wrong_with_a_player() {
    let (fit, code) = check(
        "read line; for n in 0 1 2 3 4 5 6; do for m in 1 2 3 4 5 6; do echo $n; read line; done; done",
    );
    assert!(fit.contains("dialect    columns"), "{fit}");
    assert!(code == Some(0) || fit.contains("illegal move"), "{fit}");
    let (illegal, code) = check("while read line; do echo 9; done");
    assert_eq!(code, Some(1));
    assert!(illegal.contains("illegal move \"9\""), "{illegal}");
    assert!(illegal.contains("by hand: printf '%s\\n' 'go!' | sh -c"), "{illegal}");
    let (slow, _) = check("sleep 3; while read line; do echo 0; done");
    assert!(slow.contains("slow: its first line came after "), "{slow}");
    assert!(slow.contains(" s of the 5 s allowed\n"), "{slow}");
    let is_fit = slow.contains("may not start it within the 5 s allowed");
    assert!(is_fit || slow.contains("illegal move"), "{slow}");
    // This player answers everything at once when its input ends, as a program does that does not flush.
    let (silent, code) = check("while read line; do n=$((n + 1)); done; echo 3");
    assert_eq!(code, Some(1));
    assert!(silent.contains("does not flush"), "{silent}");
}

/// The command that the check suggests meets the same full board, which the agent overlooks.
#[test]
fn a_check_tells_how_to_meet_a_full_board() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("center.py");
    let agent = "def agent(obs, conf):\n    return next((c for c in range(7) if not obs.board[c]), 0) if sum(map(bool, obs.board)) < 30 else 3\n";
    fs::write(&path, agent).unwrap();
    let player = path.to_str().unwrap();
    let checked = run(&["arena", "check", "--trust", player], "");
    assert_eq!(checked.code, Some(1), "{}", checked.stdout);
    let line = checked.stdout.lines().find_map(|line| line.split_once("by hand: foursight "));
    let (_, words) = line.unwrap_or_else(|| panic!("{}", checked.stdout));
    assert!(words.contains(" --clock kaggle --opening "), "{words}");
    let words: Vec<&str> = words.split(' ').chain(["--trust"]).collect();
    let again = run(&words, "");
    assert!(again.stdout.contains("illegal move"), "{words:?}: {}", again.stdout);
    run(&["arena", "match", "random", "random", "--opening", "1212121"], "")
        .failed(3, "--opening: the game is over");
    let deaf = run(&["arena", "match", "columns:sh", "random", "--opening", "12"], "");
    assert!(deaf.stderr.contains("speaks a dialect without openings"), "{}", deaf.stderr);
}

#[test]
fn names_do_not_steer_the_terminal() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "class.toml",
        "[[player]]\nname = \"a\\u001b[2Jb\"\nplayer = \"random\"\n[[player]]\nfile = \"x\\u001b.py\"\n",
    );
    write("x\u{1b}.py", "def agent(observation, configuration):\n    return 3\n");
    let class = folder.path().to_str().unwrap();
    // Without colors, the program removes color codes from its output anyway.
    let colored = |args: &[&str]| run(&[&["--color", "always", "arena"], args].concat(), "");
    let outcome = colored(&["run", "--trust", class]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("a\\u{1b}[2Jb - x\\u{1b}"), "{}", outcome.stdout);
    let shown = colored(&["show", folder.path().join("arena").to_str().unwrap(), "1"]);
    let checked = colored(&["check", "--trust", &format!("{class}/x\u{1b}.py")]);
    for text in [outcome.stdout, outcome.stderr, shown.stdout, checked.stdout] {
        assert!(!text.contains("a\u{1b}") && !text.contains("x\u{1b}"), "{text:?}");
    }
}

#[test]
fn a_test_of_strength_stops_when_it_is_decided() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let line = "arena run level:4 random --pairs=200 --openings=random:4 --sprt=0,100 --no-grades --output";
    let outcome = run(&words_to(line, &out), "").succeeded();
    assert!(outcome.stdout.contains("at least as strong as the higher Elo"), "{}", outcome.stdout);
    assert!(numbers(&out).len() < 100, "it went on for {}", numbers(&out).len());
}

/// The person sees the current board, even where colors are not shown.
#[test]
fn a_person_plays_at_the_console() {
    let args = ["arena", "match", "human", "random", "--games=1", "--seed=1"];
    let plain = run(&args, "4\nx\n9\n4\n");
    assert!(plain.stdout.contains(" 2   .  .  .  ●  .  .  .\n"), "{}", plain.stdout);
    assert!(
        plain.stdout.contains("red> \"x\" is not a column from 1 to 7 or a to g"),
        "{}",
        plain.stdout
    );
    assert!(plain.stdout.contains("red> \"9\" is not a column from 1 to 7"), "{}", plain.stdout);
    assert!(!plain.stdout.contains("u{1b}"), "{}", plain.stdout);
    let colored = run(&[&args[..], &["--color=always"]].concat(), "4\n");
    assert!(colored.stdout.contains("\u{1b}[31m●"), "{}", colored.stdout);
}

#[test]
fn options_of_the_program_go_before_a_command() {
    run(&["--color", "always", "arena", "doctor"], "").succeeded();
    assert_eq!(run(&["--color=never", "solve", "44"], "").code, Some(0));
    let refused = run(&["--red", "random", "solve", "44"], "");
    assert_eq!(refused.code, Some(2));
    let message = "the subcommand 'solve' cannot be used with '--red <PLAYER>'";
    assert!(refused.stderr.contains(message), "{}", refused.stderr);
    let game = foursight(&["--red", "random", "--yellow", "random", "--color", "never"]).output();
    assert_eq!(game.unwrap().status.code(), Some(0));
}

/// A player that reports which of these files it can read.
fn spy(paths: &[impl std::fmt::Debug]) -> String {
    format!(
        "import sys\n\
         for path in {paths:?}:\n    \
             try:\n        \
                 open(path).read()\n        \
                 print('reads', path, file=sys.stderr)\n    \
             except OSError:\n        pass\n\
         def agent(observation, configuration):\n    \
             return min(c for c in range(7) if not observation.board[c])\n"
    )
}

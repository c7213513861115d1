//! Every ending of a game, under all layers: none leaves a process or a file outside the scratch folder, and the next
//! game is played: the next ending's, or one between harmless players at the end of a test.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use foursight_sandbox::Layer;
use serde_json::Value;
use tempfile::TempDir;

use super::{check_gone, is_asleep, sandbox};

/// Fills the first column.
const FILLER: &str = "while read line; do echo 0; done";

/// The start of each player, where MARK is a number that no other game has: leaves a process behind, and files where it
/// can.
const PROLOGUE: &str = "setsid sleep MARK >/dev/null 2>&1 </dev/null & for file in OUT/left /tmp/MARK /var/tmp/MARK \
                        /dev/shm/MARK; do (echo x > $file) 2>/dev/null; done; ";

/// A number that appears in the command lines of only one game.
fn mark() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(475_100);
    format!("{}.5", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A match of one game, with its scratch folders in `temporary`.
fn command(players: [&str; 2], options: &[&str], temporary: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    command.args(["arena", "match", "--json", "--games=1", "--memory-mib=100"]);
    command.args(options).args(players).env("TMPDIR", temporary).stdout(Stdio::piped());
    command
}

fn shell(script: &str) -> String {
    format!("columns:sh -c {}", shlex_quote(script))
}

fn shlex_quote(script: &str) -> String {
    format!("'{}'", script.replace('\'', "'\\''"))
}

/// A shell player's script, the possible endings of its games, and the text of the reason.
type Case<'a> = (&'a str, &'a [&'a str], &'a str);

/// Plays each of these players against one that fills column 7, as the first and as the second player. One referee
/// plays all games: however a game ends, the next one is played. Returns each player's games, in the order of the
/// cases.
#[track_caller]
fn check(options: &[&str], cases: &[Case]) -> Option<Vec<[Value; 2]>> {
    sandbox(&[Layer::Session, Layer::Limits, Layer::Landlock, Layer::Namespaces])?;
    let [temporary, outside, run] = [(); 3].map(|()| TempDir::new().unwrap());
    let marks: Vec<String> = cases.iter().map(|_| mark()).collect();
    let players = cases.iter().zip(&marks).map(|((script, ..), mark)| {
        let script = format!("{PROLOGUE}{script}").replace("MARK", mark);
        shell(&script.replace("OUT", outside.path().to_str().unwrap()))
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    command.args(crate::words("arena run --schedule=gauntlet --openings=none --no-grades"));
    command.args(["--concurrency=2", "--memory-mib=100"]).args(options);
    command.arg("--output").arg(run.path().join("arena")).env("TMPDIR", temporary.path());
    command.arg(shell("while read line; do echo 6; done")).args(players);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(run.path().join("arena/games.jsonl")).unwrap();
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut found = Vec::new();
    for (index, (script, endings, reason)) in cases.iter().enumerate() {
        let played = [[index + 1, 0], [0, index + 1]].map(|players| {
            let game = games.iter().find(|game| game["players"] == serde_json::json!(players));
            game.unwrap_or_else(|| panic!("no game of {players:?} in {text}")).clone()
        });
        for (game, lost) in played.iter().zip(["0-1", "1-0"]) {
            let ending = game["ending"].as_str().unwrap();
            assert!(endings.contains(&ending), "{script:?} ended with {game}");
            assert!(game["reason"].as_str().unwrap().contains(reason), "{script:?}: {game}");
            let expected = if ending == "line" { "1-0" } else { lost };
            assert_eq!(game["result"], expected, "{script:?} ended with {game}");
        }
        found.push(played);
    }
    for mark in &marks {
        check_nothing_left(mark, [temporary.path(), outside.path()]);
    }
    Some(found)
}

#[track_caller]
fn check_nothing_left(mark: &str, folders: [&Path; 2]) {
    check_gone(mark);
    for folder in folders {
        assert_eq!(
            fs::read_dir(folder).unwrap().count(),
            0,
            "files are left in {}",
            folder.display()
        );
    }
    for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
        assert!(!Path::new(folder).join(mark).exists(), "{folder}/{mark} is left");
    }
}

/// Checks that the next game can be played.
#[track_caller]
fn check_next_game() {
    let temporary = TempDir::new().unwrap();
    let next = command([&shell(FILLER), "random"], &[], temporary.path()).output().unwrap();
    let ending = first_line(&next)["ending"].clone();
    // A player that fills a column may find it full, because its opponent plays at random.
    assert!(["line", "draw", "illegal move"].contains(&ending.as_str().unwrap()), "{ending}");
}

#[track_caller]
fn first_line(output: &Output) -> Value {
    let line = output.stdout.split(|&byte| byte == b'\n').next().unwrap();
    serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn crashes() {
    let orphans = "read line; (setsid sleep MARK &) ; sleep MARK & exit 0";
    let games = check(
        &[],
        &[
            ("read line; echo last words >&2; exit 3", &["crash"], "exit code 3"),
            ("read line; kill -9 $$", &["crash"], "signal 9"),
            ("read line; kill -SEGV $$", &["crash"], "signal 11"),
            (orphans, &["crash"], "exit code 0"),
        ],
    );
    for [first, second] in games.iter().map(|games| &games[0]) {
        assert_eq!(
            (&first["errors"][0], &second["errors"][1]),
            (&"last words".into(), &"last words".into())
        );
    }
}

#[test]
fn over_a_limit() {
    let memory = "read line; exec python3 -c 'x = bytearray(1 << 30); import time; time.sleep(60)'";
    let disk =
        "read line; n=0; while :; do n=$((n+1)); head -c 9000000 /dev/urandom > $n || exit 7; done";
    let bomb = "read line; while :; do sleep MARK & done";
    check(
        &["--clock=20s"],
        &[
            (memory, &["out of memory"], "out of memory"),
            // The scratch folder of a namespace is simply full.
            (disk, &["over a limit", "crash"], ""),
            (bomb, &["over a limit"], "too many processes"),
        ],
    );
}

/// Ctrl-C aborts a game, and nobody has lost it.
#[test]
fn an_interruption() {
    if sandbox(&[Layer::Session]).is_none() {
        return;
    }
    let (temporary, mark) = (TempDir::new().unwrap(), mark());
    let player = shell(&"sleep MARK & exec sleep MARK".replace("MARK", &mark));
    let options = ["--clock=60s"];
    let child = command([&player, "random"], &options, temporary.path()).spawn().unwrap();
    // Waits until the player is asleep; only this game has the mark in its command lines.
    while !is_asleep(&mark) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let score = first_line(&output);
    assert_eq!((&score["wins"], &score["losses"]), (&0.into(), &0.into()), "{score}");
    check_nothing_left(&mark, [temporary.path(); 2]);
    check_next_game();
}

//! Classes as pupils hand them in: Moodle folders, archives, and files that cannot play.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::text;
use crate::{Outcome, run};

const BOT: &str = "def agent(observation, configuration):\n    return min(c for c in range(7) if not observation.board[c])\n";

/// The same bot in two files.
const IMPORTS: &str = "import more\ndef agent(observation, configuration):\n    return more.column(observation.board)\n";
const MORE: &str = "def column(board):\n    return min(c for c in range(7) if not board[c])\n";

/// Writes a file, and creates its folders.
fn write(folder: &Path, name: &str, text: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn write_zip(folder: &Path, name: &str, files: &[(&str, &str)]) {
    write(folder, name, b"");
    let mut zip = ZipWriter::new(File::create(folder.join(name)).unwrap());
    for (file, text) in files {
        zip.start_file(*file, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// Four players in four forms, and three folders and files that do not play.
fn class() -> TempDir {
    let folder = TempDir::new().unwrap();
    let class = folder.path();
    write(class, "Ann Smith_123456_assignsubmission_file_/mybot.py", BOT.as_bytes());
    let files = [("bot/main.py", IMPORTS), ("bot/more.py", MORE), ("__MACOSX/bot/._main.py", "")];
    write_zip(class, "Bob Lee_124/my bot.zip", &files);
    write(class, "Cy Orr_125125_assignsubmission_file_four.py", BOT.as_bytes());
    write_zip(class, "dora.zip", &[("dora.py", BOT)]);
    write(class, "Eve_126/a.py", BOT.as_bytes());
    write(class, "Eve_126/b.py", BOT.as_bytes());
    write(class, "Finn_127/essay.pdf", b"");
    write(class, "gus.zip", b"no archive");
    write(class, "__pycache__/a.pyc", b"");
    write(class, "lines.txt", b"44\n");
    write(class, "class.toml", b"[tournament]\nopenings = \"lines.txt\"\nclock = \"10s\"\n");
    folder
}

const PLAYERS: [&str; 4] = ["Ann Smith", "Bob Lee", "Cy Orr", "dora"];

const SKIPPED: [(&str, &str); 3] = [
    ("Eve_126", "a.py and b.py could play; rename the right one to main, as in main.py"),
    ("Finn_127", "it contains no file that can play"),
    ("gus.zip", "invalid Zip archive"),
];

#[track_caller]
fn check_named(text: &str, line: impl Fn(&str, &str) -> String) {
    for (name, reason) in SKIPPED {
        assert!(text.contains(&line(name, reason)), "{}: {text}", line(name, reason));
    }
}

fn play(class: &Path) -> Outcome {
    let class = class.to_str().unwrap();
    run(&["arena", "run", "--no-grades", "--start-time=60s", class], "").succeeded()
}

/// The players are isolated, as when a teacher runs the class.
#[test]
fn a_class_from_moodle_plays() {
    let folder = class();
    let out = folder.path().join("arena");
    let played = play(folder.path());
    let plan: Value = serde_json::from_str(&text(&out.join("tournament.json"))).unwrap();
    assert_eq!(plan["players"], json!(PLAYERS));
    let games = text(&out.join("games.jsonl"));
    assert_eq!(games.lines().count(), 12);
    assert!(!games.contains("start failure"), "{games}");
    check_named(&played.stdout, |name, reason| format!("\nskipped: {name}: {reason}"));
    check_named(&text(&out.join("report.html")), |name, reason| {
        format!("<bdi>{name}</bdi> does not take part: <bdi>{reason}")
    });
    let standings: Value = serde_json::from_str(&text(&out.join("standings.json"))).unwrap();
    let skipped = standings["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), SKIPPED.len());
    for (skipped, (name, reason)) in skipped.iter().zip(SKIPPED) {
        assert_eq!(skipped["name"], name);
        assert!(skipped["reason"].as_str().unwrap().starts_with(reason), "{skipped}");
    }
    let shown = run(&["arena", "show", out.to_str().unwrap()], "");
    check_named(&shown.stdout, |name, reason| format!("\nskipped: {name}: {reason}"));
    play(folder.path());
    assert_eq!(text(&out.join("games.jsonl")), games, "nothing is played again");
    // Another archive is another version of the player.
    write_zip(folder.path(), "dora.zip", &[("dora.py", BOT), ("notes.txt", "")]);
    run(&["arena", "run", "--no-grades", folder.path().to_str().unwrap()], "")
        .failed(2, "--again dora");
}

#[test]
fn a_class_is_checked_line_by_line() {
    let folder = class();
    let faulty = "def agent(observation, configuration):\n    return 9\n";
    write(folder.path(), "hal.py", faulty.as_bytes());
    let class = folder.path().to_str().unwrap();
    let checked = run(&["arena", "check", "--start-time=60s", class], "");
    assert_eq!(checked.code, Some(1), "{}", checked.stdout);
    let text = format!("\n{}", checked.stdout);
    for name in PLAYERS {
        assert!(text.contains(&format!("\n{name:<9}  fit to play")), "{text}");
    }
    assert!(text.contains("\nhal        as red: illegal move: the agent returned 9"), "{text}");
    check_named(&text, |name, reason| format!("\n{name:<9}  skipped: {reason}"));
    assert!(text.ends_with("\n4 of 8 are fit to play\n"), "{text}");
    assert!(!folder.path().join("arena").exists(), "a check leaves nothing behind");
    // If a pupil's archive is checked alone, all trial games are played.
    let archive = folder.path().join("dora.zip");
    let checked =
        run(&["arena", "check", "--start-time=60s", archive.to_str().unwrap()], "").succeeded();
    assert!(checked.stdout.contains("player     dora: "), "{}", checked.stdout);
    assert!(checked.stdout.contains("clock      10s, as in "), "{}", checked.stdout);
    // If there are other players' folders beside a file, the folder does not belong to the file's player.
    let mixed = TempDir::new().unwrap();
    write(mixed.path(), "ann.py", BOT.as_bytes());
    write(mixed.path(), "Bob_123/mine.py", faulty.as_bytes());
    let checked = run(&["arena", "check", "--start-time=60s", mixed.path().to_str().unwrap()], "");
    assert!(checked.stdout.ends_with("\n1 of 2 are fit to play\n"), "{}", checked.stdout);
    let empty = TempDir::new().unwrap();
    run(&["arena", "check", empty.path().to_str().unwrap()], "")
        .failed(2, "there is no player here");
}

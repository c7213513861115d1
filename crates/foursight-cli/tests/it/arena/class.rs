//! A class's folder, named in many ways and changed between two runs.

use serde_json::Value;
use tempfile::TempDir;

use super::text;
use crate::{Outcome, foursight};

/// A shell bot that fills columns from the left.
const BOT: &str = "#!/bin/sh\n. \"$(dirname \"$0\")/lib/move.sh\"\nwhile read line; do case $line in position*) echo Position reset to empty board;; go*) answer;; esac; done\n";

/// A class with a `class.toml` whose paths are relative to its folder.
fn class() -> TempDir {
    super::folder(&[
        (
            "cl/class.toml",
            "[tournament]\nopenings = \"lines.txt\"\n\
             [[player]]\nname = \"ann\"\nplayer = \"foursight:sh ann/main.sh\"\n\
             [[player]]\nname = \"bob\"\nfile = \"bob.py\"\n",
        ),
        ("cl/lines.txt", "44\n"),
        ("cl/ann/main.sh", BOT),
        ("cl/ann/lib/move.sh", "answer() { echo bestmove 1; }\n"),
        ("cl/bob.py", "def agent(observation, configuration):\n    return 3\n"),
        ("cl/lib/helper.py", "x = 1\n"),
    ])
}

/// The outcome of `arena run WORD` in the folder above the class.
fn play(folder: &TempDir, words: &[&str]) -> Outcome {
    let args = [&["arena", "run", "--trust", "--no-grades"], words].concat();
    Outcome::of(foursight(&args).current_dir(folder.path()))
}

#[test]
fn a_class_is_the_same_however_it_is_named() {
    let folder = class();
    play(&folder, &["cl"]).succeeded();
    let plan: Value =
        serde_json::from_str(&text(&folder.path().join("cl/arena/tournament.json"))).unwrap();
    let root = folder.path().canonicalize().unwrap();
    let openings = plan["openings"].as_str().unwrap();
    assert!(openings.starts_with(&format!("{}/cl/lines.txt (", root.display())), "{openings}");
    let games = text(&folder.path().join("cl/arena/games.jsonl"));
    assert!(games.contains("\"opening\":\"44\""), "{games}");
    let whole = root.join("cl/../cl").display().to_string();
    for word in ["./cl", "cl/class.toml", "cl/", &whole] {
        let again = play(&folder, &[word]).succeeded();
        assert!(again.stderr.is_empty(), "{}", again.stderr);
    }
    assert_eq!(text(&folder.path().join("cl/arena/games.jsonl")), games, "nothing is played again");
}

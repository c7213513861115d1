//! Players that are folders, and folders that a player's command line names.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use super::text;
use crate::{Outcome, foursight};

/// Fills columns from the left; nothing in it reveals the dialect.
const BOT: &str = "import sys, moves\n\
    for line in sys.stdin:\n    \
        if line.startswith('action'):\n        \
            print(moves.WORD, moves.column(), flush=True)\n";

/// The module that the bot imports; the word is in two parts, because in one piece it would reveal the dialect.
const MOVES: &str = "import itertools\n\
    WORD = 'place_' + 'disc'\n\
    cells = itertools.count()\n\
    def column():\n    return next(cells) % 7\n";

/// A folder of files; the program runs in it.
struct Place(TempDir);

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self(TempDir::new().unwrap());
        for (name, text) in files {
            place.write(name, text);
        }
        place
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn run(&self, args: &[&str]) -> Outcome {
        Outcome::of(foursight(args).current_dir(&self.0))
    }

    /// Plays a game against a level, without a fault on either side.
    #[track_caller]
    fn check_plays(&self, player: &str, name: &str) {
        let args = ["arena", "match", player, "random", "--games=1", "--openings=none", "--json"];
        let outcome = self.run(&args);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let game: Value = serde_json::from_str(outcome.stdout.lines().next().unwrap()).unwrap();
        // The worst ending for the player is a full column, after some moves.
        let is_played = !game["moves"].as_str().unwrap().is_empty();
        assert!(is_played && game["first"] == name, "{player}: {game}");
    }
}

/// A dialect goes before a folder just as before a file, on the command line and in a class.
#[test]
fn a_folder_is_a_player_of_any_dialect() {
    let class = "[[player]]\nfile = \"ann\"\ndialect = \"theaigames\"\n[[player]]\nplayer = \"b=theaigames:ann\"\n";
    let files = [("cl/ann/main.py", BOT), ("cl/ann/moves.py", MOVES), ("cl/class.toml", class)];
    let place = Place::new(&files);
    place.check_plays("theaigames:cl/ann", "ann");
    place.check_plays("bob=theaigames:cl/ann", "bob");
    place.run(&["arena", "run", "cl", "--openings=none", "--no-grades"]).succeeded();
    let plan: Value = serde_json::from_str(&text(&place.path("cl/arena/tournament.json"))).unwrap();
    assert_eq!(plan["players"], serde_json::json!(["ann", "b"]));
    let programs = plan["programs"].as_array().unwrap();
    assert!(programs.iter().all(|program| program.as_str().unwrap().starts_with("theaigames:")));
    let checked = place.run(&["arena", "check", "theaigames:cl/ann"]);
    assert!(checked.stdout.contains("player     ann: theaigames:cl/ann\ndialect    theaigames\n"));
    place
        .run(&["arena", "match", "columns:cl", "random"])
        .failed(2, "cl: it is not clear which file in the folder plays");
}

/// Relative folders are resolved where the command was given, not where the player runs.
#[test]
fn folders_of_a_command_line_are_readable() {
    let files = [
        ("ann/__main__.py", BOT),
        ("ann/moves.py", MOVES),
        ("bob.py", BOT),
        ("lib/moves.py", MOVES),
    ];
    let place = Place::new(&files);
    place.check_plays("theaigames:python3 ann", "theaigames:python3 ann");
    // Without the folder `lib`, bob would not start: there is no such module in the player's own folder.
    place.check_plays("b=theaigames:env PYTHONPATH=lib python3 bob.py", "b");
    place.check_plays("b=theaigames:env PYTHONPATH=ann:lib python3 bob.py", "b");
    let checked = place.run(&["arena", "check", "theaigames:python3 ann"]);
    let line = format!("may read   its own files and {}\n", place.path("ann").display());
    assert!(checked.stdout.contains(&line), "{}", checked.stdout);
}

/// Two players with the same folder could read each other's files, so neither may read it.
#[test]
fn a_folder_with_another_player_is_hidden() {
    if !super::sight::is_kept() {
        return;
    }
    let files = [
        ("bots/ann.py", BOT),
        ("bots/bob.py", BOT),
        ("bots/moves.py", MOVES),
        ("lib/moves.py", MOVES),
    ];
    let place = Place::new(&files);
    let play = |folder: &str| {
        let [ann, bob] = ["ann", "bob"]
            .map(|name| format!("{name}=theaigames:env PYTHONPATH={folder} python3 -m {name}"));
        place.run(&["arena", "match", &ann, &bob, "--games=1", "--openings=none"])
    };
    let hidden = play("bots");
    for name in ["ann", "bob"] {
        let warning = format!(
            "{name} may not read {}, which contains another player",
            place.path("bots").display()
        );
        assert!(hidden.stderr.contains(&warning), "{}", hidden.stderr);
    }
    assert!(hidden.stdout.contains("exit code 1"), "{}", hidden.stdout);
    let shared = play("lib");
    assert!(!shared.stderr.contains("may not read"), "{}", shared.stderr);
}

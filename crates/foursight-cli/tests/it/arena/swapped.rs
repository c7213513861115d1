//! Files that change during a tournament, and several players whose games are replayed.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{numbers, text};
use crate::{Outcome, run};

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().canonicalize().unwrap().join(name).display().to_string()
}

/// Writes a player that first runs `first`, and then fills its own column.
fn write(folder: &TempDir, name: &str, first: &str) {
    let column = name.as_bytes()[0] - b'a';
    let play = format!("{first}\nwhile read line; do echo {column}; done # go!\n");
    let file = folder.path().join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, play).unwrap();
}

fn play(folder: &TempDir, words: &[&str]) -> Outcome {
    let class = path(folder, "");
    let fixed = ["arena", "run", "--trust", "--no-grades", "--concurrency=1", &class];
    run(&[&fixed[..], words].concat(), "")
}

#[track_caller]
fn check_plays(folder: &TempDir, words: &[&str]) -> String {
    let outcome = play(folder, words).succeeded();
    outcome.stdout + &outcome.stderr
}

/// A player's file, a file in the player's own folder, and a file added to that folder.
#[test]
fn a_file_that_is_swapped_during_a_tournament_stops_its_player() {
    for swapped in ["ann.sh", "ann/main.sh", "ann/more.txt"] {
        let folder = TempDir::new().unwrap();
        let main = if swapped == "ann.sh" { "ann.sh" } else { "ann/main.sh" };
        write(&folder, main, "");
        write(&folder, "bob.sh", "");
        // Carl changes Ann when they meet.
        let file = path(&folder, swapped);
        write(&folder, "carl.sh", &format!("echo '#' >>{file}"));
        let printed = check_plays(&folder, &[]);
        let changed = "ann is benched: its files changed during the tournament; --again ann replays its games";
        assert!(printed.contains(changed), "{printed}");
        // The next run refuses the changed players, as usual.
        play(&folder, &[]).failed(2, "--again ann, or");
        write(&folder, "carl.sh", "");
        let printed = check_plays(&folder, &["--again=changed"]);
        assert!(!printed.contains("benched"), "{printed}");
    }
}

#[test]
fn players_that_changed_are_listed_together_and_replayed_together() {
    let folder = TempDir::new().unwrap();
    for name in ["ann.sh", "bob.sh", "carl.sh", "d,e.sh"] {
        write(&folder, name, "");
    }
    check_plays(&folder, &["--again=changed"]);
    let [ann, bob, games] =
        ["ann.sh", "bob.sh", "arena/games.jsonl"].map(|name| path(&folder, name));
    let change = |file: &str| fs::write(file, format!("{}#\n", text(Path::new(file)))).unwrap();
    change(&ann);
    change(&bob);
    let refused = play(&folder, &[]);
    assert_eq!(refused.code, Some(2));
    let together = "the files of ann, bob have changed since their games were played; replay their games with --again \
                    changed, or choose another folder with --output";
    assert!(refused.stderr.contains(together), "{}", refused.stderr);
    let n_new = |words: &[&str]| {
        let printed = check_plays(&folder, words);
        let kept = text(Path::new(&games)).lines().count();
        assert_eq!(kept, 12, "{printed}");
        assert_eq!(numbers(&folder.path().join("arena")).len(), 12);
        printed.lines().filter(|line| line.contains("a line is complete")).count()
    };
    // All games are played again except those between the two other players.
    assert_eq!(n_new(&["--again=changed"]), 10);
    assert_eq!(n_new(&["--again", "changed"]), 0);
    change(&ann);
    change(&bob);
    assert_eq!(n_new(&["--again", "ann,bob"]), 10);
    assert_eq!(n_new(&["--again", "d,e"]), 6);
    for (word, reason) in [
        ("ann,zoe", "--again: there is no player \"zoe\""),
        ("", "--again: there is no player \"\""),
        ("bob,", "--again: there is no player \"\""),
    ] {
        play(&folder, &["--again", word]).failed(2, reason);
    }
}

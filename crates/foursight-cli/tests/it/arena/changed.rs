//! Files of players that change or vanish, during a tournament and between two runs.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{numbers, table_of, text};
use crate::{Outcome, run};

/// A class of shell players, each of which fills a column.
struct Class(TempDir);

impl Class {
    fn of(names: &[&str]) -> Self {
        let class = Self(TempDir::new().unwrap());
        for name in names {
            class.write(name, "");
        }
        class
    }

    /// Writes a player that first runs `first`, and then fills its own column.
    fn write(&self, name: &str, first: &str) {
        let column = name.as_bytes()[0] - b'a';
        let play = format!("{first}\nwhile read line; do echo {column}; done # go!\n");
        let file = self.0.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, play).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.0.path().canonicalize().unwrap().join(name).display().to_string()
    }

    /// Plays the remaining games between the players in `words`.
    fn run(&self, words: &[&str]) -> Outcome {
        let out = self.path("arena");
        let fixed = ["arena", "run", "--trust", "--no-grades", "--concurrency=1", "--output", &out];
        run(&[&fixed[..], words].concat(), "")
    }

    /// The same between the players in the folder, with these options.
    fn run_all(&self, options: &[&str]) -> Outcome {
        self.run(&[&[&*self.path("")], options].concat())
    }

    /// Each player's name, number of games, and whether it is benched.
    fn standings(&self) -> Vec<(String, u64, bool)> {
        let standings = text(Path::new(&self.path("arena/standings.json")));
        let standings: Value = serde_json::from_str(&standings).unwrap();
        let rows = standings["standings"].as_array().unwrap().iter().map(|row| {
            let name = row["name"].as_str().unwrap().to_owned();
            (name, row["games"].as_u64().unwrap(), row["benched"].as_bool().unwrap())
        });
        rows.collect()
    }

    /// Checks that the vanished player is out, and that the others are equally well off.
    #[track_caller]
    fn check_without(&self, name: &str, n_games: u64) {
        let standings = self.standings();
        let (gone, others) = standings.split_last().unwrap();
        assert_eq!(*gone, (name.to_owned(), 0, true), "{standings:?}");
        assert!(others.iter().all(|(_, n, benched)| *n == n_games && !benched), "{standings:?}");
    }
}

/// A player's file, a file in the player's own folder, and a file added to that folder.
#[test]
fn a_file_that_is_swapped_during_a_tournament_stops_its_player() {
    for swapped in ["ann.sh", "ann/main.sh", "ann/more.txt"] {
        let main = if swapped == "ann.sh" { "ann.sh" } else { "ann/main.sh" };
        let class = Class::of(&[main, "bob.sh"]);
        // Carl changes Ann when they meet.
        class.write("carl.sh", &format!("echo '#' >>{}", class.path(swapped)));
        let printed = class.run_all(&[]).succeeded().stdout;
        let changed = "ann is benched: its files changed during the tournament; --again ann replays its games";
        assert!(printed.contains(changed), "{printed}");
        // The next run refuses the changed players, as usual.
        class.run_all(&[]).failed(2, "--again ann, or");
        class.write("carl.sh", "");
        let printed = class.run_all(&["--again=changed"]).succeeded().stdout;
        assert!(!printed.contains("benched"), "{printed}");
    }
}

#[test]
fn players_that_changed_are_listed_together_and_replayed_together() {
    let class = Class::of(&["ann.sh", "bob.sh", "carl.sh", "d,e.sh"]);
    class.run_all(&["--again=changed"]).succeeded();
    let [ann, bob, games] = ["ann.sh", "bob.sh", "arena/games.jsonl"].map(|name| class.path(name));
    let change = |file: &str| fs::write(file, format!("{}#\n", text(Path::new(file)))).unwrap();
    change(&ann);
    change(&bob);
    let together = "the files of ann, bob have changed since their games were played; replay their games with --again \
                    changed, or choose another folder with --output";
    class.run_all(&[]).failed(2, together);
    let n_new = |words: &[&str]| {
        let printed = class.run_all(words).succeeded().stdout;
        let kept = text(Path::new(&games)).lines().count();
        assert_eq!(kept, 12, "{printed}");
        assert_eq!(numbers(Path::new(&class.path("arena"))).len(), 12);
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
        class.run_all(&["--again", word]).failed(2, reason);
    }
}

#[test]
fn a_file_that_vanishes_during_a_tournament_stops_its_player() {
    let class = Class::of(&["ann.sh", "bob.sh", "carl.sh"]);
    // Carl removes Ann when they meet.
    class.write("carl.sh", &format!("rm -f {}", class.path("ann.sh")));
    let printed = class.run_all(&[]).succeeded().stdout;
    let gone = format!("ann is benched: its file {} is gone", class.path("ann.sh"));
    assert!(printed.contains(&gone), "{printed}");
    assert!(printed.contains("player is benched: its file"), "{printed}");
    class.check_without("ann", 2);
    let shown = run(&["arena", "show", &class.path("arena")], "");
    assert_eq!(table_of(&shown.stdout), table_of(&printed));
    assert!(shown.stdout.contains("benched"), "{}", shown.stdout);
    let is_annulled = |number: &usize| {
        let game = run(&["arena", "show", &class.path("arena"), &number.to_string()], "");
        game.stdout.ends_with(", annulled\n")
    };
    assert_eq!((1..=6).filter(is_annulled).count(), 4);
}

#[test]
fn a_file_that_vanishes_between_runs_stops_its_player() {
    let check = |words: &dyn Fn(&Class, &str) -> String| {
        let class = Class::of(&["ann.sh", "bob.sh", "carl.sh"]);
        let first = [words(&class, "ann.sh"), words(&class, "bob.sh")];
        class.run(&first.each_ref().map(String::as_str)).succeeded();
        fs::remove_file(class.path("ann.sh")).unwrap();
        // If there are no games left to play, nobody is benched.
        class.run(&first.each_ref().map(String::as_str)).succeeded();
        assert!(class.standings().iter().all(|(_, n, benched)| *n == 2 && !benched));
        let carl = words(&class, "carl.sh");
        let printed = class.run(&[&first[0], &first[1], &carl]).succeeded().stdout;
        let gone = format!("is benched: its file {} is gone", class.path("ann.sh"));
        assert!(printed.contains(&gone), "{printed}");
        let name = if first[0].contains(' ') { first[0].as_str() } else { "ann" };
        class.check_without(name, 2);
        // The player's games are played again once the file is back.
        let again = [&*first[0], &first[1], &carl, "--again", name];
        class.run(&again).failed(2, &format!("--again {name}: its file "));
        class.write("ann.sh", "");
        class.run(&again).succeeded();
        assert!(class.standings().iter().all(|(_, n, benched)| *n == 4 && !benched));
    };
    check(&|class, file| class.path(file));
    check(&|class, file| format!("columns:sh {}", class.path(file)));
}

//! A player whose file vanishes stops playing, and the tournament continues without it.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{table_of, text};
use crate::run;

/// A class of shell players, each of which fills a column.
struct Class {
    folder: TempDir,
}

impl Class {
    fn of(names: &[&str]) -> Self {
        let class = Self { folder: TempDir::new().unwrap() };
        for name in names {
            class.write(name, "");
        }
        class
    }

    /// Writes a player that first runs `first`, and then fills its own column.
    fn write(&self, name: &str, first: &str) {
        let column = name.as_bytes()[0] - b'a';
        let play = format!("while read line; do echo {column}; done # go!");
        fs::write(self.folder.path().join(name), format!("{first}\n{play}\n")).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().canonicalize().unwrap().join(name).display().to_string()
    }

    /// Plays the remaining games between the players in `words`; returns the output.
    #[track_caller]
    fn play(&self, words: &[&str]) -> String {
        let out = self.path("arena");
        let fixed = ["arena", "run", "--trust", "--no-grades", "--concurrency=1", "--output", &out];
        let outcome = run(&[&fixed[..], words].concat(), "").succeeded();
        outcome.stdout
    }

    /// Each player's name, number of games, and whether it is benched.
    fn standings(&self) -> Vec<(String, u64, bool)> {
        let standings: Value =
            serde_json::from_str(&text(self.folder.path().join("arena/standings.json").as_path()))
                .unwrap();
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

#[test]
fn a_file_that_vanishes_during_a_tournament_stops_its_player() {
    let class = Class::of(&["ann.sh", "bob.sh", "carl.sh"]);
    // Carl removes Ann when they meet.
    class.write("carl.sh", &format!("rm -f {}", class.path("ann.sh")));
    let printed = class.play(&[&class.path("")]);
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
        class.play(&first.each_ref().map(String::as_str));
        fs::remove_file(class.path("ann.sh")).unwrap();
        // If there are no games left to play, nobody is benched.
        class.play(&first.each_ref().map(String::as_str));
        assert!(class.standings().iter().all(|(_, n, benched)| *n == 2 && !benched));
        let carl = words(&class, "carl.sh");
        let printed = class.play(&[&first[0], &first[1], &carl]);
        let gone = format!("is benched: its file {} is gone", class.path("ann.sh"));
        assert!(printed.contains(&gone), "{printed}");
        let name = if first[0].contains(' ') { first[0].as_str() } else { "ann" };
        class.check_without(name, 2);
        // The player's games are played again once the file is back.
        let again = ["--again", name];
        let words = [&first[0], &first[1], carl.as_str()];
        run(
            &[&["arena", "run", "--trust", "--output", &class.path("arena")], &words[..], &again]
                .concat(),
            "",
        )
        .failed(2, &format!("--again {name}: its file "));
        class.write("ann.sh", "");
        class.play(&[&words[..], &again].concat());
        assert!(class.standings().iter().all(|(_, n, benched)| *n == 4 && !benched));
    };
    check(&|class, file| class.path(file));
    check(&|class, file| format!("columns:sh {}", class.path(file)));
}

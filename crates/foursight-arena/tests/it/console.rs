//! A person at the console plays, or answers a program that plays.

use std::time::Duration;

use foursight::{AnySize, Choice, Column, Game, Opening, OpeningRule, Player};
use foursight_arena::{
    Clock, Console, Contestant, Ending, GameSettings, PlayedGame, TimeLimits, play,
};

use crate::files::{columns, player, settings};

/// A person who types these lines, or plays these columns, and reads the output.
#[derive(Default)]
struct Script {
    typed: Vec<&'static str>,
    columns: Vec<usize>,
    shown: Vec<String>,
    /// The number of discs each time the console saw the game.
    watched: Vec<usize>,
}

impl Console for Script {
    fn choose(&mut self, game: &Game<AnySize>, opening: Opening) -> Option<Choice> {
        self.shown.push(format!("{} moves", game.moves().len()));
        if opening.may_swap {
            return Some(Choice::Swap);
        }
        (!self.columns.is_empty()).then(|| Choice::Play(Column::new(self.columns.remove(0))))
    }

    fn print(&mut self, line: &str) {
        self.shown.push(line.to_owned());
    }

    fn read_line(&mut self, prompt: &str) -> Option<String> {
        self.shown.push(format!("[{prompt}]"));
        // A person may think for longer than the clock of `asks_person` allows, even about a move that is not the
        // first, which also has the time for the start.
        if self.shown.iter().filter(|shown| shown.starts_with('[')).count() == 2 {
            std::thread::sleep(Duration::from_secs(3));
        }
        (!self.typed.is_empty()).then(|| self.typed.remove(0).to_owned())
    }

    fn watch(&mut self, game: &Game<AnySize>) {
        self.watched.push(game.moves().len());
    }
}

/// The game in which the player in a Ruby file, which asks a person for its moves, plays the first disc.
fn asks_person(file: &str, person: &mut Script) -> PlayedGame {
    let mut player = player(file);
    let program = player.program.as_mut().expect("it is a program");
    program.console = true;
    let clock = Clock::PerMove(Duration::from_secs(2));
    let limits = TimeLimits { margin: Duration::from_millis(200), ..settings().limits };
    let settings = GameSettings { clock, limits, ..settings() };
    play([&player, &crate::files::player("columns_bot.py")], &settings, person)
}

#[test]
fn a_ruby_player_asks_a_person() {
    let mut person = Script { typed: vec!["3", "3", "3", "3"], ..Script::default() };
    let record = asks_person("human_player.rb", &mut person);
    assert_eq!((record.ending.kind, record.winner), (Ending::Line, Some(Player::First)));
    let empty = "n n n n n n n";
    let first = [empty, empty, empty, empty, empty, empty, "[red, which column? ]"];
    let second = [empty, empty, empty, empty, empty, "b n n r n n n", "[red, which column? ]"];
    assert_eq!(person.shown[..14], [first, second].concat());
    assert_eq!(record.errors[0], "");
}

#[test]
fn a_ruby_player_asks_by_itself_until_the_person_leaves() {
    let mut person = Script { typed: vec!["3", "9"], ..Script::default() };
    let record = asks_person("prompting_player.rb", &mut person);
    let question = ["Your turn.", "Which column?", "[From 0 to 6: ]"];
    assert_eq!(person.shown, [question, question].concat());
    let reason =
        "illegal move: take_turn returned 9: there is no column 9; the board has columns 0 to 6";
    assert_eq!(record.ending.to_string(), reason);
    let mut person = Script { typed: vec!["3"], ..Script::default() };
    let record = asks_person("human_player.rb", &mut person);
    let reason = "take_turn returned nil, which is not an integer; return a column, counted from 0";
    assert_eq!(record.ending.to_string(), reason);
}

#[test]
fn a_person_plays() {
    let mut person = Script { columns: vec![3, 3, 0, 3, 3], ..Script::default() };
    let contestants = [&player("columns_bot.py"), &Contestant::person("Ada")];
    let record = play(contestants, &settings(), &mut person);
    assert_eq!(columns(&record), "0303000303", "{record:#?}");
    assert_eq!((record.ending.kind, record.winner), (Ending::Line, Some(Player::Second)));
    assert_eq!(person.shown, ["1 moves", "3 moves", "5 moves", "7 moves", "9 moves"]);
    assert_eq!(person.watched, (0..=10).collect::<Vec<_>>(), "also the move that ends it");
    let people = [&Contestant::person("Ada"), &Contestant::person("Bob")];
    let mut both = Script { columns: vec![0, 1, 0, 2, 1, 2, 1, 2, 1], ..Script::default() };
    let settings_of_swap = GameSettings { opening_rule: OpeningRule::Swap, ..settings() };
    let record = play(people, &settings_of_swap, &mut both);
    assert_eq!((columns(&record).as_str(), record.swapped), ("010212121", true), "{record:#?}");
    assert_eq!(record.winner, None, "nobody is left to type after nine moves");
    let mut nobody = Script::default();
    let record = play(contestants, &settings(), &mut nobody);
    assert_eq!((record.ending.kind, record.winner), (Ending::Interrupted, None));
}

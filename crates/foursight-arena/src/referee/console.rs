//! The person at the referee's console.

use foursight::{AnySize, Column, Game};

/// A person who plays, or who answers the questions of a program that plays.
pub trait Console {
    /// The person's move in `game`; `None` aborts the game.
    fn choose(&mut self, game: &Game<AnySize>) -> Option<Column>;

    /// Shows a line that a program printed for the person.
    fn print(&mut self, line: &str);

    /// The line that the person types after `prompt`, without its line break; `None` at the end of input.
    fn read_line(&mut self, prompt: &str) -> Option<String>;

    /// Sees the game before the first move and after each move.
    fn watch(&mut self, _: &Game<AnySize>) {}
}

/// A console without a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoConsole;

impl Console for NoConsole {
    fn choose(&mut self, _: &Game<AnySize>) -> Option<Column> {
        None
    }

    fn print(&mut self, _: &str) {}

    fn read_line(&mut self, _: &str) -> Option<String> {
        None
    }
}

//! The person at the referee's console.

use foursight::{AnySize, Choice, Game, Opening};

/// A person who plays, or who answers the questions of a program that plays.
pub trait Console {
    /// The person's choice in this game; `None`, as without a person, aborts it.
    fn choose(&mut self, _: &Game<AnySize>, _: Opening) -> Option<Choice> {
        None
    }

    /// Shows a line that a program printed for the person.
    fn print(&mut self, _: &str) {}

    /// The line that the person types after this prompt, without its line break; `None` at the end of input.
    fn read_line(&mut self, _: &str) -> Option<String> {
        None
    }

    /// Receives the game before the first move and after each move.
    fn watch(&mut self, _: &Game<AnySize>) {}
}

/// A console without a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoConsole;

impl Console for NoConsole {}

//! Events that reach the game, and effects that it requests.

use std::path::PathBuf;
use std::time::Duration;

pub(crate) use crossterm::event::KeyCode as Key;
use foursight::{AnySize, Choice, Column, Opening, Position};
use foursight_engine::Level;

use super::evaluation::Evaluation;
use crate::game::{WhyAnswer, WhyQuestion};

/// The characters of Ctrl with a letter.
pub(crate) const CTRL_B: char = '\x02';
pub(crate) const CTRL_C: char = '\x03';
pub(crate) const CTRL_F: char = '\x06';
pub(crate) const CTRL_R: char = '\x12';
pub(crate) const CTRL_U: char = '\x15';
pub(crate) const CTRL_Z: char = '\x1a';

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// A key was pressed.
    Key(Key),
    /// The mouse is over this cell of the screen.
    Hover(u16, u16),
    /// The mouse was pressed over this cell of the screen.
    Click(u16, u16),
    /// The mouse wheel was turned by a notch; true if toward the person.
    Scroll(bool),
    /// The screen has this many columns and rows.
    Resize(u16, u16),
    /// This much time has passed since the start.
    Time(Duration),
    /// The engine answers the assignment with this number.
    Found(u64, Finding),
    /// A file was read, or reading failed.
    Read(PathBuf, Result<String, String>),
    /// A file was written, or writing failed.
    Written(PathBuf, Result<(), WriteError>),
}

/// The engine's findings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Finding {
    /// The choice of a level.
    Choice(Choice),
    /// The values of the moves of a position; more will follow unless it is complete.
    Evaluation(Evaluation),
    /// A reason; `None` if there was no time to find one, or there is nothing to explain.
    Reason(Option<Box<WhyAnswer>>),
}

/// The reason why a file was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WriteError {
    /// The file exists, and the person has not said what to do with it.
    Exists,
    Other(String),
}

/// A request to the outside world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// The engine drops its current work and starts this.
    Start(Assignment),
    /// The engine drops its current work.
    Cancel,
    Read(PathBuf),
    /// The text is a game file.
    Write(PathBuf, String, IfExists),
    /// The text goes to the clipboard.
    Copy(String),
    /// The program stops until the shell resumes it.
    Suspend,
    Quit,
    /// Ctrl-C.
    Interrupt,
}

/// The treatment of a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfExists {
    Ask,
    Replace,
    /// The game is appended to the others.
    Append,
}

/// Work for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// The number that answers repeat.
    pub(crate) number: u64,
    pub(crate) position: Position<AnySize>,
    pub(crate) task: Task,
    /// Its time limit.
    pub(crate) time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Choose as this level does; the seed decides its random choices.
    Choose { level: Level, seed: u64, opening: Opening, last: Option<Column> },
    /// Find the score of every move.
    Evaluate,
    /// Find the reason.
    Explain(WhyQuestion),
}

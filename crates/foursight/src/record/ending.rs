//! How recorded games ended, in a word or two.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The kind of ending of a game.
///
/// A record says who won ([`GameResult`](super::GameResult)) and by what: this.
///
/// ```
/// use foursight::record::Ending;
///
/// assert_eq!("out of memory".parse(), Ok(Ending::OutOfMemory));
/// assert!(Ending::OutOfMemory.is_fault());
/// assert!(!Ending::Line.is_fault());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The winner completed a line.
    Line,
    /// The board is full and nobody has a line.
    Draw,
    /// Both players agreed on a draw.
    Agreement,
    /// The loser resigned.
    Resignation,
    /// The loser's clock for the whole game ran out.
    Time,
    /// The loser made a move that the rules forbid.
    IllegalMove,
    /// The loser wrote something that is not a move.
    Unreadable,
    /// The loser answered after its time.
    Late,
    /// The loser never answered.
    Silence,
    /// The loser closed its output.
    ClosedOutput,
    /// The loser's process ended.
    Crash,
    /// The loser needed more memory than allowed.
    OutOfMemory,
    /// The loser exceeded another limit.
    OverLimit,
    /// The loser wrote too much.
    TooMuchOutput,
    /// The loser did not start.
    StartFailure,
    /// The loser no longer plays in the tournament; the game was not played.
    Benched,
    /// The game was broken off; nobody is to blame.
    Interrupted,
    /// The referee failed; nobody is to blame.
    RefereeFailure,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 18] = [
        Self::Line,
        Self::Draw,
        Self::Agreement,
        Self::Resignation,
        Self::Time,
        Self::IllegalMove,
        Self::Unreadable,
        Self::Late,
        Self::Silence,
        Self::ClosedOutput,
        Self::Crash,
        Self::OutOfMemory,
        Self::OverLimit,
        Self::TooMuchOutput,
        Self::StartFailure,
        Self::Benched,
        Self::Interrupted,
        Self::RefereeFailure,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Draw => "draw",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::Unreadable => "unreadable",
            Self::Late => "late",
            Self::Silence => "silence",
            Self::ClosedOutput => "closed output",
            Self::Crash => "crash",
            Self::OutOfMemory => "out of memory",
            Self::OverLimit => "over a limit",
            Self::TooMuchOutput => "too much output",
            Self::StartFailure => "start failure",
            Self::Benched => "benched",
            Self::Interrupted => "interrupted",
            Self::RefereeFailure => "referee failure",
        }
    }

    /// Whether the board shows this ending.
    pub fn is_on_board(self) -> bool {
        matches!(self, Self::Line | Self::Draw)
    }

    /// Whether the loser did something wrong in the game, instead of losing by the rules, its clock or a
    /// resignation, or agreeing on a draw.
    pub fn is_fault(self) -> bool {
        match self {
            Self::IllegalMove
            | Self::Unreadable
            | Self::Late
            | Self::Silence
            | Self::ClosedOutput
            | Self::Crash
            | Self::OutOfMemory
            | Self::OverLimit
            | Self::TooMuchOutput
            | Self::StartFailure => true,
            Self::Line
            | Self::Draw
            | Self::Agreement
            | Self::Resignation
            | Self::Time
            | Self::Benched
            | Self::Interrupted
            | Self::RefereeFailure => false,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<Self, UnknownEnding> {
        let known = Self::ALL.into_iter().find(|ending| ending.name() == text);
        known.ok_or_else(|| UnknownEnding(text.to_owned()))
    }
}

/// A text that names no ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEnding(String);

impl fmt::Display for UnknownEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not an ending, such as line, draw or resignation", self.0)
    }
}

impl core::error::Error for UnknownEnding {}

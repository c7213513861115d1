//! The kinds of endings of games between programs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a game between programs ended. Most endings are a fault of the player who lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Ending {
    /// The winner completed a line.
    Line,
    /// The board is full and nobody has a line.
    Draw,
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

/// The names, in the order of the variants.
const NAMES: [(Ending, &str); 15] = [
    (Ending::Line, "line"),
    (Ending::Draw, "draw"),
    (Ending::IllegalMove, "illegal move"),
    (Ending::Unreadable, "unreadable"),
    (Ending::Late, "late"),
    (Ending::Silence, "silence"),
    (Ending::ClosedOutput, "closed output"),
    (Ending::Crash, "crash"),
    (Ending::OutOfMemory, "out of memory"),
    (Ending::OverLimit, "over a limit"),
    (Ending::TooMuchOutput, "too much output"),
    (Ending::StartFailure, "start failure"),
    (Ending::Benched, "benched"),
    (Ending::Interrupted, "interrupted"),
    (Ending::RefereeFailure, "referee failure"),
];

impl Ending {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// Whether the board shows this ending.
    pub fn is_on_board(self) -> bool {
        matches!(self, Self::Line | Self::Draw)
    }

    /// Whether the loser did something wrong in the game, instead of losing by the rules.
    pub fn is_fault(self) -> bool {
        let is_blameless = matches!(self, Self::Benched | Self::Interrupted | Self::RefereeFailure);
        !self.is_on_board() && !is_blameless
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl From<Ending> for &'static str {
    fn from(ending: Ending) -> Self {
        ending.name()
    }
}

impl TryFrom<String> for Ending {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let known = NAMES.into_iter().find(|&(_, name)| name == text);
        known
            .map(|(ending, _)| ending)
            .ok_or_else(|| format!("{text:?} is not an ending, such as line, draw or crash"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_stored_as_their_names() {
        for (ending, name) in NAMES {
            assert_eq!(ending.name(), name);
            let json = serde_json::to_string(&ending).unwrap();
            assert_eq!(json, format!("{name:?}"));
            assert_eq!(serde_json::from_str::<Ending>(&json).unwrap(), ending);
        }
        let error = serde_json::from_str::<Ending>("\"boredom\"").unwrap_err().to_string();
        assert!(error.starts_with("\"boredom\" is not an ending"), "{error}");
    }

    #[test]
    fn a_fault_is_the_losers() {
        let faults = NAMES.into_iter().filter(|(ending, _)| ending.is_fault());
        assert_eq!(faults.count(), 10);
        assert!(Ending::OutOfMemory.is_fault() && !Ending::Line.is_fault());
    }
}

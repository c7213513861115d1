//! The kinds of endings of games between programs.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};

/// The ending of a game between programs. Most endings are a fault of the player who lost.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
)]
#[cfg_attr(test, derive(strum::VariantArray))]
#[serde(into = "&'static str", try_from = "String")]
#[strum(serialize_all = "lowercase")]
pub enum Ending {
    /// The winner completed a line.
    Line,
    /// The board is full and nobody has a line.
    Draw,
    /// The loser made a move that the rules forbid.
    #[strum(serialize = "illegal move")]
    IllegalMove,
    /// The loser wrote something that is not a move.
    Unreadable,
    /// The loser answered after its time.
    Late,
    /// The loser never answered.
    Silence,
    /// The loser closed its output.
    #[strum(serialize = "closed output")]
    ClosedOutput,
    /// The loser's process ended.
    Crash,
    /// The loser used more memory than allowed.
    #[strum(serialize = "out of memory")]
    OutOfMemory,
    /// The loser exceeded another limit.
    #[strum(serialize = "over a limit")]
    OverLimit,
    /// The loser wrote too much.
    #[strum(serialize = "too much output")]
    TooMuchOutput,
    /// The loser did not start.
    #[strum(serialize = "start failure")]
    StartFailure,
    /// The loser no longer plays in the tournament; the game was not played.
    Benched,
    /// The game was aborted; nobody is to blame.
    Interrupted,
    /// The referee failed; nobody is to blame.
    #[strum(serialize = "referee failure")]
    RefereeFailure,
}

impl Ending {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The ending in words, after "won" or "draw", where lines of `connect` discs win.
    pub fn in_words(self, connect: usize) -> &'static str {
        match (self, connect) {
            (Self::Line, 3) => "three in a row",
            (Self::Line, 4) => "four in a row",
            (Self::Line, 5) => "five in a row",
            (Self::Line, _) => "six in a row",
            (Self::Draw, _) => "the board is full",
            (fault, _) => fault.name(),
        }
    }

    /// Whether the board shows this ending.
    pub fn is_on_board(self) -> bool {
        matches!(self, Self::Line | Self::Draw)
    }

    /// Whether the loser committed a fault, instead of losing on the board.
    pub fn is_fault(self) -> bool {
        let is_blameless = matches!(self, Self::Benched | Self::Interrupted | Self::RefereeFailure);
        !self.is_on_board() && !is_blameless
    }
}

impl TryFrom<String> for Ending {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|_| format!("{text:?} is not an ending, such as line, draw or crash"))
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn endings_are_stored_as_their_names() {
        assert_eq!(Ending::ClosedOutput.name(), "closed output");
        assert_eq!(Ending::OverLimit.to_string(), "over a limit");
        for &ending in Ending::VARIANTS {
            let json = serde_json::to_string(&ending).unwrap();
            assert_eq!(json, format!("{:?}", ending.name()));
            assert_eq!(serde_json::from_str::<Ending>(&json).unwrap(), ending);
        }
        let error = serde_json::from_str::<Ending>("\"boredom\"").unwrap_err().to_string();
        assert!(error.starts_with("\"boredom\" is not an ending"), "{error}");
    }
}

//! The ideas of the game, by the names of its literature (Allis 1988, Allen 1990).

use std::fmt;

/// What decides a position, or what a mistake overlooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Idea {
    /// A line that can be completed at once.
    Four,
    /// Two lines to complete with the next disc: only one can be blocked.
    DoubleThreat,
    /// A winning cell right above another one.
    ThreatAboveThreat,
    /// A disc right below the other side's winning cell lets that side play it.
    SteppingStone,
    /// Every disc threatens a line, so each answer is forced.
    ForcedSequence,
    /// The other side runs out of moves and must play below a winning cell.
    Zugzwang,
    /// Answering on top of every disc, to the end.
    FollowUp,
    /// A few short branches, each with an answer of its own.
    Branches,
}

impl Idea {
    /// Every idea.
    pub const ALL: [Self; 8] = [
        Self::Four,
        Self::DoubleThreat,
        Self::ThreatAboveThreat,
        Self::SteppingStone,
        Self::ForcedSequence,
        Self::Zugzwang,
        Self::FollowUp,
        Self::Branches,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Four => "four in a row",
            Self::DoubleThreat => "double threat",
            Self::ThreatAboveThreat => "threat above threat",
            Self::SteppingStone => "stepping stone",
            Self::ForcedSequence => "forced sequence",
            Self::Zugzwang => "zugzwang",
            Self::FollowUp => "follow-up",
            Self::Branches => "branches",
        }
    }
}

impl fmt::Display for Idea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

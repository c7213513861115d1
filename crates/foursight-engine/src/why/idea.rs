//! The ideas of the game, by the names of its literature (Allis 1988, Allen 1990).

use std::fmt;

/// The idea that decides a position, or that a mistake overlooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Idea {
    /// A line that can be completed at once.
    Four,
    /// A line that the mistake could have completed at once.
    MissedFour,
    /// A disc right below the other side's winning cell, which lets that side play there.
    SteppingStone,
    /// Lines to complete in two cells: only one can be blocked.
    DoubleThreat,
    /// A winning cell right above another: blocking one fills the cell under the other.
    ThreatAboveThreat,
    /// A threat with every disc, so that every answer is forced.
    ForcedSequence,
    /// Winning cells in odd rows, below which the other side must play in the end.
    OddThreat,
    /// Winning cells in even rows, below which the other side must play in the end.
    EvenThreat,
    /// The other side must play below some winning cell in the end.
    Zugzwang,
    /// An answer on top of every disc, to the end.
    FollowUp,
    /// A few replies that need answers of their own.
    Branches,
}

impl Idea {
    /// Every idea.
    pub const ALL: [Self; 11] = [
        Self::Four,
        Self::MissedFour,
        Self::SteppingStone,
        Self::DoubleThreat,
        Self::ThreatAboveThreat,
        Self::ForcedSequence,
        Self::OddThreat,
        Self::EvenThreat,
        Self::Zugzwang,
        Self::FollowUp,
        Self::Branches,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Four => "four in a row",
            Self::MissedFour => "missed four",
            Self::SteppingStone => "stepping stone",
            Self::DoubleThreat => "double threat",
            Self::ThreatAboveThreat => "threat above threat",
            Self::ForcedSequence => "forced sequence",
            Self::OddThreat => "odd threat",
            Self::EvenThreat => "even threat",
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

//! Reasons: why a position is won, or not lost, as a strategy that a person can follow by hand.
//!
//! A [`Reason`] claims that one side, the *hero*, [wins](Claim::Wins) or [holds](Claim::Holds), and says what it plays
//! against every disc of the *other* side. [`Reason::check`] plays that strategy against every reply and returns a
//! [`Proof`], which nothing else can make. The checker uses neither search nor theory: after ten minutes of reading its
//! code, you can trust every reason that it accepts.
//!
//! ```
//! use foursight::reason::{Answers, Claim, Reason, Start};
//! use foursight::{Cell, Player, Position};
//!
//! // Three discs of the first player in a row, both ends open: no reply blocks both.
//! let position: Position = "44556".parse()?;
//! let reason = Reason {
//!     hero: Player::First,
//!     claim: Claim::Wins,
//!     start: Start::Other(Answers::default()),
//! };
//! let proof = reason.check(&position)?;
//! let finishes: Vec<Cell> = proof.finishes().map(|(cell, _)| cell).collect();
//! assert_eq!(finishes, [Cell::new(2, 0), Cell::new(6, 0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The forms that people know are special cases. A double threat needs no [`Answers`] at all, a forced
//! sequence has one named reply each time, and "answer on top" is a [`Follow`] without pairs.

mod answer;
mod check;
mod grid;
mod proof;
pub(crate) mod text;

use alloc::vec::Vec;

pub use check::{Flaw, MAX_POSITIONS, Refutation};
pub use proof::{End, Proof};
pub use text::TurnError;

use crate::{Cell, Column, Player, Position, Size};

/// The result that a side can be sure of, and how the side achieves it.
///
/// A reason may be wrong; [`Reason::check`] verifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The side with the strategy.
    pub hero: Player,
    /// The result that the strategy achieves.
    pub claim: Claim,
    /// The strategy's first action.
    pub start: Start,
}

/// The result that a strategy achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The hero completes a line before the other side does.
    Wins,
    /// The other side never completes a line, unless the hero has completed one first.
    Holds,
}

/// The start of a strategy, depending on the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The hero is to move.
    Hero(Turn),
    /// The other side is to move.
    Other(Answers),
}

/// The hero's next disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This cell completes a line.
    Finish(Cell),
    /// A disc in this cell, and how the hero continues.
    Play(Cell, Answers),
}

/// The hero's answers to every disc of the other side.
///
/// If the hero can complete a line at once, it does, and needs no answer. Otherwise a named reply has its own turn, and
/// [`Answers::follow`] answers all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Replies that need an answer of their own.
    pub named: Vec<(Cell, Turn)>,
    /// The rule that answers all other replies.
    pub follow: Option<Follow>,
}

/// A rule that answers every disc of the other side to the end of the game.
///
/// The answer is the first of these that can be played and does not let the other side complete a line at once: a
/// block, if the other side could complete a line; a double threat, if the rule makes double threats; the partner of
/// the cell that the other side has just taken; the cell above that cell; a disc in a spare column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follow {
    /// Whether the rule makes a double threat wherever possible: two cells that each complete a line, and that can both
    /// be played now or lie one right above the other.
    pub double_threats: bool,
    /// Cells that answer each other.
    pub pairs: Vec<(Cell, Cell)>,
    /// The columns to play, in this order, if there is no other answer.
    pub spare: Vec<Column>,
}

impl Reason {
    /// Plays the strategy from `position` against every reply.
    ///
    /// # Errors
    ///
    /// If some line of play defeats the strategy, or if there are more than [`MAX_POSITIONS`] to visit.
    pub fn check<S: Size>(self, position: &Position<S>) -> Result<Proof<S>, Refutation> {
        check::check(self, position)
    }

    /// The hero's move after `moves` of both sides from `position`, where the strategy begins. The move may be wrong
    /// unless the reason, or its mirror image, has passed [`Reason::check`] there.
    ///
    /// `None` if the other side is to move, the game is over, or the hero's moves are not those of the strategy.
    pub fn answer<S: Size>(&self, position: &Position<S>, moves: &[Column]) -> Option<Cell> {
        answer::next_move(self, position, moves)
    }

    /// The same reason with left and right exchanged, on a board of `width` columns.
    #[must_use]
    pub fn mirror(&self, width: usize) -> Self {
        let start = match &self.start {
            Start::Hero(turn) => Start::Hero(turn.mirror(width)),
            Start::Other(answers) => Start::Other(answers.mirror(width)),
        };
        Self { start, ..*self }
    }
}

impl Turn {
    /// The cell where the hero plays.
    pub fn cell(&self) -> Cell {
        match self {
            Self::Finish(cell) | Self::Play(cell, _) => *cell,
        }
    }

    pub(crate) fn mirror(&self, width: usize) -> Self {
        let cell = self.cell().mirror(width);
        match self {
            Self::Finish(_) => Self::Finish(cell),
            Self::Play(_, answers) => Self::Play(cell, answers.mirror(width)),
        }
    }
}

impl Answers {
    /// The hero's turn after `reply`, if that reply is named.
    pub fn named(&self, reply: Cell) -> Option<&Turn> {
        self.named.iter().find(|(cell, _)| *cell == reply).map(|(_, turn)| turn)
    }

    pub(crate) fn mirror(&self, width: usize) -> Self {
        let named = self.named.iter().map(|(cell, turn)| (cell.mirror(width), turn.mirror(width)));
        Self {
            named: named.collect(),
            follow: self.follow.as_ref().map(|follow| follow.mirror(width)),
        }
    }
}

impl Follow {
    /// The partner of `cell`, if it has one.
    pub fn partner(&self, cell: Cell) -> Option<Cell> {
        self.pairs.iter().find_map(|&(one, two)| match cell {
            _ if cell == one => Some(two),
            _ if cell == two => Some(one),
            _ => None,
        })
    }

    pub(crate) fn mirror(&self, width: usize) -> Self {
        // The left cell stays the first.
        let pairs = self.pairs.iter().map(|(one, two)| (two.mirror(width), one.mirror(width)));
        let spare = self.spare.iter().map(|column| column.mirror(width));
        Self { pairs: pairs.collect(), spare: spare.collect(), ..*self }
    }
}

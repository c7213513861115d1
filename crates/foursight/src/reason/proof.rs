//! The checker's record of a strategy that it accepts.

use alloc::vec::Vec;

use super::Reason;
use super::answer::Kind;
use crate::{Cell, Column, Position, Size, Standard};

/// A [`Reason`] that holds in its position: its strategy has been played against every reply.
///
/// Only [`Reason::check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<S: Size = Standard> {
    pub(super) position: Position<S>,
    pub(super) reason: Reason,
    pub(super) n_positions: usize,
    /// The finishing cells in order, each with its line.
    pub(super) finishes: Vec<(Cell, Vec<Cell>)>,
    /// The ends of lines of play in order, each with the number of positions in which it occurs.
    pub(super) ends: Vec<(End, usize)>,
    pub(super) fills_board: bool,
    /// The kinds of answers that rules gave.
    pub(super) kinds: [bool; Kind::COUNT],
}

impl<S: Size> Proof<S> {
    /// The position that the reason is about.
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// The claim and the strategy.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The number of positions that the checker has visited with the other side to move.
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// The cells where the hero completes a line in at least one game, each with one of those lines.
    pub fn finishes(&self) -> impl Iterator<Item = (Cell, &[Cell])> {
        self.finishes.iter().map(|(cell, line)| (*cell, line.as_slice()))
    }

    /// The ends of the lines of play that the hero wins after a disc of the other side, each with the number of
    /// positions in which it occurs, after every double threat that the rule could make.
    pub fn ends(&self) -> impl Iterator<Item = (&End, usize)> {
        self.ends.iter().map(|(end, n_positions)| (end, *n_positions))
    }

    /// Whether some line of play fills the board.
    pub fn fills_board(&self) -> bool {
        self.fills_board
    }

    /// Whether, in some line of play, a rule must block in a cell that is neither a partner nor the cell above.
    pub fn blocks(&self) -> bool {
        self.kinds[Kind::Block as usize]
    }

    /// Whether, in some line of play, a rule avoids the partner or the cell above because a disc there would let the
    /// other side complete a line.
    pub fn detours(&self) -> bool {
        self.kinds[Kind::Detour as usize]
    }

    /// Whether, in some line of play, a rule makes a double threat.
    pub fn double_threats(&self) -> bool {
        self.kinds[Kind::DoubleThreat as usize]
    }

    /// The hero's move after `moves` of both sides from [`Proof::position`] on.
    ///
    /// `None` if the other side is to move, the game is over, or the hero's moves are not those of the
    /// strategy.
    ///
    /// ```
    /// use foursight::reason::{Answers, Claim, Reason, Start};
    /// use foursight::{Cell, Column, Player, Position};
    ///
    /// let position: Position = "44556".parse()?;
    /// let reason = Reason {
    ///     hero: Player::First,
    ///     claim: Claim::Wins,
    ///     start: Start::Other(Answers::default()),
    /// };
    /// let proof = reason.check(&position)?;
    /// assert_eq!(proof.answer(&[Column::new(6)]), Some(Cell::new(2, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self, moves: &[Column]) -> Option<Cell> {
        self.reason.answer(&self.position, moves)
    }
}

/// The end of a line of play: after the other side plays a disc, the hero can complete a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// The last disc of the other side.
    pub reply: Cell,
    /// Every cell where the hero can complete a line now, from the left.
    pub cells: Vec<Cell>,
    /// Whether the last disc blocked a threat, or there was no threat to block.
    pub is_resisting: bool,
}

//! How a line of play ends that the hero wins.

use alloc::vec::Vec;

use crate::Cell;

/// The end of a line of play: after a disc of the other side, the hero can complete a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// The last disc of the other side.
    pub reply: Cell,
    /// Every cell where the hero can complete a line now, from the left.
    pub cells: Vec<Cell>,
    /// Whether the last disc blocked a threat, or there was no threat to block.
    pub is_resisting: bool,
}

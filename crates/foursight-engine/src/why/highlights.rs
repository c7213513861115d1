//! The signs of a reason on the board.

use foursight::{Cell, Player};

/// The cells that a reason is about, for any renderer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// Cells that matter.
    pub cells: Vec<Cell>,
    /// Pairs of a cell and the cell it leads to.
    pub leads: Vec<(Cell, Cell)>,
    /// Cells that answer each other.
    pub pairs: Vec<(Cell, Cell)>,
    /// The discs of a line of play in order.
    pub steps: Vec<(Cell, Player)>,
}

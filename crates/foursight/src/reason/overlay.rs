//! The signs that show a reason in a picture.

use alloc::vec::Vec;

use crate::{Cell, Player};

/// Signs over a board, for any renderer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// Cells that matter, each drawn with a ring.
    pub rings: Vec<Cell>,
    /// Pairs of a cell and the cell it leads to.
    pub arrows: Vec<(Cell, Cell)>,
    /// Cells that answer each other.
    pub links: Vec<(Cell, Cell)>,
    /// The discs of a line of play in order, numbered from 1.
    pub steps: Vec<(Cell, Player)>,
}

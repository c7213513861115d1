//! What a picture shows of a reason.

use alloc::vec::Vec;

use crate::{Cell, Player};

/// Signs drawn over a board, for whoever draws it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// Cells that matter: a ring in each.
    pub rings: Vec<Cell>,
    /// From a cell to the one that it leads to.
    pub arrows: Vec<(Cell, Cell)>,
    /// Cells that answer each other.
    pub links: Vec<(Cell, Cell)>,
    /// The discs of a line of play in order, numbered from 1.
    pub steps: Vec<(Cell, Player)>,
}

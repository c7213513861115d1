//! Signs over a board, and their words.

use foursight::{Cell, Player};

/// The number of steps in a line of text, which keeps the line below 80 characters.
const STEPS_A_LINE: usize = 7;

/// Signs over a board.
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

/// An overlay, and the names of the first and the second player's discs.
pub(crate) struct Words<'a> {
    pub(crate) overlay: &'a Overlay,
    pub(crate) discs: [&'a str; 2],
}

impl Words<'_> {
    /// The whole overlay in a sentence; `None` if there is nothing to show.
    pub(crate) fn sentence(&self) -> Option<String> {
        let arrows =
            self.overlay.arrows.iter().map(|(from, to)| format!("arrow from {from} to {to}"));
        let phrases: Vec<_> = self
            .rings()
            .into_iter()
            .chain(arrows)
            .chain(self.links())
            .chain(self.steps(usize::MAX))
            .collect();
        (!phrases.is_empty()).then(|| format!("Marked on the board: {}.", phrases.join("; ")))
    }

    /// Information that the cells of a text cannot show, one item per line.
    pub(crate) fn legend(&self, shows_rings: bool) -> String {
        let rings = self.rings().filter(|_| !shows_rings);
        let arrows: Vec<_> =
            self.overlay.arrows.iter().map(|(from, to)| format!("{from} -> {to}")).collect();
        let arrows = (!arrows.is_empty()).then(|| arrows.join(", "));
        let lines =
            rings.into_iter().chain(arrows).chain(self.links()).chain(self.steps(STEPS_A_LINE));
        lines.map(|line| format!("  {line}\n")).collect::<Vec<_>>().concat()
    }

    fn rings(&self) -> Option<String> {
        let cells: Vec<_> = self.overlay.rings.iter().map(Cell::to_string).collect();
        match cells.len() {
            0 => None,
            1 => Some(format!("ring on {}", cells[0])),
            _ => Some(format!("rings on {}", cells.join(", "))),
        }
    }

    fn links(&self) -> impl Iterator<Item = String> {
        self.overlay.links.iter().map(|(one, two)| format!("{one} and {two} answer each other"))
    }

    /// The steps, at most `length` in a text.
    fn steps(&self, length: usize) -> Vec<String> {
        let [first, second] = self.discs;
        let to_words = |(number, &(cell, player)): (usize, &(Cell, Player))| {
            let disc = if player == Player::First { first } else { second };
            format!("{number}. {disc} {cell}")
        };
        let steps: Vec<_> = (1..).zip(&self.overlay.steps).map(to_words).collect();
        steps.chunks(length).map(|steps| steps.join(", ")).collect()
    }
}

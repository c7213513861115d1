//! Signs over the board: rings, arrows, links and the steps of a line of play; letters in empty cells.

use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Cell, CellError, Player, Position, Size};
use foursight_render::{Overlay, SIGNS};

use crate::failure::UsageError;

/// Signs to draw over the board.
#[derive(Args, Debug)]
pub(super) struct OverlayArgs {
    /// Label the border: columns a, b, c and so on, rows 1, 2, 3 from the bottom.
    #[arg(long)]
    coordinates: bool,
    /// Draw a ring around each of these cells, as in `b2` or `b2,d4`.
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    ring: Vec<Cell>,
    /// Draw an arrow from one cell to another, as in `b1-b2`.
    #[arg(long, value_name = "CELL-CELL", value_delimiter = ',')]
    arrow: Vec<Pair>,
    /// Link two cells that answer each other, as in `a2-g2`.
    #[arg(long, value_name = "CELL-CELL", value_delimiter = ',')]
    link: Vec<Pair>,
    /// Number the moves to come, as in `e3,f2,e4`; the side to move plays the first one.
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    steps: Vec<Cell>,
}

/// Two different cells.
#[derive(Clone, Copy, Debug)]
struct Pair(Cell, Cell);

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once('-').ok_or("write two cells, as in b1-b2")?;
        let cell =
            |name: &str| name.parse().map_err(|error: CellError| format!("{name:?}: {error}"));
        let (from, to): (Cell, Cell) = (cell(from)?, cell(to)?);
        if from == to {
            Err(format!("both cells are {from}; write two different ones"))
        } else {
            Ok(Self(from, to))
        }
    }
}

impl OverlayArgs {
    /// The first of these options on the command line.
    pub(super) fn option(&self) -> Option<&'static str> {
        let options = [
            (self.coordinates, "--coordinates"),
            (!self.ring.is_empty(), "--ring"),
            (!self.arrow.is_empty(), "--arrow"),
            (!self.link.is_empty(), "--link"),
            (!self.steps.is_empty(), "--steps"),
        ];
        options.into_iter().find(|&(is_given, _)| is_given).map(|(_, option)| option)
    }

    /// The signs over `position`.
    ///
    /// # Errors
    ///
    /// If a cell is not on the board, or a step cannot be played.
    pub(super) fn overlay(&self, position: &Position<AnySize>) -> Result<Overlay> {
        let cells = self.ring.iter().map(|&cell| ("--ring", cell));
        let arrows = self.arrow.iter().flat_map(|&Pair(from, to)| [from, to]);
        let links = self.link.iter().flat_map(|&Pair(one, two)| [one, two]);
        let cells = cells.chain(arrows.map(|cell| ("--arrow", cell)));
        for (option, cell) in cells.chain(links.map(|cell| ("--link", cell))) {
            let (width, height) = (position.size().width(), position.size().height());
            if cell.column.index() >= width || cell.row >= height {
                let message = format!("{option}: {cell} is outside the board of {width}x{height}");
                return Err(UsageError(message).into());
            }
        }
        let pair = |&Pair(one, two): &Pair| (one, two);
        Ok(Overlay {
            rings: self.ring.clone(),
            arrows: self.arrow.iter().map(pair).collect(),
            links: self.link.iter().map(pair).collect(),
            steps: self.steps(*position)?,
        })
    }

    /// Each step with its player.
    fn steps(&self, mut position: Position<AnySize>) -> Result<Vec<(Cell, Player)>> {
        let mut steps = Vec::new();
        for (number, &cell) in (1..).zip(&self.steps) {
            let fault = |what| UsageError(format!("--steps: step {number}, {cell}: {what}"));
            let next = position.play(cell.column).map_err(|error| fault(error.to_string()))?;
            let row = position.discs().in_column(cell.column).count();
            if cell.row != row {
                let lands = Cell { row, ..cell };
                return Err(fault(format!("a disc in this column lands on {lands}")).into());
            }
            steps.push((cell, position.side_to_move()));
            position = next;
        }
        Ok(steps)
    }
}

/// A sign and its cells, as in `T=b4,f4`.
#[derive(Clone, Debug)]
pub(super) struct Label {
    sign: char,
    cells: Vec<Cell>,
}

impl FromStr for Label {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rest = text.chars();
        let (Some(sign), Some(cells)) = (rest.next(), rest.as_str().strip_prefix('=')) else {
            return Err("write one sign, =, and cells, as in T=b4,f4".to_owned());
        };
        if !SIGNS.contains(sign) {
            return Err(format!("{sign:?} is not one of the signs {SIGNS}"));
        }
        let cell =
            |text: &str| text.parse().map_err(|error: CellError| format!("{text:?}: {error}"));
        let cells = cells.split(',').map(cell).collect::<Result<_, String>>()?;
        Ok(Self { sign, cells })
    }
}

/// Every cell of `labels` with its sign.
///
/// # Errors
///
/// If a cell is not an empty cell of the board, or is listed twice.
pub(super) fn labeled(labels: &[Label], position: &Position<AnySize>) -> Result<Vec<(Cell, char)>> {
    let (width, height) = (position.size().width(), position.size().height());
    let mut labeled: Vec<(Cell, char)> = Vec::new();
    for Label { sign, cells } in labels {
        for &cell in cells {
            let Cell { column, row } = cell;
            let fault = |what| UsageError(format!("--label {sign}={cell}: {what}"));
            if column.index() >= width || row >= height {
                return Err(fault(format!("the board is {width}x{height}")).into());
            }
            if position.discs().contains(cell) {
                return Err(fault("a disc is there".to_owned()).into());
            }
            if labeled.iter().any(|&(other, _)| other == cell) {
                return Err(fault("the cell already has a sign".to_owned()).into());
            }
            labeled.push((cell, *sign));
        }
    }
    Ok(labeled)
}

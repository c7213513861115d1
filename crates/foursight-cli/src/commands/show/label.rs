//! Letters in empty cells, to refer to them.

use std::str::FromStr;

use anyhow::Result;
use foursight::{AnySize, Cell, CellError, Position, Size};
use foursight_render::SIGNS;

use crate::failure::UsageError;

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
pub(super) fn cells(labels: &[Label], position: &Position<AnySize>) -> Result<Vec<(Cell, char)>> {
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

//! How boards lie in arrays: the layouts that `foursight.LAYOUTS` explains.

use foursight::{AnySize, Bitboard, Player, Position, Size};
use pyo3::prelude::*;

use crate::errors::value_error;

/// A layout; a flat board has the bytes of a grid.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Layout {
    Grid,
    Planes,
    PettingZoo,
    OpenSpiel,
    BitBully,
}

/// The distances between neighbors in the bytes of a board, whose rows begin at the top or at the bottom.
struct Steps {
    is_from_top: bool,
    row: usize,
    column: usize,
    plane: usize,
}

impl Layout {
    pub(crate) fn named(name: &str) -> PyResult<Self> {
        Ok(match name {
            "grid" | "flat" => Self::Grid,
            "planes" => Self::Planes,
            "pettingzoo" => Self::PettingZoo,
            "openspiel" => Self::OpenSpiel,
            "bitbully" => Self::BitBully,
            _ => return Err(value_error(format!("{name:?} is not a layout"))),
        })
    }

    /// The number of bytes of one board.
    pub(crate) fn n_bytes(self, size: impl Size) -> usize {
        let n_planes = match self {
            Self::Grid | Self::BitBully => 1,
            Self::Planes | Self::PettingZoo => 2,
            Self::OpenSpiel => 3,
        };
        n_planes * size.n_cells()
    }

    fn steps(self, size: impl Size) -> Steps {
        let (width, height, plane) = (size.width(), size.height(), size.n_cells());
        match self {
            Self::Grid => Steps { is_from_top: true, row: width, column: 1, plane: 0 },
            Self::Planes => Steps { is_from_top: true, row: width, column: 1, plane },
            Self::PettingZoo => Steps { is_from_top: true, row: 2 * width, column: 2, plane: 1 },
            Self::OpenSpiel => Steps { is_from_top: false, row: width, column: 1, plane },
            Self::BitBully => Steps { is_from_top: false, row: 1, column: height, plane: 0 },
        }
    }

    /// Writes a board into bytes that are 0.
    pub(crate) fn write<S: Size>(self, position: &Position<S>, bytes: &mut [u8]) {
        let (size, steps) = (position.size(), self.steps(position.size()));
        let [first, second] = [Player::First, Player::Second].map(|one| position.discs_of(one));
        let nothing = (Bitboard::empty(size), 0);
        let planes = match self {
            Self::Grid | Self::BitBully => [(first, 1), (second, 2), nothing],
            Self::Planes | Self::PettingZoo => {
                [(position.mover(), 1), (position.opponent(), 1), nothing]
            }
            Self::OpenSpiel => [(first, 1), (second, 1), (!position.discs(), 1)],
        };
        for (plane, (cells, value)) in planes.into_iter().enumerate() {
            for cell in cells.cells() {
                let row = if steps.is_from_top { size.height() - 1 - cell.row } else { cell.row };
                let column = cell.column.index();
                bytes[plane * steps.plane + row * steps.row + column * steps.column] = value;
            }
        }
    }

    /// The bytes of one board.
    pub(crate) fn of_position(self, position: &Position<AnySize>) -> Vec<u8> {
        let mut bytes = vec![0; self.n_bytes(position.size())];
        self.write(position, &mut bytes);
        bytes
    }
}

//! The line test by shifting, one step at a time.
//!
//! In the packed layout the top of a column touches the bottom of the next, so the test must drop the cells whose
//! neighbor comes from another column. [`ShiftStep::wrapped`] shows them; the sentinel layout has none.

use alloc::vec::Vec;
use core::iter;

use super::Layout;
use crate::{AnySize, Bitboard, Direction, Size};

/// The line test in one direction, made by [`Layout::line_test`].
///
/// Each step shifts the previous step's word and keeps the cells that are set in both. A line of four takes two steps,
/// by one cell and by two:
///
/// ```
/// use foursight::bits_explained::Layout;
/// use foursight::{Direction, Position};
///
/// let red = "1213141".parse::<Position>()?.opponent();
/// let test = Layout::Sentinel.line_test(red, Direction::Vertical);
/// assert_eq!(test.steps[0].before, 0b1111);
/// assert_eq!(test.steps[0].remaining, 0b0111);
/// assert_eq!(test.steps[1].remaining, 0b0001);
/// assert_eq!(test.remaining(), 0b0001);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTest {
    /// The direction.
    pub direction: Direction,
    /// The number of bits between neighbors.
    pub stride: usize,
    /// The steps, in order.
    pub steps: Vec<ShiftStep>,
}

/// One step of a [`LineTest`]: `remaining = before & (before >> shift) & !wrapped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftStep {
    /// The word before the step.
    pub before: u128,
    /// The number of bits by which the step shifts the word to the right.
    pub shift: usize,
    /// The word after the shift.
    pub shifted: u128,
    /// The cells whose shifted bit comes from beyond an edge of the board and is ignored.
    pub wrapped: u128,
    /// The cells that remain.
    pub remaining: u128,
}

impl LineTest {
    /// The cells that remain after the last step: 0 if there is no line.
    pub fn remaining(&self) -> u128 {
        self.steps.last().map_or(0, |step| step.remaining)
    }
}

impl Layout {
    /// The line test for `cells` in `direction`, step by step.
    pub fn line_test<S: Size>(self, cells: Bitboard<S>, direction: Direction) -> LineTest {
        let size = cells.size().to_any();
        let stride = self.stride(size, direction);
        let mut before = self.encode(cells);
        let steps = doublings(size.connect()).map(|step| {
            let shift = step * stride;
            let shifted = before >> shift;
            let wrapped = before & shifted & !self.reached(size, direction, step);
            let remaining = before & shifted & !wrapped;
            let done = ShiftStep { before, shift, shifted, wrapped, remaining };
            before = remaining;
            done
        });
        LineTest { direction, stride, steps: steps.collect() }
    }

    fn stride(self, size: AnySize, direction: Direction) -> usize {
        match (self, direction) {
            (Self::Sentinel, _) => direction.stride(size),
            (Self::Packed, Direction::Vertical) => 1,
            (Self::Packed, Direction::Horizontal) => size.height(),
            (Self::Packed, Direction::Rising) => size.height() + 1,
            (Self::Packed, Direction::Falling) => size.height() - 1,
        }
    }

    /// The cells that have a neighbor on the board `distance` cells away, on the side that the shift brings in.
    ///
    /// In the sentinel layout a shift brings in neighbors above and to the right; in the packed layout, which numbers
    /// the cells the other way round, it brings in those below and to the left.
    fn reached(self, size: AnySize, direction: Direction, distance: usize) -> u128 {
        let all = !Bitboard::empty(size);
        let toward_origin = self == Self::Packed;
        let rises = matches!(direction, Direction::Vertical | Direction::Rising);
        let has_room =
            |at: usize, n: usize, low: bool| if low { at >= distance } else { at + distance < n };
        let reached = all.cells().filter(|cell| {
            let in_row = match direction {
                Direction::Horizontal => true,
                _ => has_room(cell.row, size.height(), rises == toward_origin),
            };
            let in_column = match direction {
                Direction::Vertical => true,
                _ => has_room(cell.column.index(), size.width(), toward_origin),
            };
            in_row && in_column
        });
        reached
            .fold(0, |word, cell| word | 1 << self.bit_index(size, cell.column.index(), cell.row))
    }
}

/// The shifts, in multiples of a stride, that shrink a run of `connect` discs to its first one: `1, 2`
/// for a line of four and `1, 2, 2` for one of six.
fn doublings(connect: usize) -> impl Iterator<Item = usize> {
    let mut length = 1;
    iter::from_fn(move || {
        let step = length.min(connect - length);
        length += step;
        (step > 0).then_some(step)
    })
}

//! The moves of a node side by side.
//!
//! Work on all moves is a loop over *lanes*, one for each column from the center outward, without branches. The
//! compiler turns such a loop into vector instructions, which handle two, four or eight lanes at once, depending on the
//! processor.
//!
//! Eight lanes fill the longest vectors. Columns beyond the eighth follow one after another, with the four directions of a
//! line side by side where the processor can do that: a second vector for one or two of them would take longer.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use std::ops::{Index, IndexMut, Range};

use foursight::{Bits, Column, Size};

use crate::solve::sort_from_center;

/// A value for each lane.
// The alignment keeps eight words in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Lanes<T>([T; Column::MAX_COUNT]);

/// Some of the lanes, a bit each.
pub(crate) type LaneSet = u64;

/// The bit of each lane. A table, because few processors can shift each word of a vector by its own distance.
pub(crate) const LANE_BITS: [LaneSet; Column::MAX_COUNT] = {
    let mut bits = [1; Column::MAX_COUNT];
    let mut lane = 1;
    while lane < bits.len() {
        bits[lane] = bits[lane - 1] << 1;
        lane += 1;
    }
    bits
};

/// The lanes of a set, from the first.
#[derive(Clone, Debug)]
pub(crate) struct EachLane(pub(crate) LaneSet);

impl Iterator for EachLane {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}

impl<T> Index<usize> for Lanes<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, lane: usize) -> &T {
        &self.0[lane]
    }
}

impl<T> IndexMut<usize> for Lanes<T> {
    #[inline(always)]
    fn index_mut(&mut self, lane: usize) -> &mut T {
        &mut self.0[lane]
    }
}

/// The cells of each column, from the center outward, the left one of a pair first; lanes without a column are
/// empty.
pub(crate) fn columns_from_center<S: Size>(size: S) -> Lanes<S::Bits> {
    let mut order: Vec<Column> = size.columns().collect();
    sort_from_center(&mut order, size);
    let mut columns = Lanes::default();
    for (lane, column) in order.into_iter().enumerate() {
        columns[lane] = size.column_mask(column);
    }
    columns
}

/// The lanes of a loop that is compiled to vector instructions, with columns or without: as many as fill a vector of any
/// length.
#[inline(always)]
pub(crate) const fn side_by_side<S: Size>() -> Range<usize> {
    0..if S::Bits::HAS_VECTORS { 8 } else { 0 }
}

/// The columns that are left after [`side_by_side`], for a loop over those that have a move.
#[inline(always)]
pub(crate) fn one_by_one<S: Size>(size: S) -> Range<usize> {
    let first = side_by_side::<S>().end;
    // Most boards have no such column, which the compiler knows from their type.
    if size.max_width() <= first { first..first } else { first..size.width() }
}

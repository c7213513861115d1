//! The moves of a node side by side.
//!
//! Work on all moves is a loop over *lanes*, one for each column from the center outward, without branches. The
//! compiler turns such a loop into vector instructions, which handle two, four or eight lanes at once, depending on the
//! processor.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use std::ops::{Index, IndexMut};

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

/// The number of lanes in a loop: all columns, and enough to fill a vector of any length.
#[inline(always)]
pub(crate) fn n_lanes<S: Size>(size: S) -> usize {
    if has_vectors::<S>() { size.max_width().max(8) } else { size.width() }
}

/// Whether the processor's vectors have lanes for this board.
#[inline(always)]
pub(crate) const fn has_vectors<S: Size>() -> bool {
    size_of::<S::Bits>() == size_of::<u64>()
}

/// Whether a loop should skip a lane with this landing cell, because there is no move in it and the lane would
/// take as long as any other.
#[inline(always)]
pub(crate) fn is_skipped<S: Size>(landing: S::Bits) -> bool {
    !has_vectors::<S>() && landing == S::Bits::ZERO
}

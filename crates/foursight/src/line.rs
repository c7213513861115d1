//! Lines: the four directions, whether discs form a line, and which cells would complete one.
//!
//! Neighbors in one direction are a fixed number of bits apart, the direction's stride. `x & (x >> stride)` keeps the
//! discs whose neighbor is also a disc; repeated with doubled shifts, it keeps the discs that start a whole line. In
//! every direction an empty sentinel separates the top of a column from the bottom of the next, so nothing wraps; where
//! there are no sentinels, the cells that have wrapped are dropped.
//!
//! A search calls the functions on raw words for every node. They have no branches that depend on the
//! discs, so the compiler can vectorize a loop over several positions.

#![expect(clippy::inline_always, reason = "a loop that calls a function is not vectorized")]

use alloc::vec::Vec;

use crate::{Bitboard, Bits, Size};

/// A direction in which a line can run, seen with row 0 at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up a column.
    Vertical,
    /// Along a row.
    Horizontal,
    /// Up to the right, `/`.
    #[doc(alias = "diagonal2")]
    Rising,
    /// Down to the right, `\`.
    #[doc(alias = "diagonal1")]
    Falling,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Self; 4] = [Self::Vertical, Self::Horizontal, Self::Rising, Self::Falling];

    /// The number of bits between neighbors in this direction on a board of `size`.
    #[inline]
    pub fn stride<S: Size>(self, size: S) -> usize {
        match self {
            Self::Vertical => 1,
            Self::Horizontal => size.column_bits(),
            Self::Rising => size.column_bits() + 1,
            Self::Falling => size.column_bits() - 1,
        }
    }

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
            Self::Rising => "rising",
            Self::Falling => "falling",
        }
    }
}

/// The cells of one winning line: the whole run if it is longer than needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line<S: Size> {
    /// The direction of the line.
    pub direction: Direction,
    /// Its cells.
    pub cells: Bitboard<S>,
}

/// The `cells` that have room on the board for `n_before` neighbors before them in `direction` and for `n_after` after
/// them. With sentinels, these are all cells: a shift carries nothing from one column into the next.
#[inline(always)]
pub fn with_room<S: Size>(
    size: S,
    cells: S::Bits,
    direction: Direction,
    n_before: usize,
    n_after: usize,
) -> S::Bits {
    match direction {
        Direction::Horizontal => cells,
        Direction::Vertical | Direction::Rising => size.drop_wrapped(cells, n_before, n_after),
        Direction::Falling => size.drop_wrapped(cells, n_after, n_before),
    }
}

/// The first discs of the lines in `discs` along `direction`: those with the lowest bits.
#[inline(always)]
pub fn line_starts<S: Size>(size: S, discs: S::Bits, direction: Direction) -> S::Bits {
    let stride = direction.stride(size);
    let (mut starts, mut length) = (discs, 1);
    while length < size.connect() {
        let step = length.min(size.connect() - length);
        starts = starts & (starts >> (step * stride));
        length += step;
    }
    with_room(size, starts, direction, 0, size.connect() - 1)
}

/// Whether `discs` contain a line.
///
/// ```
/// use foursight::{STANDARD, line};
/// assert!(line::has_line(STANDARD, 0b1111));
/// assert!(!line::has_line(STANDARD, 0b1_1000_0111), "nothing wraps over the sentinel");
/// ```
#[inline(always)]
pub fn has_line<S: Size>(size: S, discs: S::Bits) -> bool {
    (line_starts(size, discs, Direction::Vertical)
        | line_starts(size, discs, Direction::Horizontal)
        | line_starts(size, discs, Direction::Rising)
        | line_starts(size, discs, Direction::Falling))
        != S::Bits::ZERO
}

/// The `discs` that are part of a line.
///
/// ```
/// use foursight::{STANDARD, line};
/// assert_eq!(line::cells_in_lines(STANDARD, 0b1_1111), 0b1_1111);
/// assert_eq!(line::cells_in_lines(STANDARD, 0b1111 | 1 << 7), 0b1111);
/// ```
#[inline(always)]
pub fn cells_in_lines<S: Size>(size: S, discs: S::Bits) -> S::Bits {
    cells_in(size, discs, Direction::Vertical)
        | cells_in(size, discs, Direction::Horizontal)
        | cells_in(size, discs, Direction::Rising)
        | cells_in(size, discs, Direction::Falling)
}

/// The `discs` that are part of a line in one direction: each first disc with the rest of its line.
#[inline(always)]
fn cells_in<S: Size>(size: S, discs: S::Bits, direction: Direction) -> S::Bits {
    let stride = direction.stride(size);
    let (mut cells, mut length) = (line_starts(size, discs, direction), 1);
    while length < size.connect() {
        let step = length.min(size.connect() - length);
        cells = cells | cells << (step * stride);
        length += step;
    }
    cells
}

/// The cells, empty or not, that complete a line together with `discs`.
///
/// Gaps in every direction are included, whether or not a disc could land there now.
///
/// ```
/// use foursight::{STANDARD, line};
/// assert_eq!(line::completing_cells(STANDARD, 0b111), 0b1000);
/// assert_eq!(line::completing_cells(STANDARD, 1 | 1 << 7 | 1 << 21), 1 << 14);
/// ```
#[inline(always)]
pub fn completing_cells<S: Size>(size: S, discs: S::Bits) -> S::Bits {
    (completing_in(size, discs, Direction::Vertical)
        | completing_in(size, discs, Direction::Horizontal)
        | completing_in(size, discs, Direction::Rising)
        | completing_in(size, discs, Direction::Falling))
        & size.board()
}

/// The `empty` cells that complete a line together with `discs`, for discs with no empty cell below them.
///
/// Upward, only a column's next cell can do that, which is cheaper to find than a gap.
///
/// ```
/// use foursight::{STANDARD, line};
/// assert_eq!(line::winning_cells(STANDARD, 0b111, !0b111), 0b1000);
/// assert_eq!(line::winning_cells(STANDARD, 0b111, !0b1111), 0, "that cell is taken");
/// ```
#[inline(always)]
pub fn winning_cells<S: Size>(size: S, discs: S::Bits, empty: S::Bits) -> S::Bits {
    let (mut below, mut length) = (discs, 1);
    while length < size.connect() - 1 {
        let step = length.min(size.connect() - 1 - length);
        below = below & (below << step);
        length += step;
    }
    (size.drop_wrapped(below << 1, size.connect() - 1, 0)
        | completing_in(size, discs, Direction::Horizontal)
        | completing_in(size, discs, Direction::Rising)
        | completing_in(size, discs, Direction::Falling))
        & empty
}

/// A cell completes a line if, for some `below`, exactly `below` discs lie right before it and `connect - 1 - below`
/// right after it.
#[inline(always)]
fn completing_in<S: Size>(size: S, discs: S::Bits, direction: Direction) -> S::Bits {
    let stride = direction.stride(size);
    let others = size.connect() - 1;
    let room = |cells, below| with_room(size, cells, direction, below, others - below);
    if others == 3 {
        // The lines of most games: the same with fewer operations.
        let (before, after) = (discs << stride, discs >> stride);
        let pairs = discs & before;
        return (pairs << stride) & (room(discs << (3 * stride), 3) | room(after, 2))
            | (pairs >> (2 * stride)) & (room(discs >> (3 * stride), 0) | room(before, 1));
    }
    // after[n]: cells followed by at least n discs in a row.
    let mut after = [!S::Bits::ZERO; 6];
    for n in 1..=others {
        after[n] = after[n - 1] & (discs >> (n * stride));
    }
    let mut before = !S::Bits::ZERO;
    let mut cells = room(after[others], 0);
    for n in 1..=others {
        before = before & (discs << (n * stride));
        cells = cells | room(before & after[others - n], n);
    }
    cells
}

/// The lines in `discs`, each at its full length.
pub fn lines<S: Size>(discs: Bitboard<S>) -> Vec<Line<S>> {
    let size = discs.size();
    let in_direction = |direction: Direction| {
        let stride = direction.stride(size);
        let starts = line_starts(size, discs.bits(), direction);
        // A start whose predecessor is a disc too lies inside the run of an earlier start.
        let next = move |cells: S::Bits| with_room(size, cells << stride, direction, 1, 0);
        let firsts = starts & !next(discs.bits());
        Bitboard::from_bits(size, firsts).cells().map(move |first| {
            let start = Bitboard::from_cell(size, first).bits();
            let run = core::iter::successors(Some(start), |&bit| Some(next(bit)))
                .take_while(|&bit| bit & discs.bits() != S::Bits::ZERO)
                .fold(S::Bits::ZERO, |run, bit| run | bit);
            Line { direction, cells: Bitboard::from_bits(size, run) }
        })
    };
    Direction::ALL.into_iter().flat_map(in_direction).collect()
}

//! What the order of moves has learned: weights, and a table that adds up those of all lines through a cell.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use std::sync::LazyLock;

use foursight::{Bits, Size};

/// Threats, spent, forcing, next threats, own row, replies, reach, anchors and distance; then the open lines of the side
/// to move, vertical, horizontal and diagonal, each with 0, 1 and 2 discs; then those of the other side.
pub const N_FEATURES: usize = 27;

/// The weights of all features in one kind of node. A promise is measured in units of 1/256 of a threat near the end.
pub type Row = [i32; N_FEATURES];

/// A node as the weights see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Attack,
    Defense,
}

const N_KINDS: usize = 2;

/// Whether a board has so few rows that it has weights of its own.
#[inline(always)]
pub(crate) fn has_few_rows<S: Size>(size: S) -> bool {
    size.height() <= 4
}

impl Kind {
    /// The kind of a node where the question is whether the score is above `alpha`.
    #[inline(always)]
    pub(crate) fn of(alpha: i32) -> Self {
        if alpha >= 0 { Self::Attack } else { Self::Defense }
    }
}

/// For boards with more rows, and for those with few.
const WEIGHTS: [[Row; N_KINDS]; 2] = include!("weights.in");

/// The weights of threats, spent wins and forcing moves near the end, set by hand.
pub(super) const LATE: [i32; 3] = [256, -400, 100];

/// An order of moves: weights for nodes that attack, and for those that defend.
#[derive(Debug)]
pub struct Model {
    weights: [Row; N_KINDS],
    /// By kind of node, by direction, and by the state of the six neighbors of a cell in this direction: what they add to
    /// its promise. The low six bits of the state are the neighbors open to the side to move, the others those open to
    /// the other side.
    lines: Vec<i16>,
}

/// Three on each side.
const N_NEIGHBORS: usize = 6;

/// Vertical, horizontal, diagonal.
const N_DIRECTIONS: usize = 3;

static LEARNED: [LazyLock<Model>; 2] =
    [LazyLock::new(|| Model::new(WEIGHTS[0])), LazyLock::new(|| Model::new(WEIGHTS[1]))];

impl Model {
    /// The order that the solver uses on boards of a size.
    pub fn learned<S: Size>(size: S) -> &'static Self {
        &LEARNED[usize::from(has_few_rows(size))]
    }

    /// An order with other weights.
    pub fn new(weights: [Row; N_KINDS]) -> Self {
        let mut lines = Vec::new();
        for row in &weights {
            let (_, of_lines) = row.split_at(N_FEATURES - 6 * N_DIRECTIONS);
            let (own_lines, other_lines) = of_lines.split_at(3 * N_DIRECTIONS);
            for of_direction in own_lines.chunks(3).zip(other_lines.chunks(3)) {
                lines.extend((0..1 << (2 * N_NEIGHBORS)).map(|state: usize| {
                    let [own, other] = [state & ((1 << N_NEIGHBORS) - 1), state >> N_NEIGHBORS];
                    value_of_lines(own, other, of_direction.0)
                        + value_of_lines(other, own, of_direction.1)
                }));
            }
        }
        Self { weights, lines }
    }

    /// The weights for nodes that attack, and for those that defend.
    pub fn weights(&self) -> [Row; N_KINDS] {
        self.weights
    }

    #[inline(always)]
    pub(super) fn row(&self, kind: Kind) -> &Row {
        &self.weights[kind as usize]
    }

    /// The share of all lines through `landing` in the promise of a move there, with the cells that are open to the side
    /// to move and to the other side: their discs and the empty cells.
    #[inline(always)]
    pub(super) fn lines<S: Size>(
        &self,
        size: S,
        kind: Kind,
        open: [S::Key; 2],
        landing: S::Key,
    ) -> i32 {
        let at = landing.lowest();
        let [own, other] = open.map(|cells| around(cells, at));
        let value = |direction: usize, stride: usize| {
            let state = neighbors(own, stride) | neighbors(other, stride) << N_NEIGHBORS;
            let place = kind as usize * N_DIRECTIONS + direction;
            i32::from(self.lines[place << (2 * N_NEIGHBORS) | state])
        };
        // Not `column_bits`: these cells have sentinels.
        let right = size.height() + 1;
        value(0, 1) + value(1, right) + value(2, right - 1) + value(2, right + 1)
    }
}

/// The weights of the lines of four through a cell that are open to one side, by the number of its discs there. With
/// three, the cell wins or must be taken, and no order is needed.
fn value_of_lines(open: usize, open_to_other: usize, weights: &[i32]) -> i16 {
    let lines = [0b000_111, 0b001_110, 0b011_100, 0b111_000];
    let open_lines = lines.into_iter().filter(|line| open & line == *line);
    let n_discs = open_lines.map(|line| (line & !open_to_other).count_ones() as usize);
    n_discs.map(|n_discs| weights.get(n_discs).map_or(0, |&weight| weight as i16)).sum()
}

/// The cells before a cell, which becomes the highest bit, and those after it, which becomes the lowest bit.
#[inline(always)]
fn around<B: Bits>(cells: B, at: usize) -> [u64; 2] {
    let n_bits = 8 * size_of::<B>();
    let before = (cells << (n_bits - 1 - at)).widen() >> (n_bits - 64);
    [before as u64, (cells >> at).widen() as u64]
}

/// The bits of six neighbors in a direction, from the first of the three before the cell to the last of the three after.
///
/// A multiplication shifts each of the bits to its place at once. A few strides take one for each side, so that no two
/// products meet.
#[inline(always)]
fn neighbors([before, after]: [u64; 2], stride: usize) -> usize {
    if stride == 1 {
        return (before >> 60 & 0b111 | (after & 0b1110) << 2) as usize;
    }
    let places = [1, 2, 3].map(|n| n * stride);
    let bits = |places: [usize; 3]| places.iter().fold(0, |bits, place| bits | 1_u64 << place);
    let before = before & bits(places.map(|place| 63 - place));
    let after = after & bits(places);
    // From 63 - 3 * stride to 58, from stride to 61, and so on.
    let to_58 = bits([stride - 3, 2 * stride - 4, 3 * stride - 5]);
    let to_61 = bits([61 - stride, 62 - 2 * stride, 63 - 3 * stride]);
    if matches!(stride, 6..=10 | 12) {
        return ((before | after).wrapping_mul(to_58 | to_61) >> 58) as usize;
    }
    (before.wrapping_mul(to_58 << 3) >> 61 | after.wrapping_mul(to_61) >> 61 << 3) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever lies elsewhere, exactly the six neighbors are found, for the strides of all heights up to 10.
    #[test]
    fn neighbors_are_found_along_every_stride() {
        let mut random = fastrand::Rng::with_seed(1);
        for stride in (1..=12).filter(|&stride| stride != 2) {
            for _ in 0..1_000 {
                let cells = random.u128(..);
                for at in 0..128_usize {
                    let bit = |at: Option<usize>| {
                        at.filter(|&at| at < 128).map_or(0, |at| (cells >> at & 1) as usize)
                    };
                    let before = [3, 2, 1].map(|n| bit(at.checked_sub(n * stride)));
                    let after = [1, 2, 3].map(|n| bit(Some(at + n * stride)));
                    let expected =
                        before.iter().chain(&after).rev().fold(0, |all, bit| all * 2 + bit);
                    let found = neighbors(around(cells, at), stride);
                    assert_eq!(found, expected, "{cells:b} {at} {stride}");
                }
            }
        }
    }

    /// An empty row: four lines for each side; with discs of one side, none for the other.
    #[test]
    fn open_lines_count_by_their_discs() {
        let weights = &[1, 10, 100];
        assert_eq!(value_of_lines(0b111_111, 0b111_111, weights), 4);
        assert_eq!(value_of_lines(0b111_111, 0b111_011, weights), 31);
        assert_eq!(value_of_lines(0b111_011, 0b111_111, weights), 1);
        assert_eq!(value_of_lines(0b111_111, 0b110_011, weights), 220);
        assert_eq!(value_of_lines(0b000_111, 0, weights), 0);
    }
}

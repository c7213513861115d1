//! The rules again, written as plainly as possible: arrays and loops, no bits.

use foursight::{AnySize, Bitboard, Bits, Cell, Position, Size};

/// Column and row steps of the four directions.
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Every set of `connect` adjacent cells in a line on a board of `size`.
pub(crate) fn lines(size: AnySize) -> Vec<Vec<Cell>> {
    let (width, height) = (size.width() as isize, size.height() as isize);
    let cell = |column: isize, row: isize| {
        let on_board = (0..width).contains(&column) && (0..height).contains(&row);
        on_board.then(|| Cell::new(column as usize, row as usize))
    };
    let mut lines = Vec::new();
    for column in 0..width {
        for row in 0..height {
            for (dc, dr) in STEPS {
                let cells = (0..size.connect() as isize)
                    .map(|n| cell(column + n * dc, row + n * dr))
                    .collect::<Option<Vec<Cell>>>();
                lines.extend(cells);
            }
        }
    }
    lines
}

/// A sequence of numbers that look random and are always the same.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The position after `plies` random moves, or fewer if the game ends earlier.
pub(crate) fn random_position<S: Size>(size: S, random: &mut Lcg, plies: usize) -> Position<S> {
    let mut position = Position::empty(size);
    for _ in 0..plies {
        let moves: Vec<_> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[random.below(moves.len())]).expect("it was generated");
    }
    position
}

/// The word of some cells, without bits outside the board, on the same board as [`AnySize`].
pub(crate) fn to_any<S: Size>(size: S, cells: S::Bits) -> u128 {
    size.unpack(cells & size.board()).widen()
}

/// Sets of a half, a third or a quarter of the cells.
pub(crate) fn random_sets<S: Size>(size: S, n: usize) -> impl Iterator<Item = S::Bits> {
    let mut random = Lcg(n as u64);
    (0..n).map(move |_| {
        let share = 2 + random.below(3);
        let all = (!Bitboard::empty(size)).cells();
        Bitboard::from_cells(size, all.filter(|_| random.below(share) == 0)).bits()
    })
}

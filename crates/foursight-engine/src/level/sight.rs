//! What a level sees at a glance: like a child, it overlooks diagonals more than rows, and threats far from the last
//! disc.

use foursight::line::{Direction, line_starts};
use foursight::{Bitboard, Bits, Column, Position, Size};

use super::{Level, LevelPlayer};

/// How often in a hundred glances a threat of the opponent next to the last disc is overlooked: up a column, along a
/// row, on a diagonal. One's own threats are overlooked half as often.
const OVERLOOKED: [usize; 3] = [50, 70, 90];

/// What each column between the last disc and the threat adds to that, up to `FAR` columns.
const PER_COLUMN: usize = 5;
const FAR: usize = 4;

/// The distance if the last disc is not known.
const USUAL: usize = 2;

impl LevelPlayer {
    /// The column of a win with this disc, or else of the opponent's win with the next one, if it is seen at a glance;
    /// otherwise any column.
    pub(super) fn choose_at_a_glance<S: Size>(&mut self, position: &Position<S>) -> Column {
        let playable = position.playable_cells();
        let wins = self.seen(position.mover(), playable & position.winning_cells(), 2);
        let blocks =
            self.seen(position.opponent(), playable & position.opponent_winning_cells(), 1);
        let urgent = [wins, blocks].into_iter().find(|columns| !columns.is_empty());
        let columns = urgent.unwrap_or_else(|| playable.columns().collect());
        self.pick(&columns).expect("there is a legal move")
    }

    /// The columns of the `threats` of `discs` that it does not overlook; `care` divides how often it does.
    fn seen<S: Size>(
        &mut self,
        discs: Bitboard<S>,
        threats: Bitboard<S>,
        care: usize,
    ) -> Vec<Column> {
        let size = discs.size();
        let is_seen = |&column: &Column| {
            let line = discs.bits() | threats.in_column(column).bits();
            let runs = |&direction: &Direction| line_starts(size, line, direction) != S::Bits::ZERO;
            let easiest = Direction::ALL.iter().position(runs).expect("a threat completes a line");
            let distance = self.last.map_or(USUAL, |last| last.index().abs_diff(column.index()));
            let overlooked = OVERLOOKED[easiest.min(2)] + PER_COLUMN * distance.min(FAR);
            usize::from(self.random.u8(0..100)) >= overlooked / care
        };
        let columns = threats.columns().filter(|_| self.level != Level::RANDOM);
        columns.filter(is_seen).collect()
    }
}

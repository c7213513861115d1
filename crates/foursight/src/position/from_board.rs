//! Which arrangements of discs are positions.

use super::{Position, PositionError};
use crate::{Bitboard, Bits, Board, Column, Player, Size, line};

impl<S: Size> Position<S> {
    /// The position with the discs of `board`; the side to move follows from their numbers.
    ///
    /// # Errors
    ///
    /// If no game leads there: a disc floats, the numbers of discs do not fit, or more discs were
    /// played after a line was complete. The board must be of `size`.
    pub fn from_board(size: S, board: &Board) -> Result<Self, PositionError> {
        if board.size() != size.to_any() {
            return Err(PositionError::Size { found: board.size(), expected: size.to_any() });
        }
        if let Some((row, column)) = board.floating() {
            return Err(PositionError::Floating { row, column });
        }
        let [first, second] = [Player::First, Player::Second].map(|p| board.discs_of(p));
        let (n_first, n_second) = (first.count(), second.count());
        if n_first < n_second || n_first > n_second + 1 {
            return Err(PositionError::Counts { first: n_first, second: n_second });
        }
        let mover = if n_first == n_second { first } else { second };
        let position = Self {
            size,
            mover: S::Bits::narrow(mover.bits()),
            mask: S::Bits::narrow(board.discs().bits()),
        };
        position.check_lines()?;
        Ok(position)
    }

    /// At most the side that has just moved has lines, and its last disc completed all of them.
    fn check_lines(&self) -> Result<(), PositionError> {
        if line::has_line(self.size, self.mover) {
            let player = self.side_to_move();
            return Err(if line::has_line(self.size, self.opponent().bits()) {
                PositionError::TwoWinners
            } else {
                PositionError::PlayedOn(player)
            });
        }
        if self.is_won() && self.last_moves().next().is_none() {
            return Err(PositionError::SplitLines(self.side_to_move().other()));
        }
        Ok(())
    }

    /// The columns whose top disc can have been the last one played.
    ///
    /// It belongs to the side that has just moved, and the game was open before it.
    pub fn last_moves(&self) -> impl Iterator<Item = Column> + '_ {
        let tops = self.mask & !(self.mask >> 1);
        let own_tops = Bitboard::from_bits(self.size, tops & self.opponent().bits());
        own_tops
            .cells()
            .filter(|&top| {
                let rest = self.opponent() - Bitboard::from_cell(self.size, top);
                !line::has_line(self.size, rest.bits())
            })
            .map(|top| top.column)
    }
}

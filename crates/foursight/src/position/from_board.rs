//! The test whether an arrangement of discs is a position.

use super::{Position, PositionError};
use crate::{Bitboard, Bits, Board, Cell, Column, Player, Size, line};

impl<S: Size> Position<S> {
    /// The position with the discs of `board`. Their numbers determine whose turn it is.
    ///
    /// ```
    /// use foursight::notation::grid;
    /// use foursight::{AnySize, Player, Position};
    ///
    /// let board = grid::read("...\n.O.\n.X.", 3)?;
    /// let position = Position::from_board(AnySize::new(3, 3, 3)?, &board)?;
    /// assert_eq!(position.side_to_move(), Player::First);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the board is not of `size`, or no game can lead to it: a disc floats, the numbers of discs do not match, or
    /// the game continued after a line was complete.
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
            mover: size.pack(S::Key::narrow(mover.bits())),
            mask: size.pack(S::Key::narrow(board.discs().bits())),
        };
        position.check_lines()?;
        Ok(position)
    }

    /// Checks that at most the side that just moved has lines, and that its last disc completed all of them.
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

    /// The columns whose top disc may have been played last: a disc of the side that just moved without which nobody
    /// has a line.
    pub fn last_moves(&self) -> impl Iterator<Item = Column> + '_ {
        self.last_discs().map(|top| top.column)
    }

    /// The open positions from which one move leads to this one, whether or not games reach them.
    ///
    /// ```
    /// use foursight::Position;
    ///
    /// let position: Position = "4453".parse()?;
    /// let before: Vec<Position> = position.before().collect();
    /// assert_eq!(before, ["445".parse()?, "435".parse()?]);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn before(&self) -> impl Iterator<Item = Self> + '_ {
        self.last_discs().map(|top| {
            let top = Bitboard::from_cell(self.size, top).bits();
            Self { size: self.size, mover: self.opponent().bits() & !top, mask: self.mask & !top }
        })
    }

    fn last_discs(&self) -> impl Iterator<Item = Cell> + '_ {
        let tops = self.mask & !self.size.below(self.mask);
        let own_tops = Bitboard::from_bits(self.size, tops & self.opponent().bits());
        own_tops.cells().filter(|&top| {
            let rest = self.opponent() - Bitboard::from_cell(self.size, top);
            !line::has_line(self.size, rest.bits())
        })
    }
}

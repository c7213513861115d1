//! The moves of a position: which ones are legal, which win or lose at once, and where they lead.

use super::{PlayError, Position};
use crate::{Bitboard, Bits, Cell, Column, Size, line};

impl<S: Size> Position<S> {
    /// Whether the board has `column` and the column has room.
    ///
    /// This ignores whether the game has ended, unlike [`Position::moves`].
    ///
    /// ```
    /// use foursight::{Column, Position};
    /// let position: Position = "444444".parse()?;
    /// assert!(!position.can_play(Column::new(3)));
    /// assert!(position.can_play(Column::new(2)));
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[inline]
    pub fn can_play(&self, column: Column) -> bool {
        self.size.has_column(column) && self.mask & self.size.top_mask(column) == S::Bits::ZERO
    }

    /// The cells where a disc can land now, one in each column with room.
    #[inline]
    pub fn playable_cells(&self) -> Bitboard<S> {
        self.set(self.size.next_cells(self.mask))
    }

    /// The cell where a disc in `column` lands; `None` if the column is full or does not exist.
    ///
    /// ```
    /// use foursight::{Cell, Column, Position};
    /// let position: Position = "44".parse()?;
    /// assert_eq!(position.landing(Column::new(3)), Some(Cell::new(3, 2)));
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn landing(&self, column: Column) -> Option<Cell> {
        self.playable_cells().in_column(column).cells().next()
    }

    /// The empty cells, playable now or not, where a disc of the side to move completes a line.
    #[inline]
    pub fn winning_cells(&self) -> Bitboard<S> {
        self.set(line::winning_cells(self.size, self.mover, self.size.board() ^ self.mask))
    }

    /// The empty cells, playable now or not, where a disc of the opponent completes a line.
    #[inline]
    pub fn opponent_winning_cells(&self) -> Bitboard<S> {
        let opponent = self.mover ^ self.mask;
        self.set(line::winning_cells(self.size, opponent, self.size.board() ^ self.mask))
    }

    /// Whether a disc of the side to move dropped into `column` completes a line.
    ///
    /// ```
    /// use foursight::{Column, Position};
    /// let position: Position = "112233".parse()?;
    /// assert!(position.is_winning_move(Column::new(3)));
    /// assert!(!position.is_winning_move(Column::new(4)));
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[inline]
    pub fn is_winning_move(&self, column: Column) -> bool {
        !(self.winning_cells() & self.playable_cells()).in_column(column).is_empty()
    }

    /// The playable cells after which the opponent cannot win with its next disc.
    ///
    /// This assumes that the side to move cannot win now. The set is empty if the opponent can answer
    /// every move with a win.
    ///
    /// ```
    /// use foursight::{Cell, Position};
    /// let position: Position = "12223".parse()?;
    /// assert_eq!(position.non_losing_moves().count(), 7);
    /// let position: Position = "4152".parse::<Position>()?.play(foursight::Column::new(5))?;
    /// let moves = position.non_losing_moves();
    /// assert_eq!(moves.cells().collect::<Vec<_>>(), [], "both ends of the row are open");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn non_losing_moves(&self) -> Bitboard<S> {
        let playable = self.playable_cells();
        let threats = self.opponent_winning_cells();
        let forced = playable & threats;
        let candidates = match forced.count() {
            0 => playable,
            1 => forced,
            _ => return Bitboard::empty(self.size),
        };
        // A disc right below a threat would let the opponent play it.
        candidates & !self.set(self.size.below(threats.bits()))
    }

    /// The legal moves, from the left; none once the game has ended.
    ///
    /// ```
    /// use foursight::Position;
    /// let position: Position = "444444".parse()?;
    /// assert_eq!(position.moves().count(), 6);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Column> + use<S> {
        let playable =
            if self.is_won() { Bitboard::empty(self.size) } else { self.playable_cells() };
        playable.columns()
    }

    /// The position after a disc in `column`.
    ///
    /// ```
    /// use foursight::{Column, PlayError, Position};
    /// let position: Position = "444444".parse()?;
    /// assert_eq!(position.play(Column::new(3)), Err(PlayError::ColumnFull(Column::new(3))));
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the column is full or does not exist, or if the game has ended.
    #[doc(alias = "make_move")]
    pub fn play(&self, column: Column) -> Result<Self, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        if !self.size.has_column(column) {
            return Err(PlayError::NoSuchColumn { column, width: self.size.width() });
        }
        if !self.can_play(column) {
            return Err(PlayError::ColumnFull(column));
        }
        Ok(self.play_unchecked(self.playable_cells().in_column(column)))
    }

    /// The position after a disc in the single cell of `landing`, without any checks in release builds.
    ///
    /// The caller ensures that the game is open and that the cell is one of [`Position::playable_cells`]; with any
    /// other cell, the result is meaningless.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, landing: Bitboard<S>) -> Self {
        debug_assert_eq!(landing.count(), 1, "a move is one disc");
        debug_assert_eq!(
            landing & self.playable_cells(),
            landing,
            "a disc falls to the lowest cell"
        );
        Self { mover: self.mover ^ self.mask, mask: self.mask | landing.bits(), size: self.size }
    }
}

//! A position: the discs on the board, and whose turn it is.
//!
//! A position is two words: the discs of the side to move, and the discs of both. Dropping a disc is
//! an addition: the discs of a column are a run of ones from its bottom, and adding the bottom bit
//! carries to the first empty cell.
//!
//! ```text
//!   column   . . 1 1 1      three discs, from the right: the bottom
//!   bottom + . . . . 1
//!          = . 1 . . .      the cell where the next disc comes to rest
//! ```

mod error;
mod from_board;
mod moves;

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use error::{PlayError, PositionError};

use crate::notation::{self, MoveError, MovesError};
use crate::{
    AnySize, Bitboard, Bits, Board, Cell, Column, Line, Outcome, Player, STANDARD, Size, Standard,
    line,
};

/// A position on a board of size `S`, by default the standard board.
///
/// ```
/// use foursight::{Column, Position};
///
/// let before = Position::new();
/// let after = before.play(Column::new(3))?;
/// assert_eq!(after.ply(), 1);
/// assert_eq!(before.ply(), 0, "undo: a position is a value, so keep the one before");
/// # Ok::<(), foursight::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<S: Size = Standard> {
    size: S,
    // Invariant: a subset of `mask`.
    mover: S::Bits,
    // Invariant: columns fill from the bottom.
    mask: S::Bits,
}

impl Position {
    /// The empty standard board.
    ///
    /// ```
    /// use foursight::Position;
    /// assert_eq!(Position::new().ply(), 0);
    /// ```
    pub fn new() -> Self {
        Self::empty(STANDARD)
    }
}

/// The empty standard board.
impl Default for Position {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Size> Position<S> {
    /// The empty board of `size`.
    #[inline]
    pub fn empty(size: S) -> Self {
        Self { size, mover: S::Bits::ZERO, mask: S::Bits::ZERO }
    }

    /// The position after `columns`, played in turn from the empty board.
    ///
    /// ```
    /// use foursight::{Column, Position, STANDARD};
    /// let columns = [3, 3, 4].map(Column::new);
    /// assert_eq!(Position::from_columns(STANDARD, columns)?, "445".parse()?);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a column does not exist or is full, or if the game has ended before it is played.
    #[doc(alias = "play_connect_4_with")]
    pub fn from_columns(
        size: S,
        columns: impl IntoIterator<Item = Column>,
    ) -> Result<Self, MovesError> {
        (1..).zip(columns).try_fold(Self::empty(size), |position, (number, column)| {
            position
                .play(column)
                .map_err(|error| MovesError { number, cause: MoveError::Play(error) })
        })
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> S {
        self.size
    }

    /// Number of discs on the board.
    ///
    /// ```
    /// use foursight::Position;
    /// let position: Position = "45".parse()?;
    /// assert_eq!(position.ply(), 2);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[doc(alias = "nb_moves")]
    #[inline]
    pub fn ply(&self) -> usize {
        self.mask.count()
    }

    /// Number of empty cells.
    #[inline]
    pub fn n_empty(&self) -> usize {
        self.size.n_cells() - self.ply()
    }

    /// The player to move, or who would be if the game had not ended.
    #[inline]
    pub fn side_to_move(&self) -> Player {
        if self.ply().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The discs of the side to move.
    ///
    /// ```
    /// use foursight::Position;
    /// let position: Position = "45".parse()?;
    /// assert_eq!(position.mover().bits(), 1 << 21);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[doc(alias = "get_position")]
    #[inline]
    pub fn mover(&self) -> Bitboard<S> {
        self.set(self.mover)
    }

    /// The discs of the side that just moved.
    #[inline]
    pub fn opponent(&self) -> Bitboard<S> {
        self.set(self.mover ^ self.mask)
    }

    /// The discs of `player`.
    pub fn discs_of(&self, player: Player) -> Bitboard<S> {
        if player == self.side_to_move() { self.mover() } else { self.opponent() }
    }

    /// The discs of both players.
    ///
    /// ```
    /// use foursight::Position;
    /// let position: Position = "45".parse()?;
    /// assert_eq!(position.discs().bits(), 1 << 21 | 1 << 28);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[doc(alias = "get_mask")]
    #[inline]
    pub fn discs(&self) -> Bitboard<S> {
        self.set(self.mask)
    }

    /// The player whose disc lies in `cell`, if any.
    ///
    /// ```
    /// use foursight::{Cell, Player, Position};
    /// let position: Position = "11".parse()?;
    /// assert_eq!(position.disc_at(Cell::new(0, 0)), Some(Player::First));
    /// assert_eq!(position.disc_at(Cell::new(0, 1)), Some(Player::Second));
    /// assert_eq!(position.disc_at(Cell::new(0, 2)), None);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[doc(alias = "check_board_at")]
    pub fn disc_at(&self, cell: Cell) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|&p| self.discs_of(p).contains(cell))
    }

    /// A number that identifies the position among all others on a board of this size.
    ///
    /// In each column, the sum of the discs and the bottom bit marks the height, and the mover's discs
    /// below that mark preserve the colors.
    ///
    /// ```
    /// use foursight::{Position, STANDARD, Size};
    /// assert_eq!(Position::new().key(), STANDARD.bottom());
    /// ```
    #[inline]
    pub fn key(&self) -> S::Key {
        self.size.key(self.mover, self.mask)
    }

    /// The smaller of this position's key and its mirror image's.
    ///
    /// ```
    /// use foursight::Position;
    /// let [left, right]: [Position; 2] = ["1".parse()?, "7".parse()?];
    /// assert_eq!(left.canonical_key(), right.canonical_key());
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn canonical_key(&self) -> S::Key {
        self.key().min(self.mirror().key())
    }

    /// The mirror image, with left and right swapped. It has the same score.
    ///
    /// ```
    /// use foursight::Position;
    /// let position: Position = "12".parse()?;
    /// assert_eq!(position.mirror(), "76".parse()?);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self {
            mover: self.mover().mirror().bits(),
            mask: self.discs().mirror().bits(),
            size: self.size,
        }
    }

    /// Whether the side that just moved has completed a line.
    #[doc(alias = "connect_four")]
    #[inline]
    pub fn is_won(&self) -> bool {
        line::has_line(self.size, self.mover ^ self.mask)
    }

    /// Whether no cell is empty.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.mask == self.size.board()
    }

    /// The outcome of the game, or `None` while it is open.
    ///
    /// ```
    /// use foursight::{Outcome, Player, Position};
    /// let position: Position = "1212121".parse()?;
    /// assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            return Some(Outcome::Win(self.side_to_move().other()));
        }
        self.is_full().then_some(Outcome::Draw)
    }

    /// Every line of the side that just moved. One disc can complete several.
    ///
    /// ```
    /// use foursight::{Direction, Position};
    /// let position: Position = "1212121".parse()?;
    /// let [line] = position.completed_lines().try_into().unwrap();
    /// assert_eq!(line.direction, Direction::Vertical);
    /// assert_eq!(line.cells.count(), 4);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn completed_lines(&self) -> Vec<Line<S>> {
        line::lines(self.opponent())
    }

    /// The discs as a grid.
    pub fn to_board(&self) -> Board {
        let any = self.to_any();
        let mut board = Board::empty(any.size);
        for cell in any.discs().cells() {
            board.set(any.size.height() - 1 - cell.row, cell.column, any.disc_at(cell));
        }
        board
    }

    /// The same position with a size known at run time.
    pub fn to_any(&self) -> Position<AnySize> {
        self.with_size(self.size.to_any()).expect("the sizes are the same")
    }

    /// The same position with its size in another form, or `None` if `size` is another size.
    pub fn with_size<T: Size>(&self, size: T) -> Option<Position<T>> {
        let in_size = |cells| size.pack(T::Key::narrow(self.size.unpack(cells).widen()));
        (size.to_any() == self.size.to_any()).then(|| Position {
            size,
            mover: in_size(self.mover),
            mask: in_size(self.mask),
        })
    }

    #[inline]
    fn set(&self, bits: S::Bits) -> Bitboard<S> {
        Bitboard::from_bits(self.size, bits)
    }
}

/// The position after the moves of a string such as `44455`.
impl FromStr for Position {
    type Err = MovesError;

    fn from_str(text: &str) -> Result<Self, MovesError> {
        notation::moves::position(text, STANDARD)
    }
}

/// The board in letters, the top row first: `X` the first player, `O` the second.
impl<S: Size> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::grid::write(&self.to_board()))
    }
}

impl<S: Size> fmt::Debug for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position on {} with {} to move\n{self}", self.size.to_any(), self.side_to_move())
    }
}

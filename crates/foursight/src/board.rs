//! A board: any arrangement of discs, whether or not a game can lead to it.
//!
//! This is the grid that people write down and draw. A board counts rows **from the top**, as people
//! read them; a [`Position`](crate::Position) counts them from the bottom, as they fill.

use crate::{AnySize, Bitboard, Cell, Column, Direction, PlayError, Player, Size, line};

/// An arrangement of discs on a grid whose rows are counted from 0 at the top.
///
/// ```
/// use foursight::{Board, Column, Direction, Player};
///
/// let mut board = Board::default();
/// assert_eq!(board.drop_disc(Player::First, Column::new(0)), Ok(5));
/// assert_eq!(board.drop_disc(Player::Second, Column::new(0)), Ok(4));
/// assert_eq!(board.disc_at(4, Column::new(0)), Some(Player::Second));
/// assert!(!board.completes_line(4, Column::new(0), Direction::Vertical));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Invariant: no cell belongs to both players.
pub struct Board {
    first: Bitboard<AnySize>,
    second: Bitboard<AnySize>,
}

impl Board {
    /// An empty board of `size`.
    #[doc(alias = "new_board")]
    pub fn empty(size: AnySize) -> Self {
        Self { first: Bitboard::empty(size), second: Bitboard::empty(size) }
    }

    /// The size of the board.
    pub fn size(&self) -> AnySize {
        self.first.size()
    }

    /// The discs of `player`.
    pub fn discs_of(&self, player: Player) -> Bitboard<AnySize> {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    /// Every disc.
    pub fn discs(&self) -> Bitboard<AnySize> {
        self.first | self.second
    }

    /// The disc at `row`, counted from the top, and `column`; `None` if the cell is empty or does not exist.
    pub fn disc_at(&self, row: usize, column: Column) -> Option<Player> {
        let cell = self.cell(row, column)?;
        [Player::First, Player::Second].into_iter().find(|&p| self.discs_of(p).contains(cell))
    }

    /// Puts a disc into the cell at `row`, counted from the top, and `column`, or empties it.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    pub fn set(&mut self, row: usize, column: Column, disc: Option<Player>) {
        let cell = self.cell(row, column).expect("the caller names a cell of the board");
        let bit = Bitboard::from_cell(self.size(), cell);
        self.first -= bit;
        self.second -= bit;
        match disc {
            Some(Player::First) => self.first |= bit,
            Some(Player::Second) => self.second |= bit,
            None => {}
        }
    }

    /// Drops a disc of `player` and returns the row, counted from the top, where it lands.
    ///
    /// Neither whose turn it is nor whether the game has ended matters.
    ///
    /// # Errors
    ///
    /// If the column is full or does not exist; the board is then unchanged.
    #[doc(alias = "add_piece")]
    pub fn drop_disc(&mut self, player: Player, column: Column) -> Result<usize, PlayError> {
        if !self.size().has_column(column) {
            return Err(PlayError::NoSuchColumn { column, width: self.size().width() });
        }
        let empty = (!self.discs()).in_column(column);
        let landing = empty.cells().next().ok_or(PlayError::ColumnFull(column))?;
        let row = self.size().height() - 1 - landing.row;
        self.set(row, column, Some(player));
        Ok(row)
    }

    /// Whether the disc at `row`, counted from the top, and `column` is part of a line in
    /// `direction`; `false` for an empty cell.
    #[doc(alias = "check_win_vertical")]
    #[doc(alias = "check_win_horizontal")]
    #[doc(alias = "check_win_diagonal1")]
    #[doc(alias = "check_win_diagonal2")]
    pub fn completes_line(&self, row: usize, column: Column, direction: Direction) -> bool {
        let (Some(player), Some(cell)) = (self.disc_at(row, column), self.cell(row, column)) else {
            return false;
        };
        line::lines(self.discs_of(player))
            .iter()
            .any(|line| line.direction == direction && line.cells.contains(cell))
    }

    /// The row, counted from the top, and the column of a disc that has an empty cell below it.
    pub fn floating(&self) -> Option<(usize, Column)> {
        let size = self.size();
        let discs = self.discs().bits();
        let supported = (discs << 1) | size.bottom();
        Bitboard::from_bits(size, discs & !supported)
            .cells()
            .next()
            .map(|cell| (size.height() - 1 - cell.row, cell.column))
    }

    fn cell(&self, row: usize, column: Column) -> Option<Cell> {
        let row = self.size().height().checked_sub(1)?.checked_sub(row)?;
        self.size().has_column(column).then_some(Cell { column, row })
    }
}

/// The empty standard board.
impl Default for Board {
    fn default() -> Self {
        Self::empty(AnySize::default())
    }
}

//! Notations: positions as text, with a module for each family.
//!
//! A [`Notation`] reads and writes a [`Game`]. [`Notation::Moves`] and [`Notation::ZeroBased`] list the moves of the
//! whole game. The others show a grid of discs, which is read as the start of a game without moves. If such a game is
//! written as a list of moves, the list begins with some sequence of moves that leads to that start.
//!
//! Positions, games, boards and records use notations to read and write themselves, and notations are about positions,
//! games and boards, also in the records of game files: these five modules import each other.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use self::wrapping::unwrapped;
use crate::{AnySize, Board, Game, Position, Size};

mod cells;
mod error;
pub mod flat;
pub mod grid;
pub mod moves;
pub mod nested;
pub mod uci;
mod wrapping;

pub use error::{
    GridError, GridErrorKind, MoveError, MovesError, NoMoveOrder, NotationError, UnknownNotation,
};

/// A format for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Columns from 1, one character each: `44455`. The tenth column is `a`; `startpos` is the empty board.
    Moves,
    /// Columns from 0 as a list: `[3 3 3 4 4]`.
    ZeroBased,
    /// Rows from the top in letters, `X` the first player, `O` the second, `.` empty.
    Grid,
    /// Rows from the top in letters, `X` the side to move, `O` the other side, with spaces between cells and column
    /// numbers below.
    Ascii,
    /// Rows in parentheses under a header, `🔴` the first player, `🟡` the second, `..` empty.
    Emoji,
    /// Nested arrays of rows from the top: `nil`, `0` the first player, `1` the second.
    Nested,
    /// Nested arrays of rows from the top: `:none`, `:red` the first player, `:blue` the second.
    Symbols,
    /// One list of cells, rows from the top: `0` empty, `1` the first player, `2` the second.
    Flat,
    /// A line of the UCI `connect-4` data set: cells column by column, each from the bottom up, `x` the
    /// first player, `o` the second, `b` empty.
    Uci,
}

/// The facts known about the board before a text is read; the text decides the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The number of columns and rows.
    sides: Option<(usize, usize)>,
    /// The length of a winning line.
    connect: Option<usize>,
}

impl Expected {
    /// Nothing: the text decides, with the standard board as the default.
    pub const ANY: Self = Self { sides: None, connect: None };

    /// The sides of a board and the length of a winning line, as far as they are known.
    ///
    /// ```
    /// use foursight::notation::Expected;
    /// assert_eq!(Expected::new(None, Some(5)).size()?.to_string(), "7x6");
    /// # Ok::<(), foursight::notation::NotationError>(())
    /// ```
    pub fn new(sides: Option<AnySize>, connect: Option<usize>) -> Self {
        Self { sides: sides.map(|size| (size.width(), size.height())), connect }
    }

    /// The whole size; a text that shows another one is an error.
    pub fn of_size(size: AnySize) -> Self {
        Self::new(Some(size), Some(size.connect()))
    }

    /// The size of the board, unless the text gives another.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn size(self) -> Result<AnySize, NotationError> {
        let standard = AnySize::default();
        let (width, height) = self.sides.unwrap_or((standard.width(), standard.height()));
        Ok(AnySize::new(width, height, self.connect())?)
    }

    /// The facts known from both.
    ///
    /// # Errors
    ///
    /// If they contradict each other.
    pub fn and(self, shown: Self) -> Result<Self, NotationError> {
        let both =
            Self { sides: self.sides.or(shown.sides), connect: self.connect.or(shown.connect) };
        let is_other = shown.sides.is_some_and(|sides| both.sides != Some(sides))
            || shown.connect.is_some_and(|connect| both.connect != Some(connect));
        if is_other { Err(NotationError::OtherBoard(shown.size()?)) } else { Ok(both) }
    }

    fn connect(self) -> usize {
        self.connect.unwrap_or(AnySize::default().connect())
    }
}

impl Notation {
    /// Every notation.
    pub const ALL: [Self; 9] = [
        Self::Moves,
        Self::ZeroBased,
        Self::Grid,
        Self::Ascii,
        Self::Emoji,
        Self::Nested,
        Self::Symbols,
        Self::Flat,
        Self::Uci,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        ["moves", "zero-based", "grid", "ascii", "emoji", "nested", "symbols", "flat", "uci"]
            [self as usize]
    }

    /// The notation that `text` appears to use.
    ///
    /// A list of numbers is read as zero-based columns only if it has brackets or a 0. The list is a board if it has a
    /// number from 0 to 2 for each cell, unless these are the columns of a whole game on three columns.
    ///
    /// ```
    /// use foursight::notation::{Expected, Notation};
    /// let detect = |text| Notation::detect(text, Expected::default());
    /// assert_eq!(detect("44455"), Notation::Moves);
    /// assert_eq!(detect("[3 3 3 4 4]"), Notation::ZeroBased);
    /// assert_eq!(detect("...\n..O\n.XX"), Notation::Grid);
    /// ```
    pub fn detect(text: &str, expected: Expected) -> Self {
        let (text, shown) = unwrapped(text).unwrap_or((Cow::Borrowed(text), Expected::ANY));
        let (text, expected) = (&*text, expected.and(shown).unwrap_or(expected));
        if is_nested(text) {
            if text.contains(':') {
                return Self::Symbols;
            }
            let reads = |notation: Self| notation.read(text, expected).is_ok();
            let has_words = text.contains(['n', 'N']);
            let is_nested = has_words || !reads(Self::Grid) && reads(Self::Nested);
            return if is_nested { Self::Nested } else { Self::Grid };
        }
        if text.contains(['🔴', '🟡']) && text.contains('(') {
            return Self::Emoji;
        }
        if let Some(notation) = detect_list(text, expected) {
            return notation;
        }
        if expected.size().is_ok_and(|size| uci::is_line(text, size)) {
            return Self::Uci;
        }
        if expected.size().is_ok_and(|size| moves::is_list(text, size.width())) {
            return Self::Moves;
        }
        let is_symbol = |c: char| !c.is_ascii() && !is_letter(c);
        if text.contains(['\n', '.']) || text.contains(is_symbol) {
            return if grid::is_ascii(text) { Self::Ascii } else { Self::Grid };
        }
        Self::Moves
    }

    /// Reads a position in the notation that it appears to use.
    ///
    /// ```
    /// use foursight::notation::{Expected, Notation};
    /// let game = Notation::read_any("d1 d2 e1", Expected::default())?;
    /// assert_eq!(game, Notation::read_any("445", Expected::default())?);
    /// assert!(Notation::read_any("[4, 4, 5]", Expected::default()).is_err());
    /// # Ok::<(), foursight::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Notation::read`], and if a list of columns in brackets, with commas, may count from 0 or from 1.
    pub fn read_any(text: &str, expected: Expected) -> Result<Game<AnySize>, NotationError> {
        let notation = Self::detect(text, expected);
        let game = notation.read(text, expected)?;
        if notation == Self::ZeroBased
            && !is_wrapped(text)
            && text.contains(',')
            && flat::words(text).all(|word| word != "0")
            && let Ok(other) = Self::Moves.read(text.trim_matches(['[', ']', ' ']), expected)
            && !game.moves().is_empty()
        {
            let [from_0, from_1] = [game, other].map(|game| moves::write(game.moves()));
            return Err(NotationError::From0Or1(from_0, from_1));
        }
        Ok(game)
    }

    /// Reads a position, with its moves if the notation includes them.
    ///
    /// ```
    /// use foursight::notation::{Expected, Notation};
    /// let game = Notation::Moves.read("44455", Expected::default())?;
    /// assert_eq!(game.moves().len(), 5);
    /// # Ok::<(), foursight::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not in this notation, or no game leads to the position. The error says where.
    pub fn read(self, text: &str, expected: Expected) -> Result<Game<AnySize>, NotationError> {
        let (text, shown) = unwrapped(text)?;
        let (text, expected) = (&*text, expected.and(shown)?);
        let board = match self {
            Self::Moves => return Ok(moves::read(text, expected.size()?)?),
            Self::ZeroBased => return Ok(moves::read_zero_based(text, expected.size()?)?),
            Self::Grid | Self::Emoji => grid::read(text, expected.connect())?,
            Self::Ascii => grid::read_ascii(text, expected.connect())?,
            Self::Nested | Self::Symbols => nested::read(text, expected.connect())?,
            Self::Flat => flat::read(text, expected.size()?)?,
            Self::Uci => uci::read(text, expected.size()?)?,
        };
        let size = if expected.sides.is_some() { expected.size()? } else { board.size() };
        Ok(Game::new(Position::from_board(size, &board)?))
    }

    /// Writes the position of `game`, or its moves, without a line break at the end.
    ///
    /// ```
    /// use foursight::notation::{Expected, Notation};
    /// let game = Notation::Moves.read("44455", Expected::default())?;
    /// assert_eq!(Notation::ZeroBased.write(&game)?, "[3 3 3 4 4]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the notation lists moves, and no sequence of moves that leads to the position is found.
    pub fn write(self, game: &Game<AnySize>) -> Result<String, NoMoveOrder> {
        let board = game.position().to_board();
        let text = match self {
            Self::Moves => moves::write(&moves::of_game(game)?),
            Self::ZeroBased => moves::write_zero_based(&moves::of_game(game)?),
            Self::Grid => grid::write(&board),
            Self::Ascii => grid::write_ascii(&board, game.side_to_move()),
            Self::Emoji => grid::write_emoji(&board),
            Self::Nested => nested::write(&board, ["nil", "0", "1"]),
            Self::Symbols => nested::write(&board, [":none", ":red", ":blue"]),
            Self::Flat => flat::write(&board),
            Self::Uci => uci::write(&board),
        };
        Ok(text.trim_end_matches('\n').to_owned())
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        Self::ALL.into_iter().find(|n| n.name() == name).ok_or(UnknownNotation(name.to_owned()))
    }
}

/// Whether a text is a list of lists.
fn is_nested(text: &str) -> bool {
    let mut start = text.chars().filter(|c| !c.is_whitespace());
    matches!(
        (start.next(), start.next()),
        (Some('['), Some('[')) | (Some('('), Some('(')) | (Some('{'), Some('{'))
    )
}

/// Ends of lines besides line feeds: old Macs, form feeds, and Unicode.
const LINE_ENDS: [char; 5] = ['\r', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// The lines of a text from any system.
///
/// ```
/// use foursight::notation::lines;
/// assert_eq!(lines("1\r\n2\r3\u{2028}\n").collect::<Vec<_>>(), ["1", "2", "3"]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.strip_suffix(LINE_ENDS).unwrap_or(line).split(LINE_ENDS))
}

/// Whether a text says something about its board, as addresses and game files do.
pub fn names_board(text: &str) -> bool {
    unwrapped(text).is_ok_and(|(_, shown)| shown != Expected::ANY)
}

/// Whether a text has more than a position: an address, a game file, or the message of a program.
pub fn is_wrapped(text: &str) -> bool {
    wrapping::is_wrapped(text)
}

/// The notation of `text` if it is a list of numbers.
fn detect_list(text: &str, expected: Expected) -> Option<Notation> {
    let has_brackets = text.starts_with('[');
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let is_list = text.chars().all(|c| c.is_ascii_digit() || is_separator(c) || "[]".contains(c));
    let numbers: Vec<&str> = flat::words(text).collect();
    let may_be_zero_based = numbers.contains(&"0") && text.contains(is_separator);
    if !is_list || !has_brackets && !may_be_zero_based {
        return None;
    }
    let size = expected.size().ok()?;
    let is_grid = text.lines().count() >= AnySize::MIN_SIDE
        && text.lines().all(|line| flat::words(line).count() >= AnySize::MIN_SIDE);
    let is_cell = |number: &&str| ["0", "1", "2"].contains(number);
    if is_grid && numbers.iter().all(is_cell) && numbers.len() != size.n_cells() {
        return Some(Notation::Grid);
    }
    let is_board = numbers.len() == size.n_cells()
        && numbers.iter().all(is_cell)
        && !is_whole_game(text, size);
    Some(if is_board { Notation::Flat } else { Notation::ZeroBased })
}

/// Whether this character may be a typing error among the moves of a game: a letter, or an accent that follows one.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || ('\u{300}'..='\u{36f}').contains(&c)
}

/// Whether a list with an entry for each cell is a whole game, as is possible on three columns. A list that could be
/// either is a board if it has commas, as boards usually do.
fn is_whole_game(text: &str, size: AnySize) -> bool {
    let reads_as = |notation: Notation| notation.read(text, Expected::of_size(size)).is_ok();
    reads_as(Notation::ZeroBased) && !(text.contains(',') && reads_as(Notation::Flat))
}

/// The board with these rows, the top one first, and lines of `connect`.
fn board_from_rows(rows: &[Vec<grid::Disc>], connect: usize) -> Result<Board, GridError> {
    let width = rows.first().map_or(0, Vec::len);
    for (number, row) in (1..).zip(rows) {
        if row.len() != width {
            let kind = GridErrorKind::RowLength { found: row.len(), expected: width };
            return Err(GridError { row: number, cell: None, kind });
        }
    }
    let size = AnySize::new(width, rows.len(), connect).map_err(GridErrorKind::Size)?;
    let mut board = Board::empty(size);
    for (row, discs) in rows.iter().enumerate() {
        for (column, &disc) in size.columns().zip(discs) {
            board.set(row, column, disc);
        }
    }
    Ok(board)
}

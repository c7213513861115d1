//! Grids: a line of text for each row, the top row first, and a character for each cell.
//!
//! Any two letters or emoji serve as discs. Some pairs identify the first player and the second: `X`/`O`, `R`/`Y`,
//! `R`/`B`, `●`/`○`, `⚫`/`⚪`, and `🔴` with `🟡`, `🔵`, `⚫` or `⚪`. With any other pair, the more frequent disc belongs to
//! the first player. Readers skip white space, `|`, parentheses and a line of column numbers.
//!
//! Empty cells are `.`, `_`, `-`, `·`, `⬜` or `⬛`. Some programs draw the holes of the board as `⚪` or `⚫` instead. A
//! grid without any other empty cell is read that way if it contains only one of the two symbols, and would not be a
//! valid full board if that symbol were a disc:
//!
//! ```text
//!   . . . .      ⚪⚪⚪⚪
//!   . ⚪ . .      ⚪🟡⚪⚪
//!   . ⚫ ⚫ .      ⚪🔴🔴⚪
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{GridError, GridErrorKind, board_from_rows};
use crate::{Board, Column, Player, Size};

/// The disc in a cell, if any.
pub(super) type Disc = Option<Player>;

/// The letter pairs that identify the players, in upper case.
const PAIRS: [(char, char); 9] = [
    ('X', 'O'),
    ('R', 'Y'),
    ('R', 'B'),
    ('●', '○'),
    ('⚫', '⚪'),
    ('🔴', '🟡'),
    ('🔴', '🔵'),
    ('🔴', '⚫'),
    ('🔴', '⚪'),
];

const EMPTY: &str = "._-·⬜⬛";

/// Symbols for discs that are holes on some programs' boards.
const HOLES: [char; 2] = ['⚪', '⚫'];

/// Reads a grid; lines of `connect` win.
///
/// ```
/// use foursight::{Column, Player, notation::grid};
/// let board = grid::read("...\n.O.\n.X.", 3)?;
/// assert_eq!(board.disc_at(2, Column::new(1)), Some(Player::First));
/// # Ok::<(), foursight::notation::GridError>(())
/// ```
///
/// # Errors
///
/// If there are more than two kinds of discs, the first player is ambiguous, or the rows differ in length.
pub fn read(text: &str, connect: usize) -> Result<Board, GridError> {
    let mut symbols = symbol_rows(text);
    if let Some(hole) = hole(&symbols) {
        symbols.iter_mut().flatten().for_each(|cell| *cell = cell.filter(|&c| c != hole));
    }
    let (first, second) = letters(&symbols)?;
    let mut rows = Vec::new();
    for (row, symbols) in (1..).zip(&symbols) {
        let discs = (1..).zip(symbols).map(|(cell, &symbol)| match symbol {
            None => Ok(None),
            Some(letter) if Some(letter) == first => Ok(Some(Player::First)),
            Some(letter) if Some(letter) == second => Ok(Some(Player::Second)),
            Some(letter) => {
                let kind = GridErrorKind::ThreeLetters(letter);
                Err(GridError { row, cell: Some(cell), kind })
            }
        });
        rows.push(discs.collect::<Result<Vec<Disc>, _>>()?);
    }
    board_from_rows(&rows, connect)
}

/// Reads a grid in which `X` is the side to move and `O` the other.
///
/// # Errors
///
/// As for [`read`]; the letters must be X and O.
pub fn read_ascii(text: &str, connect: usize) -> Result<Board, GridError> {
    let symbols = symbol_rows(text);
    for (row, symbols) in (1..).zip(&symbols) {
        for (cell, symbol) in (1..).zip(symbols) {
            if let &Some(letter) = symbol
                && !['X', 'O'].contains(&letter)
            {
                let expected = "X (the side to move), O or .";
                let kind = GridErrorKind::Cell { found: letter.to_string(), expected };
                return Err(GridError { row, cell: Some(cell), kind });
            }
        }
    }
    // The side to move has as many discs as the other side or, if it is the second player, one fewer.
    let mover =
        if count(&symbols, 'X') < count(&symbols, 'O') { Player::Second } else { Player::First };
    let rows: Vec<Vec<Disc>> = symbols
        .iter()
        .map(|row| row.iter().map(|&s| s.map(|s| if s == 'X' { mover } else { mover.other() })))
        .map(Iterator::collect)
        .collect();
    board_from_rows(&rows, connect)
}

/// Whether a grid only makes sense to [`read_ascii`]: it has one more `O` than `X`, and the column numbers that
/// [`write_ascii`] puts below.
pub(super) fn is_ascii(text: &str) -> bool {
    let symbols = symbol_rows(text);
    let is_xo = symbols.iter().flatten().flatten().all(|letter| ['X', 'O'].contains(letter));
    let last_line: Vec<char> =
        text.lines().last().unwrap_or("").chars().filter(|&c| is_cell(c)).collect();
    is_xo && count(&symbols, 'O') == count(&symbols, 'X') + 1 && is_column_numbers(&last_line)
}

/// Writes a line for each row: `X` the first player, `O` the second, `.` empty.
pub fn write(board: &Board) -> String {
    write_rows(board, ["X", "O", "."], "")
}

/// Writes `X` for the side to move, `O` for the other and `.`, and column numbers below.
pub fn write_ascii(board: &Board, side_to_move: Player) -> String {
    let discs = match side_to_move {
        Player::First => ["X", "O", "."],
        Player::Second => ["O", "X", "."],
    };
    let labels: Vec<String> = board.size().columns().map(|column| column.to_string()).collect();
    write_rows(board, discs, " ") + &labels.join(" ") + "\n"
}

/// Writes a header of column numbers and a list for each row: `🔴`, `🟡` and `..`.
pub fn write_emoji(board: &Board) -> String {
    let labels: Vec<String> = board.size().columns().map(|column| format!(" {column}")).collect();
    let rows = write_rows(board, ["🔴", "🟡", ".."], " ");
    let rows = rows.lines().map(|row| format!("({row})\n"));
    format!("[{}]\n", labels.join(" ")) + &rows.collect::<String>()
}

/// The rows of `board` from the top, each from the left.
pub(super) fn rows(board: &Board) -> impl Iterator<Item = impl Iterator<Item = Disc>> {
    let size = board.size();
    (0..size.height()).map(move |row| size.columns().map(move |c| board.disc_at(row, c)))
}

fn write_rows(board: &Board, [first, second, empty]: [&str; 3], between: &str) -> String {
    let word = |disc| match disc {
        None => empty,
        Some(Player::First) => first,
        Some(Player::Second) => second,
    };
    rows(board).map(|row| row.map(word).collect::<Vec<_>>().join(between) + "\n").collect()
}

/// The cells of each row: the letter of a disc in upper case, `None` for an empty cell.
fn symbol_rows(text: &str) -> Vec<Vec<Option<char>>> {
    // In rows such as `(.. 🔴 ..)` two dots are one cell, as wide as an emoji.
    let text = if text.contains('(') { text.replace("..", ".") } else { text.to_owned() };
    let symbol = |c: char| if EMPTY.contains(c) { None } else { Some(c.to_ascii_uppercase()) };
    text.lines()
        .map(|line| line.chars().filter(|&c| is_cell(c)).collect::<Vec<char>>())
        .filter(|line| !line.is_empty() && !is_column_numbers(line))
        .map(|line| line.into_iter().map(symbol).collect())
        .collect()
}

/// The disc symbol that stands for empty cells in a grid without another symbol for them.
fn hole(symbols: &[Vec<Option<char>>]) -> Option<char> {
    let mut cells = symbols.iter().flatten();
    if cells.clone().any(Option::is_none) {
        return None;
    }
    let found: Vec<char> = HOLES.into_iter().filter(|&c| count(symbols, c) > 0).collect();
    let &[hole] = &found[..] else { return None };
    let n_holes = count(symbols, hole);
    let other = cells.find_map(|&cell| cell.filter(|&c| c != hole));
    let n_others = other.map_or(0, |other| count(symbols, other));
    let is_full_board =
        n_holes + n_others == symbols.iter().map(Vec::len).sum() && n_holes.abs_diff(n_others) <= 1;
    (!is_full_board).then_some(hole)
}

fn is_cell(c: char) -> bool {
    const VARIATION_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
    !c.is_whitespace() && !"|()[]".contains(c) && !VARIATION_SELECTORS.contains(&c)
}

fn is_column_numbers(line: &[char]) -> bool {
    line.iter()
        .enumerate()
        .all(|(index, &c)| Column::from_symbol(c).map(Column::index) == Some(index))
}

fn count(symbols: &[Vec<Option<char>>], letter: char) -> usize {
    symbols.iter().flatten().filter(|&&symbol| symbol == Some(letter)).count()
}

/// The letters of the first and the second player, if they have discs on the board.
fn letters(symbols: &[Vec<Option<char>>]) -> Result<(Option<char>, Option<char>), GridError> {
    let mut found: Vec<char> = Vec::new();
    for &letter in symbols.iter().flatten().flatten() {
        if !found.contains(&letter) && found.len() < 2 {
            found.push(letter);
        }
    }
    let known = PAIRS.iter().find(|(a, b)| found.iter().all(|letter| letter == a || letter == b));
    if let Some(&(first, second)) = known {
        return Ok((Some(first), Some(second)));
    }
    match found[..] {
        [] => Ok((None, None)),
        [only] => Ok((Some(only), None)),
        [a, b, ..] => match count(symbols, a).cmp(&count(symbols, b)) {
            core::cmp::Ordering::Greater => Ok((Some(a), Some(b))),
            core::cmp::Ordering::Less => Ok((Some(b), Some(a))),
            core::cmp::Ordering::Equal => {
                Err(GridError { row: 0, cell: None, kind: GridErrorKind::Undecided(a, b) })
            }
        },
    }
}

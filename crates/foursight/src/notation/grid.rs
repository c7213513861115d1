//! Grids: a line of text for each row, the top row first, and a character for each cell.
//!
//! Any two letters, digits or emoji serve as discs. Some pairs identify the first player and the second: `X`/`O`, `R`/`Y`,
//! `R`/`B`, `●`/`○`, `⚫`/`⚪`, and `🔴` with `🟡`, `🔵`, `⚫` or `⚪`. With any other pair, the more frequent disc belongs to
//! the first player; if both are as frequent, the one that can have moved first, or the smaller digit. Readers skip frames, brackets, colors, and the numbers or letters of rows and
//! columns.
//!
//! Empty cells are `.`, `_`, `-`, `·`, `⬜`, `⬛` or `🟦`, `0` on a board of numbers, and blanks between bars or quotes. In a
//! grid without any of these, the only symbol on which no other lies is an empty cell, unless the board can be full. Some programs draw the holes of the board as `⚪` or `⚫`:
//!
//! ```text
//!   . . . .      ⚪⚪⚪⚪
//!   . ⚪ . .      ⚪🟡⚪⚪
//!   . ⚫ ⚫ .      ⚪🔴🔴⚪
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cells::{self, Symbol};
use super::moves::has_order;
use super::{GridError, GridErrorKind, board_from_rows};
use crate::{Board, Column, Player, Position, Size};

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

/// A text with more kinds of symbols than this is not a board with a typing error in it.
const MOST_KINDS: usize = 4;

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
    let mut symbols = cells::rows(text);
    if let Some(hole) = hole(&symbols) {
        symbols.iter_mut().flatten().for_each(|cell| *cell = cell.filter(|&c| c != hole));
    }
    let (letters, is_certain) = letters(&symbols)?;
    let board = board(&symbols, letters, connect)?;
    if is_certain {
        return Ok(board);
    }
    // Equally many discs of two unknown kinds: either may be the first player's, unless only one order can be played.
    let other = self::board(&symbols, (letters.1, letters.0), connect)?;
    match (letters, is_reachable(&board), is_reachable(&other)) {
        (_, false, true) => Ok(other),
        (_, true, false) | ((Some('0' | '1'), Some('1' | '2')), ..) => Ok(board),
        ((a, b), ..) => {
            Err(GridErrorKind::Undecided(a.unwrap_or_default(), b.unwrap_or_default()).into())
        }
    }
}

/// Whether some game leads to a board.
fn is_reachable(board: &Board) -> bool {
    Position::from_board(board.size(), board).is_ok_and(|position| has_order(&position))
}

/// The board of these symbols, which has these letters for the players.
fn board(
    symbols: &[Vec<Symbol>],
    (first, second): (Symbol, Symbol),
    connect: usize,
) -> Result<Board, GridError> {
    let mut rows = Vec::new();
    for (row, symbols) in (1..).zip(symbols) {
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
    let symbols = cells::rows(text);
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
    let is_second = count(&symbols, 'X') < count(&symbols, 'O');
    let letters = if is_second { ('O', 'X') } else { ('X', 'O') };
    board(&symbols, (Some(letters.0), Some(letters.1)), connect)
}

/// Whether a grid only makes sense to [`read_ascii`]: it has one more `O` than `X`, and the column numbers that
/// [`write_ascii`] puts below.
pub(super) fn is_ascii(text: &str) -> bool {
    let symbols = cells::rows(text);
    let is_xo = symbols.iter().flatten().flatten().all(|letter| ['X', 'O'].contains(letter));
    let last_line = text.lines().last().unwrap_or("").chars().filter(|c| !c.is_whitespace());
    let is_numbers =
        last_line.enumerate().all(|(n, c)| Column::from_symbol(c).map(Column::index) == Some(n));
    is_xo && count(&symbols, 'O') == count(&symbols, 'X') + 1 && is_numbers
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

/// The word for a cell, of those for the first player, the second and an empty cell.
pub(super) fn word(disc: Disc, [first, second, empty]: [&str; 3]) -> &str {
    match disc {
        None => empty,
        Some(Player::First) => first,
        Some(Player::Second) => second,
    }
}

fn write_rows(board: &Board, words: [&str; 3], between: &str) -> String {
    let line = |row: Vec<&str>| row.join(between) + "\n";
    rows(board).map(|row| line(row.map(|disc| word(disc, words)).collect())).collect()
}

/// The symbol of empty cells in a grid that has none of the usual ones: beside at most two kinds of discs, the only symbol
/// that supports no other.
fn hole(symbols: &[Vec<Symbol>]) -> Option<char> {
    if symbols.iter().flatten().any(Option::is_none) {
        return None;
    }
    let kinds = kinds(symbols);
    let is_full_board = |[a, b]: [char; 2]| count(symbols, a).abs_diff(count(symbols, b)) <= 1;
    match kinds[..] {
        [a, b] if !is_full_board([a, b]) => {}
        [_] | [_, _, _] => {}
        _ => return None,
    }
    let mut holes = kinds.into_iter().filter(|&kind| are_supported(symbols, kind));
    holes.next().filter(|_| holes.next().is_none())
}

/// The different symbols, in the order in which they first appear.
fn kinds(symbols: &[Vec<Symbol>]) -> Vec<char> {
    let mut found = Vec::new();
    for &letter in symbols.iter().flatten().flatten() {
        if !found.contains(&letter) {
            found.push(letter);
        }
    }
    found
}

/// Whether no disc floats if `hole` stands for an empty cell.
fn are_supported(symbols: &[Vec<Symbol>], hole: char) -> bool {
    symbols.windows(2).all(|rows| {
        rows[0]
            .iter()
            .zip(&rows[1])
            .all(|(&above, &below)| above == Some(hole) || below != Some(hole))
    })
}

fn count(symbols: &[Vec<Symbol>], letter: char) -> usize {
    symbols.iter().flatten().filter(|&&symbol| symbol == Some(letter)).count()
}

/// The letters of the first and the second player, if they have discs on the board, and whether that is certain.
fn letters(symbols: &[Vec<Symbol>]) -> Result<((Symbol, Symbol), bool), GridError> {
    let found = kinds(symbols);
    if found.len() > MOST_KINDS {
        return Err(GridErrorKind::NoBoard.into());
    }
    let found = &found[..found.len().min(2)];
    let known = PAIRS.iter().find(|(a, b)| found.iter().all(|letter| letter == a || letter == b));
    if let Some(&(first, second)) = known {
        return Ok(((Some(first), Some(second)), true));
    }
    Ok(match *found {
        [] => ((None, None), true),
        [only] => ((Some(only), None), true),
        [a, b, ..] => match count(symbols, a).cmp(&count(symbols, b)) {
            core::cmp::Ordering::Greater => ((Some(a), Some(b)), true),
            core::cmp::Ordering::Less => ((Some(b), Some(a)), true),
            core::cmp::Ordering::Equal => ((Some(a.min(b)), Some(a.max(b))), false),
        },
    })
}

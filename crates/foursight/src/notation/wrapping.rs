//! What pages and programs put around a position: addresses, game files, replays, logs, and messages of referees.
//!
//! Readers see the text without it, and the board that it names:
//!
//! ```text
//! https://connect4.gamesolver.org/?pos=445     445
//! [Size "5x4"]  33 *                           33, on 5x4
//! {"pos":"33","size":"5x4"}                    33, on 5x4; or the rows
//! {"grid":[[0,0,2,1],[0,0,0,0],...]}           [[0,0,...],...], the rows from the top
//! {"steps":[[{"action":3,...}]]}               the moves of a Kaggle replay
//! Game 1: Returns: 1 -1; Actions: x3 o3        x3 o3 (OpenSpiel)
//! update game field 0,0,0;0,0,0;1,0,0          the rows, each on a line
//! ```

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::nested::lists;
use super::{Expected, GridError, GridErrorKind, NotationError, flat, lines, moves};
use crate::record::{is_game_file, read_games};
use crate::size::SizeError;
use crate::{AnySize, Column, Size};

/// A text without its wrapping, and what the wrapping says about the board.
type Inner = (String, Expected);

/// The names of positions in objects.
const POSITIONS: [&str; 4] = ["pos", "rows", "grid", "board"];

/// The text without what is around its position, and with line feeds as line ends.
///
/// # Errors
///
/// If there is no board of the size that it names, or a game file is wrong or has several games.
pub(super) fn unwrapped(text: &str) -> Result<(Cow<'_, str>, Expected), NotationError> {
    let text = plain(text);
    let inner = inner(&text)?;
    Ok(inner.map_or((text, Expected::ANY), |(inner, shown)| (Cow::Owned(inner), shown)))
}

/// Whether something is around the position of a text.
pub(super) fn is_wrapped(text: &str) -> bool {
    inner(&plain(text)).is_ok_and(|inner| inner.is_some())
}

/// The text without a byte order mark and white space around it, and with line feeds as line ends.
fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.contains(super::LINE_ENDS) {
        Cow::Owned(lines(text).collect::<Vec<_>>().join("\n"))
    } else {
        Cow::Borrowed(text)
    }
}

fn inner(text: &str) -> Result<Option<Inner>, NotationError> {
    if text.contains('/')
        && !text.contains('\n')
        && text.matches("pos=").count() == 1
        && let Some(moves) = query(text, "pos")
    {
        return Ok(Some((moves.to_owned(), board(query(text, "size"), query(text, "connect"))?)));
    }
    if is_game_file(text) {
        return game(text).map(Some);
    }
    // Objects in several lines are several texts, unless all but one are messages without a position.
    let has_position = |object: &&str| POSITIONS.iter().any(|name| behind(object, name).is_some());
    let is_one = || text.split("}\n{").filter(has_position).count() <= 1;
    if text.starts_with('{') && !super::is_nested(text) && is_one() {
        return object(text);
    }
    lines_of_program(text)
}

/// The value of a name in the query of an address.
fn query<'a>(address: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = address.split(['?', '&', '#']).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The board of a size such as `7x6`, and the length of a line.
fn board(size: Option<&str>, connect: Option<&str>) -> Result<Expected, NotationError> {
    let length = |text: &str| text.parse().map_err(|_| SizeError::Text(text.to_owned()));
    Ok(Expected::new(size.map(str::parse).transpose()?, connect.map(length).transpose()?))
}

/// The moves of a game file with one game.
fn game(text: &str) -> Result<Inner, NotationError> {
    let games = read_games(text)?;
    let [game] = &games[..] else { return Err(NotationError::Games(games.len())) };
    let played = game.record()?.game;
    let shown = game.tag("Size").map(|_| Expected::of_size(played.position().size()));
    Ok((or_startpos(&moves::write(played.moves())), shown.unwrap_or_default()))
}

/// The moves, where no moves are the empty board.
fn or_startpos(moves: &str) -> String {
    if moves.trim().is_empty() { moves::STARTPOS } else { moves.trim() }.to_owned()
}

/// The board in an object of JSON or Python: one of our answers, a replay, an observation, or a message of a referee.
fn object(text: &str) -> Result<Option<Inner>, NotationError> {
    if text.contains("\"steps\"") {
        return replay(text);
    }
    let shown = || board(value(text, "size"), value(text, "connect"));
    // Two values of one name are two positions.
    let n_values = |name| iter::successors(behind(text, name), |rest| behind(rest, name)).count();
    let n = ["pos", "grid", "board"].map(n_values).into_iter().fold(0, usize::max);
    if n > 1 {
        return Err(NotationError::Games(n));
    }
    let rows = list(text, "rows").filter(|(rows, _)| rows.contains('"'));
    let rows = rows.map(|(rows, _)| rows.split('"').skip(1).step_by(2).collect::<Vec<_>>());
    let rows = rows.map(|rows| rows.join("\n"));
    let pos = value(text, "pos").map(or_startpos);
    if let (Some(pos), Some(rows)) = (&pos, &rows) {
        let read = |text: &str| super::Notation::read_any(text, shown()?);
        if read(pos)?.position() != read(rows)?.position() {
            return Err(NotationError::Games(2));
        }
    }
    if let Some(one) = pos.or(rows) {
        return Ok(Some((one, shown()?)));
    }
    if let Some((grid, _)) = list(text, "grid") {
        let columns: Vec<Vec<&str>> = lists(grid).collect();
        let height = columns.first().map_or(0, Vec::len);
        if columns.iter().any(|cells| cells.len() != height) {
            return Ok(None);
        }
        let row = |row: usize| columns.iter().map(|cells| cells[row]).collect();
        let rows: Vec<Vec<&str>> = (0..height).map(row).collect();
        return Ok(Some((nested(&rows), Expected::ANY)));
    }
    let Some((board, _)) = list(text, "board") else {
        return Err(GridError::from(GridErrorKind::NoBoard).into());
    };
    if text.contains("\"play-turn\"") {
        let mut rows: Vec<Vec<&str>> = lists(board).collect();
        rows.reverse();
        return Ok(Some((nested(&rows), Expected::ANY)));
    }
    Ok(Some((board.to_owned(), size_of(text, ["columns", "rows", "inarow"])?)))
}

/// The moves of a Kaggle replay, as cells: every observed board has at most one disc more than the one before.
fn replay(text: &str) -> Result<Option<Inner>, NotationError> {
    let size = size_of(text, ["columns", "rows", "inarow"])?.size()?;
    let mut rest = text;
    let mut before = alloc::vec!["0"; size.n_cells()];
    let mut moves = Vec::new();
    while let Some((board, after)) = list(rest, "board") {
        let cells: Vec<&str> = flat::words(board).collect();
        if cells.len() != before.len() {
            return Ok(None);
        }
        let mut new = (0..cells.len()).filter(|&index| cells[index] != before[index]);
        if let Some(index) = new.next() {
            if cells[index] != ["1", "2"][moves.len() % 2] {
                return Ok(None);
            }
            let (row, column) = (index / size.width(), Column::new(index % size.width()));
            moves.push(format!("{}{}", column.letter(), size.height() - row));
        }
        if new.next().is_some() {
            return Ok(None);
        }
        (before, rest) = (cells, after);
    }
    Ok(Some((or_startpos(&moves.join(" ")), Expected::of_size(size))))
}

/// The text behind a name in quotes and a colon.
fn behind<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) =
        ['"', '\''].iter().find_map(|quote| text.split_once(&*format!("{quote}{name}{quote}")))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

/// The text or number that has a name.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = behind(text, name)?;
    match rest.strip_prefix(['"', '\'']) {
        Some(rest) => Some(rest.split(['"', '\'']).next()?),
        None => Some(rest.split([',', '}']).next()?.trim()),
    }
}

/// The list that has a name, and the text behind it.
fn list<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let rest = behind(text, name)?;
    let mut depth = 0_usize;
    for (index, c) in rest.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (index > 0).then(|| rest.split_at(index + 1));
        }
    }
    None
}

fn nested(rows: &[Vec<&str>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("[{}]", row.join(","))).collect();
    format!("[{}]", rows.join(","))
}

/// The board whose sides and line length follow these names, if the first of them is there.
fn size_of(text: &str, names: [&str; 3]) -> Result<Expected, NotationError> {
    let number = |name: &str| {
        let digits = text.split_once(name)?.1.trim_start_matches(|c| "\"' :=".contains(c));
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse::<usize>().ok()
    };
    let [width, height, connect] = names.map(number);
    let standard = AnySize::default();
    let height = height.unwrap_or(standard.height());
    let connect = connect.unwrap_or(standard.connect());
    let size = width.map(|width| AnySize::new(width, height, connect)).transpose()?;
    Ok(size.map_or(Expected::ANY, Expected::of_size))
}

/// The position in lines of a program: `OpenSpiel`'s states and logs, and the requests of referees.
fn lines_of_program(text: &str) -> Result<Option<Inner>, NotationError> {
    if let Some((game, moves)) = text.split_once("[State]") {
        let columns: Vec<&str> = moves.split_whitespace().collect();
        let size = size_of(game, ["columns", "rows", "x_in_row"])?;
        return Ok(Some((format!("[{}]", columns.join(" ")), size)));
    }
    // Two such lines would be two positions.
    let after = |start: &str| {
        let mut found = text.lines().filter_map(|line| Some(line.split_once(start)?.1));
        found.next().filter(|_| found.next().is_none())
    };
    if let Some(actions) = after("Actions: ") {
        return Ok(Some((actions.to_owned(), Expected::ANY)));
    }
    if let Some(field) = after("update game field ") {
        let size = size_of(text, ["field_width", "field_height", "field_connect"])?;
        // One referee sends rows of 0, 1 and 2, the other a list of dots, 0 and 1.
        let cell = |c| match c {
            ';' => '\n',
            '.' => '0',
            '0' if field.contains('.') => '1',
            '1' if field.contains('.') => '2',
            _ => c,
        };
        let cells: String = field.trim().chars().map(cell).collect();
        return Ok(Some((if cells.contains('\n') { cells } else { format!("[{cells}]") }, size)));
    }
    let is_command = |line: &str| {
        ["position", "size", "go"].contains(&line.split(' ').next().unwrap_or_default())
    };
    if text.lines().all(is_command)
        && let Some(moves) = after("position")
    {
        return Ok(Some((or_startpos(moves), board(after("size ").map(str::trim), None)?)));
    }
    Ok(codingame(text).map(|rows| (rows, Expected::ANY)))
}

/// The rows in a turn of `CodinGame`, which come between numbers.
fn codingame(text: &str) -> Option<String> {
    let is_row =
        |line: &str| line.len() >= AnySize::MIN_SIDE && line.chars().all(|c| ".01".contains(c));
    let is_number =
        |line: &str| line.len() < 6 && line.split(' ').all(|word| word.parse::<i8>().is_ok());
    let all: Vec<&str> = text.lines().map(str::trim).collect();
    let rows: Vec<&str> = all.iter().copied().filter(|line| is_row(line)).collect();
    let is_turn = is_number(all.first()?)
        && all.iter().all(|line| is_row(line) || is_number(line))
        && all.len() >= rows.len() + 4
        && rows.iter().any(|row| row.contains('.'));
    is_turn.then(|| rows.join("\n"))
}

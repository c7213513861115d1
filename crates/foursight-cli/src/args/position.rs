//! The position argument, and `--from`, its format.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use foursight::notation::Expected;
use foursight::{AnySize, Column, Game, Size};

use super::BoardArgs;
use crate::failure::{InvalidPosition, UsageError};
use crate::format::Format;

/// One position, in any notation.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The position: the columns played, counted from 1, as in 44455. Other notations are recognized.
    #[arg(default_value = "", hide_default_value = true)]
    position: String,
    /// The format of the position [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    from: Option<Format>,
    #[command(flatten)]
    board: BoardArgs,
}

impl PositionArgs {
    pub(crate) fn game(&self) -> Result<Game<AnySize>> {
        let expected = self.board.expected()?;
        let format = self.from.unwrap_or_else(|| Format::detect(&self.position, expected));
        let text = &self.position;
        format.read(text, expected).map_err(|error| {
            if Path::new(text).is_file() {
                UsageError(format!(
                    "{text} is a file; write its position, as in 44455, or \"$(cat {text})\""
                ))
                .into()
            } else if is_file_name(text) {
                UsageError(format!("there is no file {text}; write a position, as in 44455")).into()
            } else {
                error.into()
            }
        })
    }

    /// The game, if it is not over.
    pub(crate) fn open_game(&self) -> Result<Game<AnySize>> {
        let game = self.game()?;
        match game.outcome() {
            None => Ok(game),
            Some(outcome) => Err(InvalidPosition(format!("the game is over: {outcome}")).into()),
        }
    }
}

/// Whether a text that is not a position was probably meant as a file name: `games.txt`, `../games.txt`.
fn is_file_name(text: &str) -> bool {
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_name = |word: &str| {
        let of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        word.bytes().all(of_name) && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let stem = Path::new(text).file_stem().and_then(|stem| stem.to_str());
    extension.is_some_and(|word| (2..=4).contains(&word.len()) && is_name(word))
        && stem.is_some_and(is_name)
}

/// Rejects a path among the positions, for a command that reads standard input if there are none.
///
/// # Errors
///
/// If one of them is, or names like, a file or a folder, and not a position in `format` or the detected format.
pub(crate) fn refuse_files(
    positions: &[String],
    format: Option<Format>,
    expected: Expected,
    command: &str,
) -> Result<(), UsageError> {
    let is_valid = |text: &str| {
        format.unwrap_or_else(|| Format::detect(text, expected)).read(text, expected).is_ok()
    };
    let is_path = |text: &str| Path::new(text).exists() || is_file_name(text);
    match positions.iter().find(|text| is_path(text) && !is_valid(text)) {
        None => Ok(()),
        Some(folder) if Path::new(folder).is_dir() => Err(UsageError(format!(
            "{folder} is a folder; to read the positions in a file, write: foursight {command} < {}",
            Path::new(folder).join("FILE").display()
        ))),
        Some(missing) if !Path::new(missing).exists() => {
            Err(UsageError(format!("there is no file {missing}; write a position, as in 44455")))
        }
        Some(file) => Err(UsageError(format!(
            "{file} is a file; to read the positions in it, write: foursight {command} < {file}"
        ))),
    }
}

/// The column with this number (from 1; the tenth is 10) or this letter; `None` if the board has no such column.
pub(crate) fn read_column(word: &str, size: AnySize) -> Option<Column> {
    let by_number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let by_letter = || {
        let mut chars = word.chars();
        let symbol = chars.next().filter(|_| chars.as_str().is_empty())?;
        Column::from_symbol(symbol).map(Column::index)
    };
    let column = by_number.or_else(by_letter).and_then(Column::checked);
    column.filter(|&column| size.has_column(column))
}

//! The position argument, and `--from`, its format.

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Column, Game, Size};

use super::{BoardArgs, Source};
use crate::failure::InvalidPosition;
use crate::format::Format;

/// One position, in any notation.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The position, as in 44455 (the columns played, from 1) or startpos, a file that holds it, or - for standard input;
    /// other notations are recognized [default: -].
    position: Option<String>,
    /// The format of the position [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    from: Option<Format>,
    #[command(flatten)]
    board: BoardArgs,
}

impl PositionArgs {
    pub(crate) fn game(&self) -> Result<Game<AnySize>> {
        Source::game(self.position.as_slice(), self.from, self.board.expected()?)
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

/// The column with this number (from 1; the tenth is 10) or this letter (the first is a).
///
/// # Errors
///
/// If the board has no such column; the message lists its columns.
pub(crate) fn read_column(word: &str, size: AnySize) -> Result<Column, String> {
    let by_number = |column: &Column| word == (column.index() + 1).to_string();
    let by_letter = |column: &Column| word.eq_ignore_ascii_case(&column.letter().to_string());
    let column = size.columns().find(|column| by_number(column) || by_letter(column));
    column.ok_or_else(|| {
        let last = Column::new(size.width() - 1).letter();
        format!("{word:?} is not a column from 1 to {} or a to {last}", size.width())
    })
}

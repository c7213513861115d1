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

//! A position, and `--from`: its format.

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Game};

use super::BoardArgs;
use crate::failure::InvalidPosition;
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
        Ok(format.read(&self.position, expected)?)
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

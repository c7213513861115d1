//! A position, and how to solve it.

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Game};

use super::{BookArgs, PositionArgs, SearchArgs, Solver};

/// A question about a position.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    books: BookArgs,
}

impl QuestionArgs {
    /// A solver for the board of `game`.
    pub(crate) fn solver(&self, game: &Game<AnySize>) -> Result<Solver> {
        let size = game.position().size();
        Ok(self.search.solver_with_threads(size, self.books.books()?)?)
    }
}

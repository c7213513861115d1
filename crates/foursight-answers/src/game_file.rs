//! `/api/game_file`: a game as a file that `foursight` commands read.

use foursight::record::{GameRecord, GameText};
use foursight::{AnySize, Game};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{Problem, Result};

/// Parameters besides the game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NameParams {
    /// The name of the first player.
    #[param(example = "Ann")]
    first: Option<String>,
    /// The name of the second player.
    #[param(example = "Bob")]
    second: Option<String>,
}

impl NameParams {
    /// The file.
    ///
    /// # Errors
    ///
    /// If a name cannot be written to a file.
    pub fn text(&self, game: Game<AnySize>) -> Result<GameText> {
        let names = [self.first.clone(), self.second.clone()];
        GameRecord { names, ..GameRecord::new(game) }.text().map_err(Problem::position)
    }
}

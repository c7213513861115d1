//! `/api/game_file`: a game as a file that `foursight` commands read.

use foursight::record::{GameRecord, GameText};
use foursight::{AnySize, Game};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::opening::OpeningParams;
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
    /// If a name cannot be written to a file, or the game cannot have opened in this way.
    pub fn text(&self, game: Game<AnySize>, opening: &OpeningParams) -> Result<GameText> {
        let names = [self.first.clone(), self.second.clone()];
        let (opening_rule, is_swapped) = opening.check(game.moves().len())?;
        let record = GameRecord { names, opening_rule, is_swapped, ..GameRecord::new(game) };
        record.text().map_err(Problem::position)
    }
}

//! `/api/why`: the reason for a result.

mod body;
mod strategy;
mod strategy_body;

use std::time::Duration;

use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Player, Position};
use foursight_engine::why::Why;
use foursight_engine::{Control, Goal, Limits, Solve};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::color::Color;
use crate::score::SCORE_TIME;
use crate::{Problem, Result, open_game, read_column};
pub use body::WhyBody;
pub(crate) use body::one_of;
pub use strategy::{AnswerBody, AnswerParams, StrategyQuestion};

/// The time to search for the reason for a result, once the scores are known; in a review, for all of its reasons.
pub(crate) const WHY_TIME: Duration = Duration::from_secs(2);

/// Parameters besides the position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhyParams {
    /// The column, from 1, of a move to ask about instead of the position.
    #[param(example = 4)]
    column: Option<usize>,
    /// Whether the answer includes the strategies.
    #[serde(default)]
    proof: bool,
    /// The player who reads the sentences, and is "you" in them; otherwise both players are named by color.
    #[serde(default)]
    #[param(value_type = Option<Color>)]
    you: Option<String>,
}

/// The player with this color.
pub(crate) fn read_you(you: Option<&str>) -> Result<Option<Player>> {
    match you {
        None => Ok(None),
        Some("red") => Ok(Some(Player::First)),
        Some("yellow") => Ok(Some(Player::Second)),
        Some(_) => Err(Problem::invalid("you", "a player is red or yellow")),
    }
}

/// A question about the reason for the result of a position or a move.
pub struct WhyQuestion {
    position: Position<AnySize>,
    column: Option<Column>,
    has_strategies: bool,
    you: Option<Player>,
    /// All moves, including the one in question.
    moves: Vec<Column>,
}

impl WhyQuestion {
    /// A question about an open position, or a legal move in it.
    ///
    /// # Errors
    ///
    /// If the game is over, or the move is not legal.
    pub fn new(mut game: Game<AnySize>, params: &WhyParams) -> Result<Self> {
        let position = *open_game(&game)?.position();
        let column = params.column.map(read_column).transpose()?;
        if let Some(column) = column {
            game.play(column).map_err(|error| Problem::invalid("column", error))?;
        }
        let (has_strategies, you) = (params.proof, read_you(params.you.as_deref())?);
        Ok(Self { position, column, has_strategies, you, moves: game.moves().to_vec() })
    }

    /// The answer, as far as it is found within the limits.
    pub fn answer(&self, solver: &mut impl Solve<AnySize>, limits: Limits<'_>) -> WhyBody {
        let control = &mut Control::limited(limits.within(SCORE_TIME));
        let scores = solver.solve_moves(&self.position, Goal::Score, control);
        let control = &mut Control::limited(limits.within(WHY_TIME));
        let why = match self.column {
            None => Why::of_position(&self.position, &scores, solver, control),
            Some(column) => Why::of_move(&self.position, column, &scores, solver, control),
        };
        let pos = |ply: usize| moves::write(&self.moves[..ply]);
        let before = self.column.map(|_| pos(self.position.ply()));
        let body = WhyBody::new(pos(why.position.ply()), before, &why, self.you);
        if self.has_strategies { body.with_strategies(&why) } else { body }
    }
}

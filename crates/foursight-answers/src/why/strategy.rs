//! `/api/why/answer`: the strategy behind a reason as an opponent.

use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Position};
use foursight_engine::why::Explanation;
use foursight_engine::{Control, Goal, Limits, Solve};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::WHY_TIME;
use crate::score::SCORE_TIME;
use crate::{Problem, ProblemKind, Result, open_game};

/// The parameters besides the position that the reason explains.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnswerParams {
    /// The columns that both sides have played since then, from 1.
    #[param(example = "56", pattern = "^[1-9a]*$", max_length = 100)]
    #[serde(default)]
    moves: String,
}

/// The move of a strategy.
#[derive(Serialize, ToSchema)]
#[schema(as = StrategyMove)]
pub struct AnswerBody {
    /// The column, from 1.
    #[schema(example = 2)]
    column: usize,
    #[schema(example = "b1")]
    cell: String,
    /// The position after the answer.
    #[schema(example = "7443562")]
    pos: String,
}

/// The move of the strategy behind a reason.
pub struct StrategyQuestion {
    position: Position<AnySize>,
    since: Vec<Column>,
    /// The game in its current state.
    game: Game<AnySize>,
}

impl StrategyQuestion {
    /// A question about the position of a reason, and the moves played since.
    ///
    /// # Errors
    ///
    /// If the game was over, or is now, or the moves cannot be played.
    pub fn new(mut game: Game<AnySize>, params: &AnswerParams) -> Result<Self> {
        let position = *open_game(&game)?.position();
        let since = play_all(&mut game, &params.moves)?;
        Ok(Self { position, since, game })
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// If no strategy is known for the position, none is found in time, or the strategy would not have played these
    /// moves.
    pub fn answer(
        &self,
        solver: &mut impl Solve<AnySize>,
        limits: Limits<'_>,
    ) -> Result<AnswerBody> {
        let control = &mut Control::limited(limits.within(SCORE_TIME));
        let scores = solver.solve_moves(&self.position, Goal::Score, control);
        let limits = limits.within(WHY_TIME);
        let control = &mut Control::limited(limits);
        let reasons = Explanation::all(&self.position, &scores, solver, control);
        let cell = reasons.iter().find_map(|reason| reason.answer(&self.since));
        let cell = cell.ok_or_else(|| {
            if limits.are_reached(0) {
                return Problem::not_in_time("no strategy was found in time; try again");
            }
            if reasons.is_empty() {
                let message = "this position has no reason with a strategy";
                return Problem::new(ProblemKind::NotFound, "no_strategy", message);
            }
            let message = "it is not the strategy's turn here, or the strategy would not have played these moves or has no answer to them";
            Problem::invalid("moves", message)
        })?;
        let mut game = self.game.clone();
        game.play(cell.column).expect("a strategy that was checked plays legal moves");
        let pos = moves::write(game.moves());
        Ok(AnswerBody { column: cell.column.index() + 1, cell: cell.to_string(), pos })
    }
}

/// Plays columns written as symbols; fails unless the game is still open afterwards.
fn play_all(game: &mut Game<AnySize>, symbols: &str) -> Result<Vec<Column>> {
    let mut play = |symbol| {
        let unknown = || format!("{symbol:?} is not a column: write 1 to 9, or a for the tenth");
        let column = Column::from_symbol(symbol).ok_or_else(unknown)?;
        game.play(column).map_err(|error| error.to_string())?;
        Ok(column)
    };
    let columns = symbols.chars().map(&mut play).collect::<std::result::Result<_, String>>();
    let columns = columns.map_err(|error| Problem::invalid("moves", error))?;
    match game.outcome() {
        None => Ok(columns),
        Some(outcome) => Err(Problem::invalid("moves", format!("the game is over: {outcome}"))),
    }
}

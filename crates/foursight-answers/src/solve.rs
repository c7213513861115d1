//! `/solve`: the scores of all columns, as clients of connect4.gamesolver.org expect them.

use foursight::{AnySize, Game, Position, Score};
use foursight_engine::{Control, Goal, Limits, Solve};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::parameters::read_game;
use crate::{Problem, Result};

/// Stands for the score of a column where no disc can be played.
const UNPLAYABLE: i32 = 100;

/// The score of each column for the side to move; `None` where no disc can be played.
pub type ColumnScores = Vec<Option<Score>>;

/// The parameters: a position, and its board.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SolveParams {
    /// The columns played, from 1; empty or `0` means the empty board.
    #[param(example = "475", pattern = "^([1-9a]*|0)$", max_length = 100)]
    #[serde(default)]
    pos: String,
    /// Columns x rows, each from 3 to 10.
    #[param(example = "7x6")]
    size: Option<String>,
    /// Discs in a row needed to win, 3 to 6.
    #[param(example = 4)]
    connect: Option<usize>,
}

/// The answer.
#[derive(Serialize, ToSchema)]
#[schema(as = Scores)]
pub struct ScoresBody {
    /// The position as requested.
    #[schema(example = "475")]
    pos: String,
    /// A score for each column from the left, for the side to move; 100 where no disc can be played.
    #[schema(example = json!([-18, -2, -2, -18, -18, -2, -18]))]
    score: Vec<i32>,
}

impl SolveParams {
    /// The position with the moves that lead to it.
    ///
    /// # Errors
    ///
    /// If there is no such board, or the moves cannot be played on it.
    pub fn game(&self) -> Result<Game<AnySize>> {
        let text = if self.pos.trim() == "0" { "" } else { &self.pos };
        read_game(text, self.size.as_deref(), self.connect)
    }

    /// The answer with these scores.
    pub fn answer(&self, scores: ColumnScores) -> ScoresBody {
        let number = |score: Option<Score>| score.map_or(UNPLAYABLE, Score::value);
        ScoresBody { pos: self.pos.clone(), score: scores.into_iter().map(number).collect() }
    }
}

/// The scores of all columns.
///
/// # Errors
///
/// If they are not found within the limits.
pub fn scores(
    solver: &mut impl Solve<AnySize>,
    position: &Position<AnySize>,
    limits: Limits<'_>,
) -> Result<ColumnScores> {
    let scores = solver.solve_moves(position, Goal::Score, &mut Control::limited(limits)).scores();
    let message = "the position was not solved in time; try again to continue the search";
    scores.ok_or_else(|| Problem::not_in_time(message))
}

//! `/api/score`: the score of a position, without its moves' scores.

use std::time::Duration;

use foursight::notation::moves;
use foursight::{AnySize, Game, Position, Score};
use foursight_engine::{Control, Forecast, Goal, Limits, MoveScores, Solution, Solve};
use serde::Serialize;
use utoipa::ToSchema;

use crate::CONTRACT;

/// The time one question searches for scores; scores not proved by then are given as bounds.
pub(crate) const SCORE_TIME: Duration = Duration::from_secs(4);

/// The proved bounds of a position.
#[derive(Serialize, ToSchema)]
pub struct ScoreBody {
    /// The version of this format.
    #[schema(example = 1)]
    version: u32,
    #[schema(example = "4455")]
    pos: String,
    /// The score for the side to move, if it is proved.
    score: Option<i32>,
    /// The score is at least this.
    lower: i32,
    /// The score is at most this.
    upper: i32,
    /// The number of moves that the winner still has to play, including the last; null for a draw, or if it is not
    /// proved.
    moves_to_end: Option<usize>,
    /// The result in words, for the side to move.
    #[schema(example = "wins in 2 moves")]
    words: String,
}

/// The score, as far as it is found within the limits.
pub fn score(
    game: &Game<AnySize>,
    solver: &mut impl Solve<AnySize>,
    limits: Limits<'_>,
) -> ScoreBody {
    let position = game.position();
    let control = &mut Control::limited(limits.within(SCORE_TIME));
    let solution = solver.solve(position, Goal::Score, control);
    ScoreBody::new(moves::write(game.moves()), position, &solution)
}

/// The proved bounds of a position and of each of its columns.
#[derive(Serialize)]
pub struct MoveScoresBody {
    #[serde(flatten)]
    position: ScoreBody,
    /// From the left; null where no disc can be played.
    columns: Vec<Option<BoundsBody>>,
}

/// The proved bounds of a move.
#[derive(Serialize)]
struct BoundsBody {
    score: Option<i32>,
    lower: i32,
    upper: i32,
}

impl MoveScoresBody {
    /// The proved bounds of the moves of the position that `pos` names.
    pub fn new(pos: String, position: &Position<AnySize>, scores: &MoveScores) -> Self {
        // Without moves, the game is over.
        let at_end = || Score::at_end(position).unwrap_or(Score::DRAW);
        let best = scores.best().unwrap_or_else(|| Solution::exact(at_end()));
        let bounds = |solution: &Solution| BoundsBody {
            score: solution.score().map(Score::value),
            lower: solution.lower.value(),
            upper: solution.upper.value(),
        };
        let columns = scores.columns().iter().map(|column| column.as_ref().map(bounds));
        Self { position: ScoreBody::new(pos, position, &best), columns: columns.collect() }
    }
}

impl ScoreBody {
    /// The proved bounds of the position that `pos` names.
    pub fn new(pos: String, position: &Position<AnySize>, solution: &Solution) -> Self {
        Self {
            version: CONTRACT,
            pos,
            score: solution.score().map(Score::value),
            lower: solution.lower.value(),
            upper: solution.upper.value(),
            moves_to_end: solution.score().and_then(|score| score.moves_to_end(position)),
            words: Forecast::new(solution, position).to_string(),
        }
    }
}

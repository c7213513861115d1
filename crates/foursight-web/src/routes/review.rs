//! `GET /api/review`: every move of a game graded.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight::{Accuracy, AnySize, Column, Game, Grade, Player, Position, Score};
use foursight_engine::{Goal, Solve};
use serde::Serialize;
use utoipa::ToSchema;

use super::position::Color;
use crate::App;
use crate::error::{ErrorBody, Result};
use crate::extract::{Params, PositionParams};
use crate::pool::JobLimits;
use crate::thinker::Thinker;

/// How long one request searches; asked again, it goes on from there.
const REVIEW_TIME: Duration = Duration::from_secs(4);

#[derive(Serialize, ToSchema)]
pub(crate) struct ReviewBody {
    #[schema(example = "4455")]
    pos: String,
    /// The moves in order, null where the time was up before one was graded.
    moves: Vec<Option<GradedMove>>,
    /// The score before each move and at the end, for red; null where it is not known yet.
    evaluation: Vec<Option<i32>>,
    accuracy: Accuracies,
    /// Whether nothing is missing.
    complete: bool,
}

#[derive(Serialize, ToSchema)]
struct GradedMove {
    /// The number of discs before the move.
    ply: usize,
    /// The column, from 1.
    column: usize,
    player: Color,
    /// What the move leads to, for the side that played it.
    score: i32,
    /// The score of the best move.
    best: i32,
    /// The columns, from 1, of the moves with that score.
    best_columns: Vec<usize>,
    /// The score of each column, null where no disc can be played.
    scores: Vec<Option<i32>>,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    mark: &'static str,
    /// What stands behind the move: `??`, `?`, `?!` or nothing.
    symbol: &'static str,
    /// What the move did, unless it was a best one.
    #[schema(example = "turned a win into a draw")]
    remark: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct Accuracies {
    red: AccuracyBody,
    yellow: AccuracyBody,
}

/// How many moves of a player got which mark.
#[derive(Serialize, ToSchema)]
struct AccuracyBody {
    n_graded: usize,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    /// The share of best moves, from 0 to 1.
    best_share: Option<f64>,
    /// The share of moves that kept the result, from 0 to 1.
    kept_share: Option<f64>,
}

/// The moves of a game graded by the exact solver.
#[utoipa::path(
    get, path = "/api/review", tag = "positions", params(PositionParams),
    responses(
        (status = OK, body = ReviewBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "too much to do"),
    )
)]
pub(crate) async fn review(
    State(app): State<Arc<App>>,
    Params(params): Params<PositionParams>,
) -> Result<Json<ReviewBody>> {
    let game = params.game()?;
    let positions = game.positions().to_vec();
    let time = app.config.limits.solve_time;
    let known =
        app.pool.run(time, move |thinker, limits| score_all(thinker, &positions, limits)).await?;
    Ok(Json(ReviewBody::new(&game, &known)))
}

/// The score of each column of a position; `None` where no disc can be played.
type ColumnScores = Vec<Option<Score>>;

/// The scores of each position that are found in time: from the last position, as what comes later is
/// quicker to solve and helps with what comes before.
fn score_all(
    thinker: &mut Thinker,
    positions: &[Position<AnySize>],
    limits: &JobLimits,
) -> Vec<Option<ColumnScores>> {
    let mut control = limits.control_for(REVIEW_TIME);
    let mut of_position = |position: &Position<AnySize>| {
        thinker.solve_moves(position, Goal::Score, &mut control).scores()
    };
    let mut known: Vec<_> = positions.iter().rev().map(&mut of_position).collect();
    known.reverse();
    known
}

impl ReviewBody {
    fn new(game: &Game<AnySize>, known: &[Option<ColumnScores>]) -> Self {
        let played = game.positions().iter().zip(known).zip(game.moves());
        let graded = played.map(|((position, scores), &column)| {
            let scores = scores.as_ref()?;
            let score = scores[column.index()].expect("the move was played");
            Some((position, column, scores, Grade::among(score, scores.iter().flatten().copied())))
        });
        let graded: Vec<_> = graded.collect();
        let accuracy = |player| -> AccuracyBody {
            let of_player = graded.iter().flatten().filter(|(p, ..)| p.side_to_move() == player);
            of_player.map(|(_, _, _, grade)| grade.mark()).collect::<Accuracy>().into()
        };
        let evaluation: Vec<_> =
            game.positions().iter().zip(known).map(|(p, k)| evaluation(p, k.as_ref())).collect();
        Self {
            pos: moves::write(game.moves()),
            complete: evaluation.iter().all(Option::is_some),
            evaluation,
            accuracy: Accuracies { red: accuracy(Player::First), yellow: accuracy(Player::Second) },
            moves: graded.into_iter().map(|m| m.map(GradedMove::new)).collect(),
        }
    }
}

/// The score of a position for red: that of its best move, or of the result.
fn evaluation(position: &Position<AnySize>, scores: Option<&ColumnScores>) -> Option<i32> {
    let best = scores?.iter().flatten().max().copied();
    let score = best.or_else(|| Score::at_end(position))?;
    Some(if position.side_to_move() == Player::First { score.value() } else { -score.value() })
}

impl GradedMove {
    fn new(
        (position, column, scores, grade): (&Position<AnySize>, Column, &ColumnScores, Grade),
    ) -> Self {
        let best = Some(grade.best());
        let best_columns = (1..).zip(scores).filter(|(_, score)| **score == best);
        Self {
            ply: position.ply(),
            column: column.index() + 1,
            player: position.side_to_move().into(),
            score: grade.score().value(),
            best: grade.best().value(),
            best_columns: best_columns.map(|(number, _)| number).collect(),
            scores: scores.iter().map(|score| score.map(Score::value)).collect(),
            mark: grade.mark().name(),
            symbol: grade.mark().symbol(),
            remark: grade.remark(),
        }
    }
}

impl From<Accuracy> for AccuracyBody {
    fn from(accuracy: Accuracy) -> Self {
        let (best_share, kept_share) = (accuracy.best_share(), accuracy.kept_share());
        let n_graded = accuracy.n_graded();
        let Accuracy { best, good, inaccuracies, mistakes, blunders } = accuracy;
        Self { n_graded, best, good, inaccuracies, mistakes, blunders, best_share, kept_share }
    }
}

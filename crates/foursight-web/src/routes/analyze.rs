//! `GET /api/analyze`: what every move of a position leads to.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight::{AnySize, Game, Position, Score};
use foursight_engine::{Analysis, Goal, MoveAnalysis, Solve};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Params, PositionParams};
use crate::solving::pool::JobLimits;
use crate::solving::thinker::Thinker;

/// How long the scores of one request are searched; what is not proved then is told as bounds.
const SCORE_TIME: Duration = Duration::from_secs(4);
/// How long the lines behind the moves are searched, once the scores are known.
const LINE_TIME: Duration = Duration::from_millis(300);

#[derive(Serialize, ToSchema)]
pub(crate) struct AnalysisBody {
    #[schema(example = "4455")]
    pos: String,
    /// The score for the side to move, if it is proved.
    score: Option<i32>,
    /// The score is at least this.
    lower: i32,
    /// The score is at most this.
    upper: i32,
    /// The same in words, for the side to move.
    #[schema(example = "wins in 7 moves")]
    words: String,
    /// The moves that can be played, from the left.
    moves: Vec<MoveBody>,
}

#[derive(Serialize, ToSchema)]
struct MoveBody {
    /// The column, from 1.
    column: usize,
    /// What the move leads to, for the side that plays it, if it is proved.
    score: Option<i32>,
    lower: i32,
    upper: i32,
    #[schema(example = "wins in 7 moves")]
    words: String,
    /// Whether no other move is better.
    best: bool,
    /// The move and best play of both sides after it, as far as it was found in time.
    #[schema(example = "444475555567622")]
    line: String,
}

/// What every move of a position leads to.
#[utoipa::path(
    get, path = "/api/analyze", tag = "positions", params(PositionParams),
    responses(
        (status = OK, body = AnalysisBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "too much to do"),
    )
)]
pub(crate) async fn analyze(
    State(app): State<Arc<App>>,
    Params(params): Params<PositionParams>,
) -> Result<Json<AnalysisBody>> {
    let game = params.game()?;
    let position = *game.position();
    let analysis = app.analysis(position).await?;
    Ok(Json(AnalysisBody::new(&game, &analysis)))
}

impl App {
    /// What every move of `position` leads to, as far as it is found in time.
    pub(crate) async fn analysis(&self, position: Position<AnySize>) -> Result<Analysis> {
        let time = self.config.limits.solve_time;
        self.pool.run(time, move |thinker, limits| analyze_with(thinker, &position, limits)).await
    }
}

/// The scores first: found again they take no time, and all the rest is for the lines.
fn analyze_with(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    limits: &JobLimits,
) -> Analysis {
    let solutions = thinker.solve_moves(position, Goal::Score, &mut limits.control_for(SCORE_TIME));
    let mut analysis = Analysis::new(thinker, position, &mut limits.control_for(LINE_TIME));
    // Bounds that took longer than the lines may are better.
    for (of_move, (_, solution)) in analysis.moves.iter_mut().zip(solutions) {
        of_move.solution.lower = of_move.solution.lower.max(solution.lower);
        of_move.solution.upper = of_move.solution.upper.min(solution.upper);
    }
    let bound = |of: fn(&MoveAnalysis) -> Score| analysis.moves.iter().map(of).max();
    if let (Some(lower), Some(upper)) = (bound(|m| m.solution.lower), bound(|m| m.solution.upper)) {
        analysis.solution.lower = lower;
        analysis.solution.upper = upper;
    }
    analysis
}

impl AnalysisBody {
    fn new(game: &Game<AnySize>, analysis: &Analysis) -> Self {
        let of_move = |of_move: &MoveAnalysis| MoveBody {
            column: of_move.column.index() + 1,
            score: of_move.solution.score().map(Score::value),
            lower: of_move.solution.lower.value(),
            upper: of_move.solution.upper.value(),
            words: analysis.words_of(of_move).to_string(),
            best: of_move.solution.lower >= analysis.solution.upper,
            line: moves::write(&of_move.line),
        };
        Self {
            pos: moves::write(game.moves()),
            score: analysis.solution.score().map(Score::value),
            lower: analysis.solution.lower.value(),
            upper: analysis.solution.upper.value(),
            words: analysis.words().to_string(),
            moves: analysis.moves.iter().map(of_move).collect(),
        }
    }
}

//! `GET /api/analyze`: what every move of a position leads to.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Score};
use foursight_engine::{Advice, Analysis, Guess, MoveAnalysis};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::position_query::{PositionParams, PositionQuery};
use crate::solving::Solving;

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
    /// Which moves to point at; null if none is proved to be best.
    advice: Option<AdviceBody>,
    /// The column, from 1, that level 10 would play where no move is proved to be best; otherwise null.
    guess: Option<usize>,
    /// The legal moves, from the left.
    moves: Vec<MoveBody>,
}

/// What to tell a person who asks for a good move.
#[derive(Serialize, ToSchema)]
struct AdviceBody {
    /// The columns to point at, from 1: the best moves, which in a lost position resist longest;
    /// none if one move is as good as another.
    columns: Vec<usize>,
    /// The columns to praise: the same, but none if all moves lose.
    recommended: Vec<usize>,
    #[schema(example = "all moves lose; column 5 resists longest")]
    words: String,
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
    /// Whether no other move is better, though all may lose.
    best: bool,
    /// The move, and best play after it as far as it was found in time.
    #[schema(example = "444475555567622")]
    line: String,
}

/// What every move of a position leads to.
#[utoipa::path(
    get, path = "/api/analyze", tag = "positions", params(PositionParams),
    responses(
        (status = OK, body = AnalysisBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn analyze(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
) -> Result<Json<AnalysisBody>> {
    let (analysis, guess) = solving.analysis(client.network, *game.position()).await?;
    Ok(Json(AnalysisBody::new(&game, &analysis, guess)))
}

impl AdviceBody {
    fn new(advice: &Advice) -> Self {
        let numbers = |columns: &[Column]| columns.iter().map(|c| c.index() + 1).collect();
        Self {
            columns: numbers(advice.columns()),
            recommended: numbers(advice.recommended()),
            words: advice.to_string(),
        }
    }
}

impl AnalysisBody {
    fn new(game: &Game<AnySize>, analysis: &Analysis, guess: Option<Guess>) -> Self {
        let of_move = |of_move: &MoveAnalysis| MoveBody {
            column: of_move.column.index() + 1,
            score: of_move.solution.score().map(Score::value),
            lower: of_move.solution.lower.value(),
            upper: of_move.solution.upper.value(),
            words: of_move.forecast.to_string(),
            best: of_move.solution.lower >= analysis.solution.upper,
            line: moves::write(&of_move.line),
        };
        Self {
            pos: moves::write(game.moves()),
            score: analysis.solution.score().map(Score::value),
            lower: analysis.solution.lower.value(),
            upper: analysis.solution.upper.value(),
            words: analysis.forecast.to_string(),
            advice: analysis.advice.as_ref().map(AdviceBody::new),
            guess: guess.map(|guess| guess.column().index() + 1),
            moves: analysis.moves.iter().map(of_move).collect(),
        }
    }
}

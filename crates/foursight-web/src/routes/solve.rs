//! `GET /solve`: the scores of all columns, as clients of connect4.gamesolver.org expect them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight::{AnySize, Position, Score, Size};
use foursight_engine::{Goal, Solve};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Params, read_size};
use crate::solving::pool::JobLimits;
use crate::solving::thinker::Thinker;

/// What stands for the score of a column that cannot be played.
const UNPLAYABLE: i32 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SolveParams {
    /// The columns played, from 1; nothing or `0` is the empty board.
    #[param(example = "475")]
    #[serde(default)]
    pos: String,
    /// Columns x rows, each from 3 to 10.
    #[param(example = "7x6")]
    size: Option<String>,
    /// How many discs in a row win, from 3 to 6.
    #[param(example = 4)]
    connect: Option<usize>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Scores {
    /// The position as it was asked for.
    #[schema(example = "475")]
    pos: String,
    /// A score for each column from the left, for the side to move; 100 where no disc can be played.
    #[schema(example = json!([-18, -2, -2, -18, -18, -2, -18]))]
    score: Vec<i32>,
}

/// The scores of all columns of a position.
#[utoipa::path(
    get, path = "/solve", tag = "positions", params(SolveParams),
    responses(
        (status = OK, body = Scores),
        (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "too much to do, or not solved in time"),
    )
)]
pub(crate) async fn solve(
    State(app): State<Arc<App>>,
    Params(SolveParams { pos, size, connect }): Params<SolveParams>,
) -> Result<Json<Scores>> {
    let text = if pos.trim() == "0" { "" } else { &pos };
    let size = read_size(size.as_deref(), connect)?;
    let position = moves::position(text, size).map_err(Error::position)?;
    let scores = app.scores(position).await?;
    let score = scores.into_iter().map(|score| score.map_or(UNPLAYABLE, Score::value)).collect();
    Ok(Json(Scores { pos, score }))
}

impl App {
    /// The scores of all columns for the side to move, `None` where no disc can be played: at once, where
    /// no search is needed.
    pub(crate) async fn scores(&self, position: Position<AnySize>) -> Result<Vec<Option<Score>>> {
        if let Some(scores) = self.knowledge.scores(&position) {
            return Ok(scores);
        }
        let job =
            move |thinker: &mut Thinker, limits: &JobLimits| search(thinker, &position, limits);
        let scores = self.pool.run(self.config.limits.solve_time, job).await?;
        scores.ok_or_else(|| {
            let message =
                "the position was not solved in time; asked again, the search goes on from there";
            Error::busy("not_solved_in_time", message)
        })
    }
}

fn search(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    limits: &JobLimits,
) -> Option<Vec<Option<Score>>> {
    let mut scores = vec![None; position.size().width()];
    let solutions = thinker.solve_moves(position, Goal::Score, &mut limits.control());
    for (column, solution) in solutions {
        scores[column.index()] = Some(solution.score()?);
    }
    Some(scores)
}

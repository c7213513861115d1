//! `GET /solve`: the scores of all columns, as clients of connect4.gamesolver.org expect them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight::Score;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::read_game;
use crate::solving::Solving;

/// Stands for the score of a column where no disc can be played.
const UNPLAYABLE: i32 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SolveParams {
    /// The columns played, from 1; empty or `0` means the empty board.
    #[param(example = "475", pattern = "^([1-9a]*|0)$", max_length = 100)]
    #[serde(default)]
    pos: String,
    /// Columns x rows, each from 3 to 10.
    #[param(example = "7x6", pattern = "^([3-9]|10)x([3-9]|10)$")]
    size: Option<String>,
    /// How many discs in a row win, from 3 to 6.
    #[param(example = 4, minimum = 3, maximum = 6)]
    connect: Option<usize>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Scores {
    /// The position as requested.
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
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, too many of your questions wait, or it did not finish"),
    )
)]
pub(crate) async fn solve(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Params(SolveParams { pos, size, connect }): Params<SolveParams>,
) -> Result<Json<Scores>> {
    let text = if pos.trim() == "0" { "" } else { &pos };
    let game = read_game(text, size.as_deref(), connect)?;
    let scores = solving.scores(client.network, *game.position()).await?;
    let score = scores.into_iter().map(|score| score.map_or(UNPLAYABLE, Score::value)).collect();
    Ok(Json(Scores { pos, score }))
}

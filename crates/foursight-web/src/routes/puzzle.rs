//! `/api/puzzles`: positions with one move that wins, or draws.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::puzzle::{Attempt, AttemptBody, AttemptResult, NextParams, PuzzleBody};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Body, Params, Segment};
use crate::solving::Solving;

/// The puzzle of the day, which changes at midnight UTC.
#[utoipa::path(
    get, path = "/api/puzzles/daily", tag = "puzzles",
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn daily(
    State(solving): State<Arc<Solving>>,
    client: Client,
) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&solving.daily_puzzle(client.network).await?)))
}

/// The next puzzle of a difficulty.
#[utoipa::path(
    get, path = "/api/puzzles", tag = "puzzles", params(NextParams),
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn next(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Params(params): Params<NextParams>,
) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&solving.puzzle(client.network, params.id()?).await?)))
}

/// A puzzle by its number.
#[utoipa::path(
    get, path = "/api/puzzles/{id}", tag = "puzzles", params(("id" = u32, Path)),
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn puzzle(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Segment(id): Segment<u32>,
) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&solving.puzzle(client.network, id).await?)))
}

/// Try a move of a puzzle, or give up.
#[utoipa::path(
    post, path = "/api/puzzles/{id}/attempt", tag = "puzzles", params(("id" = u32, Path)),
    request_body = AttemptBody,
    responses((status = OK, body = AttemptResult), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn attempt(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Segment(id): Segment<u32>,
    Body(body): Body<AttemptBody>,
) -> Result<Json<AttemptResult>> {
    let attempt = Attempt::new(solving.puzzle(client.network, id).await?, &body)?;
    let answer = solving.ask(client.network, move |solver, limits| attempt.answer(solver, limits));
    Ok(Json(answer.await?))
}

//! `GET /api/why`: the reason of a result, and the strategy behind it as an opponent.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::PositionParams;
use foursight_answers::why::{
    AnswerBody, AnswerParams, StrategyQuestion, WhyBody, WhyParams, WhyQuestion,
};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::PositionQuery;
use crate::solving::Solving;

/// Why a position, or a move, leads to what it leads to.
#[utoipa::path(
    get, path = "/api/why", tag = "positions", params(PositionParams, WhyParams),
    responses(
        (status = OK, body = WhyBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn why(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
    Params(params): Params<WhyParams>,
) -> Result<Json<WhyBody>> {
    let question = WhyQuestion::new(game, &params)?;
    let answer =
        solving.ask(client.network, move |solver, limits| Ok(question.answer(solver, limits)));
    Ok(Json(answer.await?))
}

/// What the strategy behind a reason plays.
///
/// `pos` is the position of the reason, and `moves` what both sides have played since: the strategy's side its own
/// answers, the other side anything. It is the strategy's turn.
#[utoipa::path(
    get, path = "/api/why/answer", tag = "positions", params(PositionParams, AnswerParams),
    responses(
        (status = OK, body = AnswerBody), (status = "4XX", body = ErrorBody),
        (status = NOT_FOUND, body = ErrorBody, description = "the position has no reason with a strategy"),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn answer(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
    Params(params): Params<AnswerParams>,
) -> Result<Json<AnswerBody>> {
    let question = StrategyQuestion::new(game, &params)?;
    let answer = solving.ask(client.network, move |solver, limits| question.answer(solver, limits));
    Ok(Json(answer.await?))
}

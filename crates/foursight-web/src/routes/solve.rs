//! `GET /solve`: the scores of all columns, as clients of connect4.gamesolver.org expect them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::scores::{ScoresBody, SolveParams};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::solving::Solving;

/// The scores of all columns of a position.
#[utoipa::path(
    get, path = "/solve", tag = "positions", params(SolveParams),
    responses(
        (status = OK, body = ScoresBody),
        (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, too many of your questions wait, or it did not finish"),
    )
)]
pub(crate) async fn solve(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Params(params): Params<SolveParams>,
) -> Result<Json<ScoresBody>> {
    let scores = solving.scores(client.network, *params.game()?.position()).await?;
    Ok(Json(params.answer(scores)))
}

//! `GET /api/move` and `/api/levels`: the machine as a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight_engine::Level;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::client::Client;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::{PositionParams, PositionQuery};
use crate::solving::Solving;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LevelParams {
    /// From 0 (random) to 10 (perfect).
    #[param(minimum = 0, maximum = 10, example = 6)]
    level: u8,
    /// Seed for the random choices of the level [default: a new one for each request].
    seed: Option<u64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MachineMove {
    /// The column, from 1.
    #[schema(example = 4)]
    column: usize,
    /// The position after the move.
    #[schema(example = "44554")]
    pos: String,
}

/// The move that a level chooses.
#[utoipa::path(
    get, path = "/api/move", tag = "positions", params(PositionParams, LevelParams),
    responses(
        (status = OK, body = MachineMove), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn choose_move(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(mut game): PositionQuery,
    Params(LevelParams { level, seed }): Params<LevelParams>,
) -> Result<Json<MachineMove>> {
    let level = Level::new(level).map_err(|error| Error::invalid("level", error))?;
    if let Some(outcome) = game.outcome() {
        return Err(Error::position(format!("the game is over: {outcome}")));
    }
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    let column = solving.choose_move(client.network, *game.position(), level, seed).await?;
    let column = column.expect("the game is open");
    game.play(column).expect("a level plays legal moves");
    Ok(Json(MachineMove { column: column.index() + 1, pos: moves::write(game.moves()) }))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LevelBody {
    level: u8,
    #[schema(example = "club")]
    name: &'static str,
    description: &'static str,
}

/// The levels that the machine plays at.
#[utoipa::path(
    get, path = "/api/levels", tag = "positions", responses((status = OK, body = Vec<LevelBody>))
)]
pub(crate) async fn levels() -> Json<Vec<LevelBody>> {
    let body = |level: Level| LevelBody {
        level: level.number(),
        name: level.name(),
        description: level.description(),
    };
    Json(Level::all().map(body).collect())
}

//! `GET /api/move` and `/api/levels`: the machine as a player.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight_engine::{Level, LevelPlayer};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Params, PositionParams};

/// How long a move is thought about; on boards that are not solved in it, level 10 only looks ahead.
const MOVE_TIME: Duration = Duration::from_secs(3);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LevelParams {
    /// From 0 (random) to 10 (perfect).
    #[param(minimum = 0, maximum = 10, example = 6)]
    level: u8,
    /// What the random choices of the level follow from; a new one for each request unless it is given.
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

/// The move of a level.
#[utoipa::path(
    get, path = "/api/move", tag = "positions", params(PositionParams, LevelParams),
    responses(
        (status = OK, body = MachineMove), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "too much to do"),
    )
)]
pub(crate) async fn choose_move(
    State(app): State<Arc<App>>,
    Params(params): Params<PositionParams>,
    Params(LevelParams { level, seed }): Params<LevelParams>,
) -> Result<Json<MachineMove>> {
    let mut game = params.game()?;
    let level = Level::new(level).map_err(|error| Error::invalid("level", error))?;
    if let Some(outcome) = game.outcome() {
        return Err(Error::position(format!("the game is over: {outcome}")));
    }
    let position = *game.position();
    let mut player = LevelPlayer::new(level, seed.unwrap_or_else(|| fastrand::u64(..)));
    let time = app.config.limits.solve_time;
    let choose = app.pool.run(time, move |thinker, limits| {
        player.choose(&position, thinker, &mut limits.control_for(MOVE_TIME))
    });
    let column = choose.await?.expect("the game is open");
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

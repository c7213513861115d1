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
use crate::error::{Error, ErrorBody, Result};
use crate::extract::{Params, PositionParams};

/// How long a move is thought about; on boards that are not solved in it, level 10 plays as level 9.
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

const LEVELS: [(&str, &str); 11] = [
    ("random", "drops its discs anywhere"),
    ("beginner", "wins if it can with its next disc, and is random otherwise"),
    ("watchful", "also stops you from winning with your next disc"),
    ("learner", "the same, and prefers the center, most of the time"),
    ("casual", "looks 4 plies ahead, and slips in a quarter of its moves"),
    ("steady", "looks 6 plies ahead, and slips in a fifth of its moves"),
    ("club", "looks 8 plies ahead, and slips now and then"),
    ("strong", "looks 10 plies ahead, and slips in a tenth of its moves"),
    ("expert", "looks 12 plies ahead, and seldom slips"),
    ("master", "looks 14 plies ahead, and hardly ever slips"),
    ("perfect", "wins as fast as it can, and loses as slowly"),
];

/// The levels that the machine plays at.
#[utoipa::path(
    get, path = "/api/levels", tag = "positions", responses((status = OK, body = Vec<LevelBody>))
)]
pub(crate) async fn levels() -> Json<Vec<LevelBody>> {
    let levels = (0..).zip(LEVELS);
    let body = |(level, (name, description))| LevelBody { level, name, description };
    Json(levels.map(body).collect())
}

//! `GET /api/why`: the reason of a result, and the strategy behind it as an opponent.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::client::Client;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::{PositionParams, PositionQuery, read_column};
use crate::http::why_body::{WhyBody, proofs};
use crate::solving::Solving;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhyParams {
    /// A column, from 1, to ask about the move in it instead of the position.
    #[param(minimum = 1, maximum = 10, example = 4)]
    column: Option<usize>,
}

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
    PositionQuery(mut game): PositionQuery,
    Params(WhyParams { column }): Params<WhyParams>,
) -> Result<Json<WhyBody>> {
    let position = *open(&game)?.position();
    let column = column.map(read_column).transpose()?;
    let before = column.map(|_| moves::write(game.moves()));
    if let Some(column) = column {
        game.play(column).map_err(|error| Error::invalid("column", error))?;
    }
    let why = solving.why(client.network, position, column).await?;
    let moves = &game.moves()[..why.position.ply()];
    Ok(Json(WhyBody::new(moves::write(moves), before, &why)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnswerParams {
    /// The columns played since by both sides, from 1.
    #[param(example = "56", pattern = "^[1-9a]*$", max_length = 100)]
    #[serde(default)]
    moves: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = StrategyMove)]
pub(crate) struct AnswerBody {
    /// The column, from 1.
    #[schema(example = 2)]
    column: usize,
    #[schema(example = "b1")]
    cell: String,
    /// The position after the answer.
    #[schema(example = "7443562")]
    pos: String,
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
    PositionQuery(mut game): PositionQuery,
    Params(AnswerParams { moves }): Params<AnswerParams>,
) -> Result<Json<AnswerBody>> {
    let position = *open(&game)?.position();
    let since = play_all(&mut game, &moves)?;
    let why = solving.why(client.network, position, None).await?;
    let strategies = proofs(&why.explanation);
    if strategies.is_empty() {
        let message = "this position has no reason with a strategy";
        return Err(Error::new(StatusCode::NOT_FOUND, "no_strategy", message));
    }
    let cell = strategies.iter().find_map(|proof| proof.answer(&since));
    let cell = cell.ok_or_else(|| {
        let message = "the strategy is not to move here, or would not have played these moves";
        Error::invalid("moves", message)
    })?;
    game.play(cell.column).expect("a strategy that was checked plays legal moves");
    let column = cell.column.index() + 1;
    Ok(Json(AnswerBody { column, cell: cell.to_string(), pos: moves::write(game.moves()) }))
}

/// The game, unless it is over.
fn open(game: &Game<AnySize>) -> Result<&Game<AnySize>> {
    match game.outcome() {
        None => Ok(game),
        Some(outcome) => Err(Error::position(format!("the game is over: {outcome}"))),
    }
}

/// Plays columns written as symbols, which leave the game open.
fn play_all(game: &mut Game<AnySize>, symbols: &str) -> Result<Vec<Column>> {
    let mut play = |symbol| {
        let unknown = || format!("{symbol:?} names no column: write 1 to 9, then a");
        let column = Column::from_symbol(symbol).ok_or_else(unknown)?;
        game.play(column).map_err(|error| error.to_string())?;
        Ok(column)
    };
    let columns = symbols.chars().map(&mut play).collect::<Result<_, String>>();
    let columns = columns.map_err(|error| Error::invalid("moves", error))?;
    match game.outcome() {
        None => Ok(columns),
        Some(outcome) => Err(Error::invalid("moves", format!("the game is over: {outcome}"))),
    }
}

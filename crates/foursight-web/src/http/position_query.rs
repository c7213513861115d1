//! The position that a request is about, read and checked from its query.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use serde::Deserialize;
use utoipa::IntoParams;

use super::error::{Error, Result};
use super::extract::Params;

/// A position with the moves that lead to it; a query that names none, or an impossible one, is an error.
pub(crate) struct PositionQuery(pub(crate) Game<AnySize>);

/// A position: the columns played from the empty board, and the board.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionParams {
    /// The columns played, from 1; columns past 9 are letters. Empty means the empty board.
    #[param(example = "4455", pattern = "^[1-9a]*$", max_length = 100)]
    #[serde(default)]
    pos: String,
    /// Columns x rows, each from 3 to 10.
    #[param(example = "7x6", pattern = "^([3-9]|10)x([3-9]|10)$")]
    size: Option<String>,
    /// How many discs in a row win, from 3 to 6.
    #[param(example = 4, minimum = 3, maximum = 6)]
    connect: Option<usize>,
}

impl<S: Send + Sync> FromRequestParts<S> for PositionQuery {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Params(params) = Params::<PositionParams>::from_request_parts(parts, state).await?;
        read_game(&params.pos, params.size.as_deref(), params.connect).map(Self)
    }
}

/// A column as it travels, counted from 1; the board may be narrower.
pub(crate) fn read_column(number: usize) -> Result<Column> {
    let column = number.checked_sub(1).and_then(Column::checked);
    column.ok_or_else(|| {
        Error::invalid("column", "columns count from 1, up to the width of the board")
    })
}

/// A game from its parts as they travel; the board is the standard one unless they say otherwise.
pub(crate) fn read_game(
    pos: &str,
    size: Option<&str>,
    connect: Option<usize>,
) -> Result<Game<AnySize>> {
    moves::read(pos, read_size(size, connect)?).map_err(Error::position)
}

/// A board from its parts as they travel; the standard one unless they say otherwise.
pub(crate) fn read_size(size: Option<&str>, connect: Option<usize>) -> Result<AnySize> {
    let size = size.map_or(Ok(AnySize::default()), str::parse);
    let size: AnySize = size.map_err(|error| Error::invalid("size", error))?;
    let size = connect.map_or(Ok(size), |connect| size.with_connect(connect));
    size.map_err(|error| Error::invalid("connect", error))
}

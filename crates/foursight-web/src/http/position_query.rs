//! The position that a request is about, read and checked from its query.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use foursight::{AnySize, Game};
use foursight_answers::PositionParams;

use super::error::{Error, Result};
use super::extract::Params;

/// A position with the moves that lead to it; a query that names none, or an impossible one, is an error.
pub(crate) struct PositionQuery(pub(crate) Game<AnySize>);

impl<S: Send + Sync> FromRequestParts<S> for PositionQuery {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Params(params) = Params::<PositionParams>::from_request_parts(parts, state).await?;
        Ok(Self(params.game()?))
    }
}

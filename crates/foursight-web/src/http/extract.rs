//! The parts of a request that handlers read; anything unreadable is a JSON error.

use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use foursight::{AnySize, Game};
use foursight_answers::{PositionParams, read_body, read_query};
use serde::de::DeserializeOwned;

use super::error::{Error, Result};

/// The query of the address.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(Self(read_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// A part of the path.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Error))]
pub(crate) struct Segment<T>(pub(crate) T);

/// A body in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        Ok(Self(read_body(&json_body(request).await?)?))
    }
}

/// The body of a request that says it is JSON.
pub(crate) async fn json_body(request: Request) -> Result<Bytes> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(is_json) {
        let (status, code) = (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json");
        return Err(Error::new(status, code, "send JSON with `Content-Type: application/json`"));
    }
    Bytes::from_request(request, &()).await.map_err(|rejection| match rejection.status() {
        status @ StatusCode::PAYLOAD_TOO_LARGE => {
            Error::new(status, "too_large", "the body is too large")
        }
        status => Error::new(status, "invalid_json", rejection.body_text()),
    })
}

/// Whether a media type is JSON: `application/json; charset=utf-8`, `application/ld+json`.
fn is_json(kind: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let subtype = essence.strip_prefix("application/");
    subtype.is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Self {
        let message = match &rejection {
            PathRejection::FailedToDeserializePathParams(failed) => match failed.kind() {
                ErrorKind::ParseError { value, .. } => {
                    format!("{value:?} is not a whole number, or is too large")
                }
                kind => kind.to_string(),
            },
            _ => rejection.body_text(),
        };
        Self::new(rejection.status(), "invalid_path", message)
    }
}

/// A position with the moves that lead to it; a query without a position, or with an impossible one, is an error.
pub(crate) struct PositionQuery(pub(crate) Game<AnySize>);

impl<S: Send + Sync> FromRequestParts<S> for PositionQuery {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Params(params) = Params::<PositionParams>::from_request_parts(parts, state).await?;
        Ok(Self(params.game()?))
    }
}

//! What handlers read of a request; anything unreadable is a JSON error.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use foursight_answers::read_query;
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
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Error))]
pub(crate) struct Body<T>(pub(crate) T);

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

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "not_json",
            _ => "invalid_json",
        };
        // Broken JSON and JSON of another shape are both the client's mistake.
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        Self::new(status, code, cause(&rejection.body_text()))
    }
}

/// What is wrong, without the library's preamble about its own steps.
fn cause(text: &str) -> &str {
    let is_preamble = |text: &str| text.starts_with("Failed to ");
    text.split_once(": ")
        .filter(|(preamble, _)| is_preamble(preamble))
        .map_or(text, |(_, cause)| cause)
}

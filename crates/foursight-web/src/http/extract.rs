//! What handlers read of a request; anything unreadable is a JSON error.

use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use foursight_answers::read_query;
use serde::de::DeserializeOwned;
use serde_json::Value;

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

/// A body in JSON, where 8.0 is a whole number, as it is in schemas.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let request = |body| Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(request(body), state).await.map_err(JsonRejection::from)?;
        let read = |bytes: Bytes| Json::<T>::from_request(request(bytes.into()), state);
        let error = match read(bytes.clone()).await {
            Ok(Json(body)) => return Ok(Self(body)),
            Err(error) => error,
        };
        match with_whole_numbers(&bytes) {
            Some(bytes) => Ok(Self(read(bytes).await?.0)),
            None => Err(error.into()),
        }
    }
}

/// The same JSON with numbers such as 8.0 as 8, if it has any.
fn with_whole_numbers(json: &[u8]) -> Option<Bytes> {
    let mut value = serde_json::from_slice(json).ok()?;
    make_whole(&mut value).then(|| value.to_string().into())
}

/// Whether there was something to change.
fn make_whole(value: &mut Value) -> bool {
    /// Beyond, not every whole number is a float.
    const MAX: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= MAX);
            if let Some(whole) = whole {
                *value = (whole as i64).into();
            }
            whole.is_some()
        }
        Value::Array(values) => values.iter_mut().fold(false, |any, value| make_whole(value) | any),
        Value::Object(fields) => {
            fields.values_mut().fold(false, |any, value| make_whole(value) | any)
        }
        _ => false,
    }
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

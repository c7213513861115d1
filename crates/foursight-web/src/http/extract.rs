//! What handlers read of a request; what cannot be read is a JSON error.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query};
use axum::http::StatusCode;
use foursight::notation::moves;
use foursight::{AnySize, Game};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::error::{Error, Result};

/// The query of the address.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Error))]
pub(crate) struct Params<T>(pub(crate) T);

/// A part of the path.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Error))]
pub(crate) struct Segment<T>(pub(crate) T);

/// A body in JSON.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Error))]
pub(crate) struct Body<T>(pub(crate) T);

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_parameter", cause(&rejection.body_text()))
    }
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Self {
        let message = match &rejection {
            PathRejection::FailedToDeserializePathParams(failed) => match failed.kind() {
                ErrorKind::ParseError { value, .. } => {
                    format!("{value:?} is no whole number, or one too large")
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
        // What is no JSON and what is JSON of another shape are both the client's mistake.
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        Self::new(status, code, cause(&rejection.body_text()))
    }
}

/// What is wrong, without what the library says before it of its own doings.
fn cause(text: &str) -> &str {
    let is_preamble = |text: &str| text.starts_with("Failed to ");
    text.split_once(": ")
        .filter(|(preamble, _)| is_preamble(preamble))
        .map_or(text, |(_, cause)| cause)
}

/// A position: the columns played from the empty board, and the board.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionParams {
    /// The columns played, from 1; past 9 they are letters. Nothing is the empty board.
    #[param(example = "4455")]
    #[serde(default)]
    pub(crate) pos: String,
    /// Columns x rows, each from 3 to 10.
    #[param(example = "7x6")]
    pub(crate) size: Option<String>,
    /// How many discs in a row win, from 3 to 6.
    #[param(example = 4)]
    pub(crate) connect: Option<usize>,
}

impl PositionParams {
    /// The board, the standard one unless asked otherwise.
    pub(crate) fn size(&self) -> Result<AnySize> {
        read_size(self.size.as_deref(), self.connect)
    }

    pub(crate) fn game(&self) -> Result<Game<AnySize>> {
        moves::read(&self.pos, self.size()?).map_err(Error::position)
    }
}

/// A board from its two parameters.
pub(crate) fn read_size(size: Option<&str>, connect: Option<usize>) -> Result<AnySize> {
    let size = size.map_or(Ok(AnySize::default()), str::parse);
    let size: AnySize = size.map_err(|error| Error::invalid("size", error))?;
    let connect = connect.map_or(Ok(size), |connect| size.with_connect(connect));
    connect.map_err(|error| Error::invalid("connect", error))
}

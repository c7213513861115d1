//! The reason why a request failed, as a status and JSON.

use std::fmt;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use foursight_answers::ProblemBody;
use metrics::counter;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The reason why a request failed.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    status: StatusCode,
    code: &'static str,
    message: String,
    field: Option<&'static str>,
    game: Option<Box<Value>>,
    retry_after: Option<Duration>,
    closes: bool,
}

/// The body of every answer other than a success.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    error: ProblemBody,
    /// The game's current state, if the request did not match it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    game: Option<Box<Value>>,
}

impl Error {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        Self { status, code, message, field: None, game: None, retry_after: None, closes: false }
    }

    /// The same with the parameter or field that caused the error.
    #[must_use]
    pub(crate) fn with_field(self, field: Option<&'static str>) -> Self {
        Self { field, ..self }
    }

    /// A parameter or a field with a wrong value.
    pub(crate) fn invalid(field: &'static str, message: impl fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_parameter", message).with_field(Some(field))
    }

    pub(crate) fn not_found(message: impl fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn forbidden(code: &'static str, message: impl fmt::Display) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn conflict(code: &'static str, message: impl fmt::Display) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// A request that the server cannot carry out at the moment.
    pub(crate) fn busy(code: &'static str, message: impl fmt::Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
            .retry_after(Duration::from_secs(1))
    }

    /// A fault of the server; the cause goes to the log only.
    pub(crate) fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        let message = "something went wrong in the server; its log says what";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    #[must_use]
    pub(crate) fn retry_after(self, time: Duration) -> Self {
        Self { retry_after: Some(time), ..self }
    }

    /// The same, but the connection is closed.
    #[must_use]
    pub(crate) fn closing(self) -> Self {
        Self { closes: true, ..self }
    }

    /// The same with the game's current state.
    #[must_use]
    pub(crate) fn with_game(self, game: &impl Serialize) -> Self {
        let game = serde_json::to_value(game).expect("a game is plain data");
        Self { game: Some(Box::new(game)), ..self }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// The error, for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The body, which a `WebSocket` sends without a status.
    pub(crate) fn body(self) -> ErrorBody {
        let error = ProblemBody { code: self.code, message: self.message, field: self.field };
        ErrorBody { error, game: self.game }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, retry_after, closes) = (self.status, self.retry_after, self.closes);
        counter!("foursight_refusals_total", "reason" => self.code).increment(1);
        let mut response = (status, Json(self.body())).into_response();
        if let Some(time) = retry_after {
            let seconds = time.as_secs_f64().ceil().max(1.0) as u64;
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if closes {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// The return type of handlers.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

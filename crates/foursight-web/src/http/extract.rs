//! The parts of a request that handlers read; anything unreadable is a JSON error, and so are parameters that an
//! address does not have.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use foursight::{AnySize, Game};
use foursight_answers::{PositionParams, read_body, read_query};
use serde::de::DeserializeOwned;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::{OpenApi, RefOr};

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

/// The parameters of each path that has any in its query.
pub(crate) type KnownNames = BTreeMap<&'static str, Vec<&'static str>>;

/// The parameters in a description of the API.
pub(crate) fn known_names(api: &'static OpenApi) -> KnownNames {
    let named = |(path, item): (&'static String, &'static PathItem)| {
        Some((path.as_str(), in_query(item.get.as_ref()?)))
    };
    let paths = api.paths.paths.iter().filter_map(named);
    paths.filter(|(_, names)| !names.is_empty()).collect()
}

fn in_query(operation: &Operation) -> Vec<&str> {
    let parameters = operation.parameters.iter().flatten();
    let names = parameters.filter_map(|parameter| match parameter {
        RefOr::T(Parameter { name, parameter_in: ParameterIn::Query, .. }) => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

/// Lets a request pass if its address has all of its parameters, or none at all: a misspelled one would have no effect, and
/// nobody would notice.
pub(crate) async fn check_parameters(
    State(known): State<Arc<KnownNames>>,
    request: Request,
    next: Next,
) -> Result<Response> {
    if request.method().is_safe()
        && let Some(path) = request.extensions().get::<MatchedPath>()
        && let Some(names) = known.get(path.as_str())
        && let Some(query) = request.uri().query()
        && let mut given = form_urlencoded::parse(query.as_bytes())
        && let Some((name, _)) = given.find(|(name, _)| !names.contains(&&**name))
    {
        let message =
            format!("{} has no parameter {name:?}; it has {}", path.as_str(), names.join(", "));
        return Err(Error::new(StatusCode::BAD_REQUEST, "invalid_parameter", message));
    }
    Ok(next.run(request).await)
}

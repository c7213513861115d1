//! Refuses parameters that an address does not have: a misspelled one would have no effect, and nobody would notice.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::{MatchedPath, Request};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};

use super::error::{Error, Result};
use crate::openapi;

/// The described parameters of each path that has any in its query.
static KNOWN: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let described = openapi().paths.paths.iter();
    let named = described.filter_map(|(path, item)| Some((&**path, in_query(item.get.as_ref()?))));
    named.filter(|(_, names)| !names.is_empty()).collect()
});

fn in_query(operation: &Operation) -> Vec<&str> {
    let parameters = operation.parameters.iter().flatten();
    let names = parameters.filter_map(|parameter| match parameter {
        RefOr::T(Parameter { name, parameter_in: ParameterIn::Query, .. }) => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

/// Answers a request whose parameters are all known.
pub(crate) async fn check(request: Request, next: Next) -> Result<Response> {
    if request.method().is_safe()
        && let Some(path) = request.extensions().get::<MatchedPath>()
        && let Some(names) = KNOWN.get(path.as_str())
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

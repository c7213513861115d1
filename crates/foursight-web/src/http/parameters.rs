//! Refuses parameters that an address does not have: a misspelled one would have no effect, and nobody would notice.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::{OpenApi, RefOr};

use super::error::{Error, Result};

/// The parameters of each path that has any in its query.
pub(crate) type KnownNames = BTreeMap<&'static str, Vec<&'static str>>;

/// The parameters in a description of the API.
pub(crate) fn described(api: &'static OpenApi) -> KnownNames {
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

/// Lets a request pass if its address has all of its parameters, or none at all.
pub(crate) async fn check(
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

//! Headers that keep browsers from doing what no page here needs, and the encodings that a client accepts.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::client::{is_encrypted, is_trustworthy};
use crate::Config;

/// The sources that documents of the page may load, and who may frame them.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
frame-ancestors 'none'";

/// The policy for views that pages of other sites may frame.
pub(crate) const EMBED_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
form-action 'self'; frame-ancestors *";

/// The time for which browsers remember what pages of other sites may ask.
const PREFLIGHT_TIME: Duration = Duration::from_hours(2);

const STRICT: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// The header is only for connections that browsers trust: elsewhere, they ignore it, and complain on every page.
const OPENER_POLICY: (HeaderName, &str) =
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// The header is only for encrypted connections: elsewhere, it means nothing.
const TRANSPORT_SECURITY: (HeaderName, &str) =
    (header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");

/// Adds the headers that the handler has not set.
pub(crate) async fn strict(
    State(config): State<Arc<Config>>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let opener = is_trustworthy(&parts, &config).then_some(OPENER_POLICY);
    let transport = is_encrypted(&parts, &config).then_some(TRANSPORT_SECURITY);
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let headers = response.headers_mut();
    for (name, value) in STRICT.into_iter().chain(opener).chain(transport) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Keeps answers out of every cache: they change, and depend on who asks.
pub(crate) async fn fresh(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Lets pages of any site read answers that are the same for everybody.
pub(crate) fn public() -> CorsLayer {
    shared(AllowOrigin::any())
}

/// Lets pages of some sites read answers that depend on the secret that they send; browsers send no cookies along.
pub(crate) fn allowed(config: &Config) -> CorsLayer {
    shared(AllowOrigin::list(config.allowed_origins.iter().cloned()))
        .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION])
}

fn shared(origin: AllowOrigin) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(origin)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER])
        .max_age(PREFLIGHT_TIME)
}

/// An answer that pages of any site may read.
pub(crate) fn readable(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let any = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    let exposed = HeaderValue::from_static("retry-after");
    response.headers_mut().insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    response
}

/// Whether the client accepts an encoding, given by name; weight 0 means no.
pub(crate) fn is_accepted(headers: &HeaderMap, encoding: &str) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
    lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_some_and(|weight: f32| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_weights() {
        for (accepted, expected) in [
            ("br", true),
            ("gzip, deflate, br, zstd", true),
            ("gzip;q=1.0, BR;q=0.5", true),
            ("gzip", false),
            ("br;q=0", false),
            ("br; q=0.000", false),
            ("brotli", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(is_accepted(&headers, "br"), expected, "{accepted}");
        }
    }
}

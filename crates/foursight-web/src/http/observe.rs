//! Metrics and log lines about requests.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing::Instrument;

use super::client::{Peer, address};
use crate::Config;
use crate::log::LINES_LOST;

/// Upper bounds of the histogram of durations, in seconds.
const DURATIONS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// Upper bounds of the histogram of requests that shared a commit.
const COUNTS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 512.0];

/// The metrics of this process, shared by all servers in it.
pub(crate) fn metrics_handle() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let batch = Matcher::Full("foursight_store_batch".to_owned());
        let builder = PrometheusBuilder::new()
            .set_buckets(&DURATIONS)
            .and_then(|builder| builder.set_buckets_for_metric(batch, &COUNTS))
            .expect("the lists are not empty");
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // If another recorder is installed already, that one records.
        let _ = metrics::set_global_recorder(recorder);
        show_zeros();
        handle
    })
}

/// Creates the figures used in alerts before they first increase: alerts do not notice a figure that starts at 1.
fn show_zeros() {
    for name in
        ["foursight_connections_refused_total", "foursight_places_given_up_total", LINES_LOST]
    {
        counter!(name).increment(0);
    }
    for reason in ["not_stored", "internal", "busy"] {
        counter!("foursight_refusals_total", "reason" => reason).increment(0);
    }
}

/// The header with a request's name, in a proxy's request and in every answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Names, counts and times a request; the log lines that it causes contain its name.
pub(crate) async fn observe(
    State(config): State<Arc<Config>>,
    request: Request,
    next: Next,
) -> Response {
    let id = request_id(&request, &config);
    let span = tracing::error_span!("request", id = id.to_str().unwrap_or_default());
    let mut response = count(request, next, &config).instrument(span).await;
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// The name that a trusted proxy gave the request, or a new one.
fn request_id(request: &Request, config: &Config) -> HeaderValue {
    let is_of_proxy = Peer::of(request.extensions()).is_proxy(config);
    let given = is_of_proxy.then(|| given_id(request.headers())).flatten();
    given.unwrap_or_else(|| {
        // The name is not a secret; asking the system for randomness would take as long as some answers.
        let id = format!("{:016x}", fastrand::u64(..));
        HeaderValue::try_from(id).expect("digits are plain text")
    })
}

/// The name in these headers, if it is short and plain, because it goes to the log.
fn given_id(headers: &HeaderMap) -> Option<HeaderValue> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    let is_name = |id: &&HeaderValue| {
        let bytes = id.as_bytes();
        (1..=64).contains(&bytes.len()) && bytes.iter().copied().all(is_plain)
    };
    headers.get(REQUEST_ID).filter(is_name).cloned()
}

async fn count(request: Request, next: Next, config: &Config) -> Response {
    let (parts, body) = request.into_parts();
    let address = address(&parts, config);
    let request = Request::from_parts(parts, body);
    let start = Instant::now();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none".to_owned(), |p| p.as_str().to_owned());
    let method = request.method().clone();
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), start.elapsed());
    let client = config.logs_addresses.then(|| tracing::field::display(address));
    tracing::debug!(client, %method, route, status, time_us = time.as_micros() as u64, "request");
    counter!("foursight_requests_total", "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    histogram!("foursight_request_seconds", "route" => route).record(time.as_secs_f64());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_plain_names_are_taken() {
        let longest = "x".repeat(64);
        for (name, is_taken) in [
            ("a-Z_0.9:", true),
            (&longest, true),
            (&format!("{longest}x"), false),
            ("", false),
            ("two words", false),
            ("a\"", false),
        ] {
            let headers = HeaderMap::from_iter([(REQUEST_ID, name.parse().unwrap())]);
            assert_eq!(given_id(&headers).is_some(), is_taken, "{name:?}");
        }
    }
}

//! Metrics and log lines about requests.

use std::sync::OnceLock;
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

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
        handle
    })
}

/// Counts and times a request by its route.
pub(crate) async fn observe(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none".to_owned(), |p| p.as_str().to_owned());
    let method = request.method().clone();
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), start.elapsed());
    tracing::debug!(%method, route, status, time_us = time.as_micros() as u64, "request");
    counter!("foursight_requests_total", "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    histogram!("foursight_request_seconds", "route" => route).record(time.as_secs_f64());
    response
}

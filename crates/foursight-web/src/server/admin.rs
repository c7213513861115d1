//! Health, readiness and metrics, for those who run the server.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use metrics::gauge;

use crate::App;
use crate::http::error::Result;
use crate::http::observe::metrics_handle;
use crate::store::database_bytes;

pub(super) fn router(app: &App) -> Router {
    Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(app.clone())
}

/// Whether the server can do its work: the database accepts writes.
async fn ready(State(app): State<App>) -> Result<&'static str> {
    app.games.check_store().await?;
    Ok("ready\n")
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    gauge!("foursight_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    if let Some(bytes) = database_bytes(&app.config.data) {
        gauge!("foursight_database_bytes").set(bytes as f64);
    }
    // Memory, open files and processor time, by the usual names.
    metrics_process::Collector::default().collect();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics_handle().render())
}

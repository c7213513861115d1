//! Health, readiness and metrics, for those who run the server.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use crate::App;
use crate::http::error::Result;
use crate::http::observe::metrics_handle;

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

async fn metrics() -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics_handle().render())
}

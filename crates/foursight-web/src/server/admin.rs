//! Health, readiness and figures, for those who run the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use crate::App;
use crate::http::error::{Error, Result};
use crate::http::observe::figures;

pub(super) fn router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(app.clone())
}

/// Whether the server can do its work: the database takes what is written and the solver has room.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str> {
    if app.pool.n_waiting() >= app.config.limits.queue {
        return Err(Error::busy("busy", "the solver has too much to do"));
    }
    app.note_alive().await?;
    Ok("ready\n")
}

async fn metrics() -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, figures().render())
}

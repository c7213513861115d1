//! Health, readiness and metrics, for the operator, whose actions are in `operator`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use foursight_games::database_bytes;
use metrics::gauge;

use super::operator;
use crate::http::error::{Error, Result};
use crate::http::host;
use crate::http::observe::metrics_handle;
use crate::{App, Config};

/// The routes of the admin port, for a server that is embedded or tested without ports.
pub fn router(app: &App) -> Router {
    Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .merge(operator::routes())
        .layer(middleware::from_fn_with_state(app.config.clone(), own_host))
        .with_state(app.clone())
}

/// Another site can point its own name here, so this port answers only to names of this machine. No proxy's word counts:
/// a browser on its machine has the same address.
async fn own_host(State(config): State<Arc<Config>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match host::check_own(&parts, &config) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

/// Whether the server can do its work: the database accepts writes, and other pages have not failed for good.
async fn ready(State(app): State<App>) -> Result<&'static str> {
    app.games.check_store().await?;
    if let Some(damage) = app.config.extra_damage.get() {
        return Err(Error::internal(damage));
    }
    Ok("ready\n")
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    gauge!("foursight_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    if let Some(bytes) = database_bytes(&app.config.data) {
        gauge!("foursight_database_bytes").set(bytes as f64);
    }
    #[cfg(target_os = "linux")]
    if let Err(error) = record_process() {
        tracing::warn!(%error, "the process's statistics cannot be read");
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics_handle().render())
}

/// Records memory, open files and processor time under the names that Prometheus gives them.
#[cfg(target_os = "linux")]
fn record_process() -> procfs::ProcResult<()> {
    use procfs::process::{LimitValue, Process};

    let process = Process::myself()?;
    let stat = process.stat()?;
    gauge!("process_resident_memory_bytes").set((stat.rss * procfs::page_size()) as f64);
    gauge!("process_open_fds").set(process.fd_count()? as f64);
    if let LimitValue::Value(most) = process.limits()?.max_open_files.soft_limit {
        gauge!("process_max_fds").set(most as f64);
    }
    let ticks = (stat.utime + stat.stime) as f64;
    gauge!("process_cpu_seconds_total").set(ticks / procfs::ticks_per_second() as f64);
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use procfs::process::Process;

    use super::*;

    #[test]
    fn the_figures_are_those_of_this_process() {
        // Installs the recorder before the first figure, so that the figure is kept.
        metrics_handle();
        let seconds = || {
            let stat = Process::myself().unwrap().stat().unwrap();
            (stat.utime + stat.stime) as f64 / procfs::ticks_per_second() as f64
        };
        // Uses enough processor time that the sum, the product and the remainder of the two numbers differ.
        while seconds() < 0.05 {
            std::hint::black_box(std::fs::read("/proc/self/stat").unwrap());
        }
        let before = seconds();
        record_process().unwrap();
        let text = metrics_handle().render();
        let figure = |name: &str| -> f64 {
            let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
            lines.next().unwrap_or_else(|| panic!("{name}: {text}")).trim().parse().unwrap()
        };
        let used = figure("process_cpu_seconds_total ");
        assert!((before..=seconds()).contains(&used), "{used}");
        assert!(figure("process_resident_memory_bytes ") > 1_000_000.0);
    }
}

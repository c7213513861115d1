//! What a request must be before anything else is done for it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use super::client::{Client, Origin};
use super::headers;
use super::rates::is_file;
use crate::App;
use crate::http::error::{Error, Result};

/// The longest path with its query, in bytes.
const MAX_URL: usize = 2048;

/// How long a request is worked on besides being solved, from its headers to the first byte of the
/// answer.
const MAX_TIME: Duration = Duration::from_secs(20);

/// Turns away what is too long, too often, or written by a page of another site; every page may read why.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let client = Client::of(&parts, &app.config);
    parts.extensions.insert(client);
    let request = Request::from_parts(parts, body);
    if let Err(error) = check(&app, client, &request) {
        return headers::readable(error);
    }
    let turn = app.turns.take(client.network);
    if turn.is_none() && !is_file(request.uri().path()) {
        let message =
            "too many of your requests are being worked on; ask again when some are answered";
        let error = Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
        return headers::readable(error.retry_after(Duration::from_secs(1)));
    }
    let time = MAX_TIME.saturating_add(app.config.limits.solve_time);
    let response = tokio::time::timeout(time, next.run(request)).await;
    response.unwrap_or_else(|_| {
        let message = "the request took too long to arrive or to be answered";
        headers::readable(Error::new(StatusCode::REQUEST_TIMEOUT, "timeout", message))
    })
}

fn check(app: &App, client: Client, request: &Request) -> Result<()> {
    let url = request.uri();
    if url.path_and_query().map_or(0, |text| text.as_str().len()) > MAX_URL {
        let message = format!("an address has up to {MAX_URL} bytes");
        return Err(Error::new(StatusCode::URI_TOO_LONG, "too_long", message));
    }
    app.rates.take(client.network, url.path()).map_err(|wait| {
        let message = "too many requests from your address; ask again a little later";
        Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message).retry_after(wait)
    })?;
    let is_write = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_write && Origin::of(request.headers(), &app.config) == Origin::Other {
        return Err(Error::forbidden("cross_site", "pages of other sites cannot do this"));
    }
    Ok(())
}

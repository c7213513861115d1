//! Integration tests of the server: requests as clients send them, in this process.

mod agreement;
mod allocations;
mod backup;
mod bad_input;
mod clock;
mod connections;
mod database;
mod dearest;
mod description;
mod expiry;
mod fuzz;
mod game;
mod history;
mod linear;
mod notices;
mod operator;
mod pages;
mod played;
mod position;
mod puzzle;
mod restart;
mod routes;
mod running;
mod school;
mod secrecy;
mod session;
#[cfg(target_os = "linux")]
mod simulation;
mod socket;
mod stopping;
mod test_clock;
mod too_much;
mod trouble;
mod upgrade;
mod vectors;
mod why;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use foursight_web::{App, Config, router};
use http_body_util::BodyExt;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;

/// A server without a port, and the folder of its database.
struct Site {
    app: App,
    routes: Router,
    folder: Arc<TempDir>,
}

/// The answer to a request.
#[derive(Debug)]
struct HttpAnswer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

/// Headers of a request.
type Headers<'a> = &'a [(&'a str, &'a str)];

/// A time longer than anything takes, even on a busy machine: it only ends a test that hangs.
const PATIENCE: Duration = Duration::from_mins(5);

/// A configuration for tests: no limit on requests, and enough time for each answer, whatever else the machine is
/// doing.
fn config(folder: &Path) -> Config {
    let mut config = Config::new(folder.to_owned());
    config.limits.requests_per_second = None;
    config.limits.answer_time = PATIENCE;
    config
}

impl Site {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::in_folder(&Arc::new(TempDir::new().unwrap()), change)
    }

    /// A server in a folder that another server, now closed, may have used before.
    fn in_folder(folder: &Arc<TempDir>, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config(folder.path());
        change(&mut config);
        let app = App::new(config).unwrap();
        Self { routes: router(&app), app, folder: folder.clone() }
    }

    /// Ends the server, and returns its folder.
    async fn close(self) {
        self.app.close().await;
    }

    /// Starts to read an answer that continues.
    async fn open(&self, path: &str, headers: Headers<'_>) -> Response<Body> {
        let request = request("GET", path, headers, "");
        self.routes.clone().oneshot(request).await.unwrap()
    }

    async fn send(&self, request: Request<Body>) -> HttpAnswer {
        let response = self.routes.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        HttpAnswer { status: parts.status, headers: parts.headers, body }
    }

    async fn get(&self, path: &str) -> HttpAnswer {
        self.get_with(path, &[]).await
    }

    async fn get_with(&self, path: &str, headers: Headers<'_>) -> HttpAnswer {
        self.send(request("GET", path, headers, "")).await
    }

    /// Sends JSON, as a script would.
    async fn post(&self, path: &str, body: &Value) -> HttpAnswer {
        self.post_with(path, &[], body).await
    }

    async fn post_with(&self, path: &str, headers: Headers<'_>, body: &Value) -> HttpAnswer {
        let headers = [&[("content-type", "application/json")], headers].concat();
        self.send(request("POST", path, &headers, &body.to_string())).await
    }

    async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }
}

impl HttpAnswer {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    #[track_caller]
    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The error code, after a check of the error's form.
    #[track_caller]
    fn error_code(&self) -> String {
        let json = self.json();
        assert!(json["error"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{json}");
        json["error"]["code"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn check_error(&self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), &*self.error_code()), (status, code), "{self:?}");
    }

    /// The path of the game that was made.
    #[track_caller]
    fn game_path(&self) -> String {
        format!("/api/games/{}", self.json()["game"]["id"].as_str().unwrap())
    }
}

fn request(method: &str, path: &str, headers: Headers<'_>, body: &str) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path).header("host", "four.test");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(body.to_owned())).unwrap()
}

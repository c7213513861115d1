//! Messages of a network game over its `WebSocket`s.

use std::path::PathBuf;
use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use foursight_web::{App, Config, router};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{UnixListener, UnixStream};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use tower::ServiceExt;

use crate::history::{ACTIONS, History};

/// A server at a socket of its own.
struct Site {
    runtime: Runtime,
    routes: Router,
    socket: PathBuf,
    _folder: TempDir,
}

static SITE: LazyLock<Site> = LazyLock::new(|| {
    let folder = TempDir::new().expect("there is room");
    let socket = folder.path().join("socket");
    let runtime = Runtime::new().expect("there are threads");
    let routes = runtime.block_on(async {
        let mut config = Config::new(folder.path().to_owned());
        config.limits.requests_per_second = None;
        config.limits.open_games = usize::MAX;
        let routes = router(&App::new(config).expect("it starts"));
        let listener = UnixListener::bind(&socket).expect("it is free");
        tokio::spawn(axum::serve(listener, routes.clone()).into_future());
        routes
    });
    Site { runtime, routes, socket, _folder: folder }
});

impl Site {
    async fn post(&self, path: &str, body: Value) -> Value {
        let request = Request::post(path).header("host", "four.test");
        let request = request.header("content-type", "application/json");
        let request = request.body(Body::from(body.to_string())).expect("it is one");
        let answer = self.routes.clone().oneshot(request).await.expect("routes answer");
        let body = answer.into_body().collect().await.expect("it ends").to_bytes();
        serde_json::from_slice(&body).expect("it is JSON")
    }

    async fn connect(&self, id: &str, secret: &Value) -> WebSocketStream<UnixStream> {
        let url = format!("ws://four.test/api/games/{id}/ws");
        let mut request = url.into_client_request().expect("it is one");
        let secret = format!("Bearer {}", secret.as_str().expect("a seat has one"));
        request.headers_mut().insert("authorization", secret.parse().expect("it is plain"));
        let stream = UnixStream::connect(&self.socket).await.expect("the server listens");
        client_async(request, stream).await.expect("the game is there").0
    }
}

/// Says these messages of either player in turn, each of a kind; all that both see must fit one history.
pub fn say(rule: u8, messages: &[(bool, u8, &str)]) {
    SITE.runtime.block_on(async {
        let rule = ["none", "pie", "swap"][usize::from(rule) % 3];
        let made = SITE.post("/api/games", json!({ "opening_rule": rule })).await;
        let id = made["game"]["id"].as_str().unwrap_or_else(|| panic!("{made}"));
        let joined = SITE.post(&format!("/api/games/{id}/join"), json!({})).await;
        let mut red = SITE.connect(id, &made["secret"]).await;
        let mut yellow = SITE.connect(id, &joined["secret"]).await;
        let (mut history, mut ply) = (History::default(), 0);
        // More or longer messages would end the connection.
        let messages = messages.iter().filter(|(.., text)| text.len() <= 1024).take(25);
        for &(is_red, kind, text) in messages {
            let message = match kind {
                0..100 => json!({ "type": "move", "column": kind % 9, "ply": ply }).to_string(),
                100..200 => json!({ "type": ACTIONS[usize::from(kind) % 15] }).to_string(),
                _ => text.to_owned(),
            };
            let socket = if is_red { &mut red } else { &mut yellow };
            socket.send(Message::text(message)).await.expect("it is open");
            ply = follow(socket, &mut history).await.unwrap_or(ply);
        }
    });
}

/// Reads until the server has obeyed all messages, and refused one more; the last ply that was seen.
async fn follow(socket: &mut WebSocketStream<UnixStream>, history: &mut History) -> Option<u64> {
    const LAST: &str = "\"no object\"";
    socket.send(Message::text(LAST)).await.expect("it is open");
    let mut ply = None;
    loop {
        let message = socket.next().await.expect("it is open").expect("it is whole");
        let Message::Text(text) = message else { continue };
        let event: Value = serde_json::from_str(&text).expect("it is JSON");
        let game = &event["game"];
        if game.is_object() && event["type"] != "error" {
            history.see(0, game);
            ply = game["ply"].as_u64();
        }
        let reason = event["error"]["message"].as_str().unwrap_or_default();
        if reason.contains(LAST) {
            return ply;
        }
    }
}

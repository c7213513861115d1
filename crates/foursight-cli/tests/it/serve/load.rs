//! Many clients at once, each in a live game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt, future::join_all};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{Server, is_full};

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("threads start").block_on(future)
}

fn start(data: &TempDir) -> Server {
    Server::start_with(
        data.path(),
        &["--rate", "0", "--open-games", "1000000", "--connections", "100000"],
    )
}

/// The latency that 99 of 100 `latencies` do not exceed, and the longest; sorts them.
fn summary(latencies: &mut [Duration]) -> String {
    latencies.sort_unstable();
    let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
    format!("median {:?}, 99th percentile {:?}, longest {:?}", at(0.5), at(0.99), at(1.0))
}

/// A request on its own connection.
async fn request(address: &str, method: &str, path: &str, body: Value) -> Value {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let body = body.to_string();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    serde_json::from_str(body).expect("JSON")
}

/// A game with both players connected.
struct LiveGame {
    address: String,
    id: String,
    players: [WebSocketStream<TcpStream>; 2],
    pos: String,
    is_over: bool,
}

impl LiveGame {
    async fn new(address: &str) -> Self {
        // A board on which random games are long.
        let made =
            request(address, "POST", "/api/games", json!({ "size": "10x10", "connect": 6 })).await;
        let id = made["game"]["id"].as_str().expect("a name").to_owned();
        let joined = request(address, "POST", &format!("/api/games/{id}/join"), json!({})).await;
        let [red, yellow] = [&made, &joined].map(|seat| connect(address, &id, seat));
        Self {
            address: address.to_owned(),
            players: [red.await, yellow.await],
            id,
            pos: String::new(),
            is_over: false,
        }
    }

    /// Plays a move and waits until both players have seen it; returns the time that this took.
    async fn play(&mut self, random: &mut Rng) -> Duration {
        let ply = self.pos.len();
        loop {
            let start = Instant::now();
            let column = random.usize(1..=10);
            let message = json!({ "type": "move", "column": column, "ply": ply }).to_string();
            self.players[ply % 2].send(Message::text(message)).await.expect("it is connected");
            let Some(game) = next_move(&mut self.players[ply % 2]).await else { continue };
            next_move(&mut self.players[1 - ply % 2]).await.expect("the other sees it");
            game["pos"].as_str().expect("moves").clone_into(&mut self.pos);
            self.is_over = game["outcome"] != Value::Null;
            return start.elapsed();
        }
    }

    async fn check(&self) {
        let state =
            request(&self.address, "GET", &format!("/api/games/{}", self.id), Value::Null).await;
        assert_eq!(state["pos"], self.pos, "nothing is lost");
    }
}

async fn connect(address: &str, id: &str, seat: &Value) -> WebSocketStream<TcpStream> {
    let mut request =
        format!("ws://{address}/api/games/{id}/ws").into_client_request().expect("an address");
    let bearer = format!("Bearer {}", seat["secret"].as_str().expect("a secret"));
    request.headers_mut().insert("authorization", bearer.parse().expect("plain letters"));
    let stream = TcpStream::connect(address).await.expect("it listens");
    client_async(request, stream).await.expect("it becomes a socket").0
}

/// The game after the next move; `None` if the column is full.
async fn next_move(socket: &mut WebSocketStream<TcpStream>) -> Option<Value> {
    loop {
        let message = timeout(Duration::from_secs(20), socket.next()).await.expect("in time");
        let message = message.expect("it stays connected").expect("it stays connected");
        let text = match message {
            Message::Text(text) => text,
            Message::Close(frame) => panic!("the server closes: {frame:?}"),
            _ => continue,
        };
        let event: Value = serde_json::from_str(&text).expect("JSON");
        match event["type"].as_str() {
            Some("move") => return Some(event["game"].clone()),
            Some("error") => {
                assert_eq!(event["error"]["code"], "illegal_move", "{event}");
                return None;
            }
            _ => {}
        }
    }
}

/// Plays a move a second, once all games are `ready`; returns the times until both players had seen each move.
async fn play_for(address: String, seconds: u64, seed: u64, ready: Arc<Barrier>) -> Vec<Duration> {
    let mut random = Rng::with_seed(seed);
    let mut game = LiveGame::new(&address).await;
    ready.wait().await;
    tokio::time::sleep(Duration::from_millis(random.u64(0..1000))).await;
    let mut second = interval(Duration::from_secs(1));
    // A player who had to wait does not hurry afterwards, because a server refuses clients that send many requests at
    // once.
    second.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut latencies = Vec::new();
    for _ in 0..seconds {
        second.tick().await;
        latencies.push(game.play(&mut random).await);
        if game.is_over || game.pos.len() > 80 {
            game.check().await;
            game = LiveGame::new(&address).await;
        }
    }
    game.check().await;
    latencies
}

#[test]
fn live_games_lose_nothing() {
    let data = TempDir::new().expect("a folder");
    let server = start(&data);
    let (n_games, seconds) = if is_full() { (2000, 60) } else { (40, 3) };
    let (mut latencies, time): (Vec<Duration>, Duration) = run(async {
        let ready = Arc::new(Barrier::new(n_games as usize + 1));
        let games = (0..n_games).map(|seed| {
            let (address, ready) = (server.address.clone(), ready.clone());
            tokio::spawn(async move {
                // The players do not all arrive at the same instant.
                tokio::time::sleep(Duration::from_millis(3 * seed)).await;
                play_for(address, seconds, seed, ready).await
            })
        });
        let games: Vec<_> = games.collect();
        ready.wait().await;
        let begin = Instant::now();
        let games = join_all(games).await.into_iter();
        (games.flat_map(|game| game.expect("a game goes well")).collect(), begin.elapsed())
    });
    assert_eq!(latencies.len() as u64, n_games * seconds);
    let rate = latencies.len() as f64 / time.as_secs_f64();
    let times = summary(&mut latencies);
    println!(
        "{n_games} games, a move a second each for {seconds} s, {rate:.0} moves a second: {times}"
    );
}

//! Random requests, most of them invalid: each is answered, and the server keeps running.

use std::fmt::Write;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Client;
use super::{Server, is_full};

const METHODS: [&str; 6] = ["GET", "GET", "GET", "POST", "POST", "DELETE"];

const ROUTES: [&str; 24] = [
    "/solve",
    "/api/position",
    "/api/analyze",
    "/api/review",
    "/api/move",
    "/api/bits",
    "/api/text",
    "/api/game_file",
    "/render.svg",
    "/render.png",
    "/render.gif",
    "/api/puzzles",
    "/api/puzzles/daily",
    "/api/puzzles/{}",
    "/api/puzzles/{}/attempt",
    "/api/games",
    "/api/games/{}",
    "/api/games/{}/join",
    "/api/games/{}/claim",
    "/api/games/{}/moves",
    "/api/games/{}/actions",
    "/api/games/{}/ws",
    "/{}",
    "/assets/{}",
];

const KEYS: [&str; 16] = [
    "pos",
    "size",
    "connect",
    "level",
    "seed",
    "style",
    "first",
    "palette",
    "theme",
    "scores",
    "arrows",
    "delay",
    "difficulty",
    "after",
    "width",
    "height",
];

const VALUES: [&str; 24] = [
    "",
    "0",
    "1",
    "4",
    "44",
    "4455",
    "444444",
    "4444444",
    "7x6",
    "10x10",
    "3x3",
    "99x99",
    "-1",
    "1e9",
    "18446744073709551616",
    "red-yellow",
    "dark",
    "emoji",
    "%00",
    "%FF%FE",
    "%F0%9F%94%B4",
    "<svg/onload=1>",
    "../../etc/passwd",
    "' OR 1=1 --",
];

const BODIES: [&str; 16] = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    "\"\"",
    "{\"column\":4,\"ply\":0}",
    "{\"column\":1e99,\"ply\":-1}",
    "{\"action\":\"resign\"}",
    "{\"action\":\"accept_rematch\"}",
    "{\"secret\":\"x\"}",
    "{\"give_up\":true}",
    "{\"size\":\"4x4\",\"pos\":\"1234\"}",
    "{\"clock\":{\"initial_s\":1}}",
    "{\"name\":\"\\ud800\"}",
    "{\"color\":\"random\",\"opening_rule\":\"swap\",\"name\":\"\u{1f534}\"}",
];

const TYPES: [&str; 4] =
    ["application/json", "application/json", "text/plain", "application/json; charset=utf-16"];

/// A request made of parts that each make sense somewhere, some of them damaged.
fn request(random: &mut Rng, games: &[String]) -> Vec<u8> {
    let method = METHODS[random.usize(..METHODS.len())];
    let segment = match random.u8(0..4) {
        0 if !games.is_empty() => games[random.usize(..games.len())].clone(),
        1 => random.u32(..).to_string(),
        _ => encode(VALUES[random.usize(..VALUES.len())]),
    };
    let mut path = ROUTES[random.usize(..ROUTES.len())].replace("{}", &segment);
    for number in 0..random.usize(0..5) {
        let separator = if number == 0 { '?' } else { '&' };
        let (key, value) = (KEYS[random.usize(..KEYS.len())], VALUES[random.usize(..VALUES.len())]);
        write!(path, "{separator}{key}={}", encode(value)).expect("a string takes all");
    }
    let mut body = BODIES[random.usize(..BODIES.len())].as_bytes().to_vec();
    if random.u8(0..20) == 0 {
        body.resize(random.usize(0..20_000), b'[');
    }
    let kind = TYPES[random.usize(..TYPES.len())];
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n"
    );
    let mut bytes = [head.into_bytes(), body].concat();
    if random.u8(0..10) == 0 {
        let place = random.usize(..bytes.len());
        bytes[place] = random.u8(..);
    }
    bytes
}

/// Text with the characters that a request line cannot contain encoded.
fn encode(text: &str) -> String {
    text.replace(' ', "%20").replace('<', "%3C").replace('>', "%3E")
}

#[test]
fn nothing_that_is_sent_brings_it_down() {
    let data = TempDir::new().expect("a folder");
    let mut server = Server::start_with(
        data.path(),
        &["--rate", "0", "--solve-time", "200ms", "--open-games", "1000000"],
    );
    let seed = fastrand::u64(..);
    let mut random = Rng::with_seed(seed);
    let games: Vec<String> = (0..5)
        .map(|_| {
            server.send("POST", "/api/games", "", &json!({}))["game"]["id"]
                .as_str()
                .expect("one")
                .to_owned()
        })
        .collect();
    let mut client = Client::connect(&server.address).expect("it listens");
    let end = Instant::now() + Duration::from_secs(if is_full() { 60 } else { 2 });
    let (mut n_requests, mut n_answers) = (0_u64, 0_u64);
    while Instant::now() < end {
        let bytes = request(&mut random, &games);
        n_requests += 1;
        match client.send_raw(&bytes) {
            Ok((status, body)) => {
                n_answers += 1;
                check(seed, &bytes, status, &body);
            }
            // A damaged head ends the connection, even while the server is waiting for the rest of the request.
            Err(_) => client = Client::connect(&server.address).expect("it still listens"),
        }
    }
    println!("{n_requests} requests, {n_answers} answers");
    assert!(n_answers > n_requests / 2, "seed {seed}: {n_answers} of {n_requests}");
    assert_eq!(server.send("GET", "/api/health", "", &Value::Null)["status"], "ok", "seed {seed}");
    assert!(server.process.try_wait().expect("it can be asked").is_none(), "seed {seed}");
}

/// Checks that an answer is a success, or an error in JSON; the server itself never fails.
#[track_caller]
fn check(seed: u64, request: &[u8], status: u16, body: &[u8]) {
    let what = || format!("seed {seed}: {status} {:?}", String::from_utf8_lossy(request));
    assert!(status < 500 || status == 503, "{}", what());
    // Only answers with a body: a request that is not HTTP does not reach the routes, and its answer has no body.
    if status >= 400 && !body.is_empty() {
        let json: Value =
            serde_json::from_slice(body).unwrap_or_else(|error| panic!("{error}: {}", what()));
        assert!(json["error"]["code"].is_string(), "{}", what());
    }
}

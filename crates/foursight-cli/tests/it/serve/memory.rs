//! The server's memory: its size, and whether it stays constant under load.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Client;
use super::dearest::{DEAREST, fill};
use super::{Server, is_full};

/// A number from a process's status in `/proc`.
fn status(process: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

pub(super) fn n_threads(process: u32) -> Option<u64> {
    status(process, "Threads:")
}

fn resident_kib(process: u32) -> Option<u64> {
    status(process, "VmRSS:")
}

pub(super) fn resident_mib(process: u32) -> Option<u64> {
    resident_kib(process).map(|kib| kib / 1024)
}

/// The most memory that a process has had, in MiB.
pub(super) fn peak_mib(process: u32) -> Option<u64> {
    status(process, "VmHWM:").map(|kib| kib / 1024)
}

/// The names of a process's threads, without those that end once their work is done.
pub(super) fn thread_names(process: u32) -> BTreeSet<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let mut names: BTreeSet<String> =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("comm")).ok()).collect();
    names.retain(|name| !["openings\n", "upload\n"].contains(&&**name));
    names
}

/// Creates games, plays and leaves them, and asks for all kinds of answers.
fn work(address: &str, seed: u64, end: Instant) {
    let mut random = Rng::with_seed(seed);
    let mut client = Client::connect(address).expect("it listens");
    while Instant::now() < end {
        let (_, made) = client.send("POST", "/api/games", "", &json!({})).expect("it answers");
        let path = format!("/api/games/{}", made["game"]["id"].as_str().expect("a name"));
        let secret = made["secret"].as_str().expect("a secret");
        let body = json!({ "column": 4, "ply": 0 });
        client.send("POST", &format!("{path}/moves"), secret, &body).expect("it answers");
        let pos: String = (0..random.usize(0..20)).map(|_| random.char('1'..='7')).collect();
        let kinds = ["/solve", "/api/position", "/api/move", "/render.png"];
        let kind = kinds[random.usize(..kinds.len())];
        let path = format!("{kind}?level=5&pos={pos}");
        client.send("GET", &path, "", &Value::Null).expect("it answers");
    }
}

#[test]
fn memory_stays_where_it_is() {
    let data = TempDir::new().expect("a folder");
    let server = Server::start_with(data.path(), &["--rate", "0", "--open-games", "100000000"]);
    let seconds = if is_full() { 600 } else { 3 };
    let Some(first) = resident_mib(server.process.id()) else { return };
    let end = Instant::now() + Duration::from_secs(seconds);
    let workers = (0..4).map(|seed| {
        let address = server.address.clone();
        thread::spawn(move || work(&address, seed, end))
    });
    let workers: Vec<_> = workers.collect();
    let mut seen = vec![first];
    for _ in 0..10 {
        thread::sleep(Duration::from_millis(seconds * 100));
        seen.push(resident_mib(server.process.id()).expect("it runs"));
    }
    for worker in workers {
        worker.join().expect("all was answered");
    }
    println!("MiB at the start and after each tenth of {seconds} s: {seen:?}");
    // The server keeps a limited amount of data, so its memory should stop growing by the middle of the test.
    assert!(seen[10] < 200 && seen[10] <= seen[5] + 40, "{seen:?}");
}

/// Watches a game over a WebSocket, once the server has sent the state of the game.
fn watch(address: &str, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!(
        "GET {path}/ws HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    let (mut text, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&text).contains("\"type\":\"state\"") {
        let n_read = stream.read(&mut buffer).expect("it answers");
        assert_ne!(n_read, 0, "it stays connected: {}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&buffer[..n_read]);
    }
    stream
}

#[test]
fn an_idle_socket_takes_little_memory() {
    const MOST_KIB: u64 = 25;
    const N_OF_GAME: usize = 400;
    let data = TempDir::new().expect("a folder");
    let server = Server::start_with(data.path(), &["--rate", "0"]);
    let n_games = if is_full() { 10 } else { 1 };
    let games: Vec<String> = (0..n_games)
        .map(|_| server.send("POST", "/api/games", "", &json!({})))
        .map(|made| format!("/api/games/{}", made["game"]["id"].as_str().expect("a name")))
        .collect();
    let watch_all = |n: usize| -> Vec<TcpStream> {
        games.iter().flat_map(|game| (0..n).map(|_| watch(&server.address, game))).collect()
    };
    // The first spectators take the memory that all of them share.
    drop(watch_all(10));
    let Some(before) = resident_kib(server.process.id()) else { return };
    let sockets = watch_all(N_OF_GAME);
    let added = resident_kib(server.process.id()).expect("it runs").saturating_sub(before);
    let n_sockets = sockets.len() as u64;
    println!("{n_sockets} idle sockets: {:.1} KiB each", added as f64 / n_sockets as f64);
    assert!(added < MOST_KIB * n_sockets, "{added} KiB for {n_sockets} sockets");
}

/// Forgets the peak of a process's memory so far; false if the system does not allow that.
fn reset_peak(process: u32) -> bool {
    fs::write(format!("/proc/{process}/clear_refs"), "5").is_ok()
}

/// The dearest request of each route, one after another.
#[test]
fn every_request_has_a_budget() {
    const MOST_MIB: u64 = 100;
    let data = TempDir::new().expect("a folder");
    let server = Server::start_with(data.path(), &["--rate", "0", "--solve-time", "2s"]);
    let made = server.send("POST", "/api/games", "", &json!({}));
    let game = made["game"]["id"].as_str().expect("a name");
    let (process, mut random) = (server.process.id(), Rng::with_seed(7));
    for (route, path, body) in DEAREST.iter().step_by(if is_full() { 1 } else { 8 }) {
        let (method, _) = route.split_once(' ').expect("a method and a path");
        let [path, body] = [path, body].map(|text| fill(text, game, &mut random));
        if !reset_peak(process) {
            return;
        }
        let before = resident_mib(process).expect("it runs");
        let mut client = Client::connect(&server.address).expect("it listens");
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        // A stream has no end to wait for.
        let _ = client.send_raw(request.as_bytes());
        let added = peak_mib(process).expect("it runs").saturating_sub(before);
        if is_full() {
            println!("{route}: {added} MiB");
        }
        assert!(added < MOST_MIB, "{route}: {added} MiB");
    }
}

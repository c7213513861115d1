//! Whether memory stays where it is while a server works.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Client;
use super::{Server, is_full};

/// The memory of a process in MiB, as Linux counts it.
fn resident_mib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
}

/// Makes games, plays and leaves them, and asks for all kinds of answers.
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
    // What is remembered has its bound; from the middle on nothing should be added.
    assert!(seen[10] < 200 && seen[10] <= seen[5] + 40, "{seen:?}");
}

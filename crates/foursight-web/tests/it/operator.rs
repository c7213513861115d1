//! The operator's view and actions on the admin port.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use foursight_web::NameRules;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::Site;
use crate::played::Played;
use crate::running::{Running, exchange, get};

impl Running {
    /// The whole answer of the admin port.
    async fn operate(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n\
             {headers}\r\n{body}"
        );
        exchange(self.admin, &request).await
    }
}

#[track_caller]
fn check(answer: &str, status: u16, words: &str) {
    let head = format!("HTTP/1.1 {status} ");
    assert!(answer.starts_with(&head) && answer.contains(words), "{status} {words:?}: {answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_deleted_and_stays_so() {
    let server = Running::new().await;
    let (id, [red, _]) = server.game(json!({ "name": "Ann" })).await;
    let mut player = server.player(&id, &red).await;
    player.event("state").await;
    check(&server.operate("DELETE", &format!("/games/{id}"), "", "").await, 200, "is deleted");
    while !matches!(player.next().await, Message::Close(_)) {}
    check(&get(server.address, &format!("/api/games/{id}")).await, 404, "no such game");
    check(&server.operate("DELETE", &format!("/games/{id}"), "", "").await, 404, "no such game");
    assert_eq!(crate::database::n_games(&server.folder), 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_changed_for_everybody() {
    let server = Running::new().await;
    let (id, [red, _]) = server.game(json!({ "name": "Rude" })).await;
    let mut player = server.player(&id, &red).await;
    assert_eq!(player.event("state").await["game"]["seats"]["red"]["name"], "Rude");
    let path = format!("/games/{id}/names/red");
    check(&server.operate("PUT", &path, "", "Ann").await, 200, "red in ");
    let name = |event: Value| event["game"]["seats"]["red"]["name"].clone();
    while name(player.json().await) != "Ann" {}
    check(&server.operate("DELETE", &path, "", "").await, 200, "has no name");
    while name(player.json().await) != Value::Null {}
    for (path, body, status) in [
        (path.as_str(), "\u{200b}", 400),
        (&format!("/games/{id}/names/blue"), "Ann", 404),
        ("/games/AAAAAAAAAAAAAAAA/names/red", "Ann", 404),
    ] {
        check(&server.operate("PUT", path, "", body).await, status, "error");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_is_kept_out_until_it_is_let_in() {
    let server = Running::new().await;
    let (id, [red, _]) = server.game(json!({})).await;
    let mut player = server.player(&id, &red).await;
    player.event("state").await;
    let path = "/blocked/127.0.0.0/8";
    check(&server.operate("PUT", path, "", "").await, 200, "127.0.0.0/8 is blocked");
    while !matches!(player.next().await, Message::Close(_)) {}
    check(&get(server.address, "/api/health").await, 403, "blocked your network");
    check(&server.operate("GET", "/blocked", "", "").await, 200, "127.0.0.0/8\n");
    for wrong in ["nonsense", "0.0.0.0/0", "::/0", "10.0.0.0/33"] {
        check(&server.operate("PUT", &format!("/blocked/{wrong}"), "", "").await, 400, "network");
    }
    let folder = server.stop().await;
    let server = Running::with(|config| config.data = folder.path().to_owned()).await;
    check(&get(server.address, "/api/health").await, 403, "blocked your network");
    check(&server.operate("GET", "/blocked", "", "").await, 200, "127.0.0.0/8\n");
    check(&server.operate("DELETE", path, "", "").await, 200, "127.0.0.0/8 is not blocked");
    check(&get(server.address, "/api/health").await, 200, "ok");
    server.stop().await;
}

/// One proxy stands for all its clients.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trusted_proxy_is_not_kept_out() {
    let server = Running::new().await;
    let path = "/blocked/127.0.0.0/8";
    check(&server.operate("PUT", path, "", "").await, 200, "127.0.0.0/8 is blocked");
    let folder = server.stop().await;
    let server = Running::with(|config| {
        config.data = folder.path().to_owned();
        config.trusted_proxies =
            vec!["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
    });
    let server = server.await;
    check(&get(server.address, "/api/health").await, 200, "ok");
    check(&server.operate("GET", "/blocked", "", "").await, 200, "\r\n\r\n");
    for network in ["127.0.0.0/8", "127.0.0.1", "10.1.0.0/16"] {
        let answer = server.operate("PUT", &format!("/blocked/{network}"), "", "").await;
        check(&answer, 400, "all clients of the trusted proxy");
    }
    check(&server.operate("PUT", "/blocked/203.0.113.0/24", "", "").await, 200, "is blocked");
    check(&server.operate("DELETE", path, "", "").await, 200, "127.0.0.0/8 is not blocked");
    // The proxy passes on every name that visitors type, but not on this port.
    let request = "GET /metrics HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    check(&exchange(server.admin, request).await, 421, "evil.example");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_and_other_names_reach_nothing_on_the_admin_port() {
    let server = Running::new().await;
    let (id, _) = server.game(json!({})).await;
    let path = format!("/games/{id}");
    for headers in ["origin: http://localhost\r\n", "sec-fetch-site: none\r\n"] {
        check(&server.operate("DELETE", &path, headers, "").await, 403, "cross_site");
    }
    for (host, status) in [
        ("host: evil.example\r\n", 421),
        ("host: localhost\r\nhost: localhost\r\n", 400),
        ("", 400),
        ("host: 127.0.0.1:9090\r\n", 200),
        ("host: prometheus\r\n", 200),
    ] {
        let request = format!("GET /metrics HTTP/1.1\r\n{host}connection: close\r\n\r\n");
        check(&exchange(server.admin, &request).await, status, "");
    }
    check(&get(server.address, &format!("/api{path}")).await, 200, &id);
    server.stop().await;
}

/// Every figure that an alert uses exists.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alerts_are_about_figures_that_exist() {
    let server = Running::new().await;
    server.game(json!({})).await;
    let metrics = server.operate("GET", "/metrics", "", "").await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/alerts.yml");
    let rules = fs::read_to_string(file).unwrap();
    let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
    let lines = rules.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    let words = lines.flat_map(|line| line.split(|c: char| !is_part(c)));
    let names: BTreeSet<&str> = words
        .filter(|word| word.starts_with("foursight_") || word.starts_with("process_"))
        .collect();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let has_it = metrics
            .lines()
            .any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' '])));
        assert!(has_it, "{name} is not in {metrics}");
    }
    let reasons = ["not_stored", "internal", "busy"];
    for reason in reasons {
        assert!(rules.contains(&format!("reason=\"{reason}\"")) && metrics.contains(reason));
    }
    server.stop().await;
}

#[tokio::test]
async fn names_are_switched_off() {
    let folder = std::sync::Arc::new(tempfile::TempDir::new().unwrap());
    let site = Site::in_folder(&folder, |_| {});
    let before = Played::new(&site, json!({ "name": "Ann" })).await.path;
    site.close().await;
    let site = Site::in_folder(&folder, |config| config.names = NameRules::new(true, ""));
    let game = Played::new(&site, json!({ "name": "Ann" })).await;
    for path in [&before, &game.path] {
        let answer = site.get(path).await;
        assert!(answer.status == 200 && !answer.text().contains("Ann"), "{answer:?}");
        let file = site.get(&format!("{path}/file")).await;
        assert!(!file.text().contains("Ann"), "{file:?}");
    }
    assert!(site.get("/").await.text().contains("data-names=\"fixed\""));
}

//! The session of a browser: one cookie for all of its seats.

use std::sync::Arc;

use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::database::database;
use crate::{HttpAnswer, Site};

/// The header that browsers add to requests from a page of this site.
const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// A browser, reduced to its cookies.
struct Browser<'a> {
    site: &'a Site,
    cookies: Vec<(String, String)>,
}

impl<'a> Browser<'a> {
    fn new(site: &'a Site) -> Self {
        Self { site, cookies: Vec::new() }
    }

    fn header(&self) -> String {
        let cookies = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        cookies.collect::<Vec<_>>().join("; ")
    }

    fn take(&mut self, answer: HttpAnswer) -> HttpAnswer {
        for line in answer.headers.get_all("set-cookie") {
            let line = line.to_str().unwrap();
            assert!(line.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age="), "{line}");
            let (name, rest) = line.split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            let value = rest.split(';').next().unwrap();
            if !line.contains("; Max-Age=0") {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }

    async fn get(&mut self, path: &str) -> HttpAnswer {
        let cookies = self.header();
        let answer = self.site.get_with(path, &[("cookie", &cookies), OWN]).await;
        self.take(answer)
    }

    async fn post(&mut self, path: &str, body: &Value) -> HttpAnswer {
        let cookies = self.header();
        let answer = self.site.post_with(path, &[("cookie", &cookies), OWN], body).await;
        self.take(answer)
    }

    /// Creates a game; returns its path, and the secret of the seat.
    async fn make(&mut self) -> (String, String) {
        let made = self.post("/api/games", &json!({})).await;
        (made.game_path(), made.json()["secret"].as_str().unwrap().to_owned())
    }

    async fn seat(&mut self, path: &str) -> Value {
        self.get(path).await.json()["seat"].clone()
    }
}

fn n_rows(connection: &Connection) -> i64 {
    connection.query_row("SELECT COUNT(*) FROM session_seat", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn all_seats_are_in_one_cookie() {
    let site = Site::with(|config| config.limits.open_games = 1000);
    let mut browser = Browser::new(&site);
    let mut paths = Vec::new();
    for _ in 0..200 {
        paths.push(browser.make().await.0);
    }
    let header = browser.header();
    assert!(header.len() < 50, "{header}");
    assert_eq!(header.len(), "foursight=".len() + 22, "128 bits");
    for path in &paths {
        assert_eq!(browser.seat(path).await, "red");
    }
    let body = json!({ "column": 4, "ply": 0 });
    let moved = browser.post(&format!("{}/moves", paths[7]), &body).await;
    assert_eq!(moved.json()["pos"], "4");
    assert_eq!(Browser::new(&site).seat(&paths[0]).await, Value::Null, "others only watch");
    let secret = header.split_once('=').unwrap().1;
    let stored = std::fs::read(site.folder.path().join("foursight.db-wal")).unwrap();
    assert!(!stored.windows(22).any(|bytes| bytes == secret.as_bytes()), "only a hash is stored");
}

#[tokio::test]
async fn a_session_lasts_and_has_a_seat_by_joining_and_by_its_link() {
    let folder = Arc::new(TempDir::new().unwrap());
    let site = Site::in_folder(&folder, |_| {});
    let mut browser = Browser::new(&site);
    let (path, secret) = browser.make().await;
    let mut other = Browser::new(&site);
    other.post(&format!("{path}/join"), &json!({})).await;
    assert_eq!(other.seat(&path).await, "yellow");
    let mut phone = Browser::new(&site);
    let claimed = phone.post(&format!("{path}/claim"), &json!({ "secret": secret })).await;
    assert_eq!(claimed.json()["seat"], "red");
    assert_eq!(phone.seat(&path).await, "red");
    let cookies = [browser.cookies, other.cookies, phone.cookies];
    site.close().await;
    let site = Site::in_folder(&folder, |_| {});
    for (cookies, seat) in cookies.into_iter().zip(["red", "yellow", "red"]) {
        assert_eq!(Browser { site: &site, cookies }.seat(&path).await, seat);
    }
}

#[tokio::test]
async fn a_session_goes_on_in_rematches() {
    let site = Site::new();
    let (mut red, mut yellow) = (Browser::new(&site), Browser::new(&site));
    let (mut path, _) = red.make().await;
    yellow.post(&format!("{path}/join"), &json!({})).await;
    for seats in [["yellow", "red"], ["red", "yellow"]] {
        let actions = format!("{path}/actions");
        red.post(&actions, &json!({ "action": "resign" })).await;
        red.post(&actions, &json!({ "action": "offer_rematch" })).await;
        let agreed = yellow.post(&actions, &json!({ "action": "accept_rematch" })).await.json();
        path = format!("/api/games/{}", agreed["rematch_id"].as_str().unwrap());
        assert_eq!([red.seat(&path).await, yellow.seat(&path).await], seats);
    }
}

/// A client that reads a game receives no session, whatever cookies it sends: each session would take room in the
/// database.
#[tokio::test]
async fn reading_writes_nothing() {
    let site = Site::with(|config| config.limits.open_games = 1000);
    let mut browser = Browser::new(&site);
    let mut path = String::new();
    for _ in 0..340 {
        let made = site.post("/api/games", &json!({})).await;
        assert_eq!(made.header("set-cookie"), "", "a program has no session");
        let made = made.json();
        let id = made["game"]["id"].as_str().unwrap();
        browser.cookies.push((format!("seat_{id}"), made["secret"].as_str().unwrap().to_owned()));
        path = format!("/api/games/{id}");
    }
    let n_cookies = browser.cookies.len();
    assert_eq!(browser.seat(&path).await, Value::Null);
    assert_eq!((browser.cookies.len(), n_rows(&database(&site.folder))), (n_cookies, 0));
}

#[tokio::test]
async fn a_seat_has_so_many_sessions() {
    let site = Site::new();
    let mut first = Browser::new(&site);
    let (path, secret) = first.make().await;
    let mut other = Browser::new(&site);
    other.post(&format!("{path}/join"), &json!({})).await;
    let body = json!({ "secret": secret });
    let mut last = Vec::new();
    for _ in 0..40 {
        let mut browser = Browser::new(&site);
        let claimed = browser.post(&format!("{path}/claim"), &body).await;
        assert_eq!(claimed.json()["seat"], "red");
        last = browser.cookies;
    }
    assert_eq!(n_rows(&database(&site.folder)), 11, "ten for one seat, and one for the other");
    assert_eq!(Browser { site: &site, cookies: last }.seat(&path).await, "red");
    assert_eq!(first.seat(&path).await, Value::Null, "the oldest makes room");
    assert_eq!(other.seat(&path).await, "yellow");
}

/// A page on another site cannot make the browser's session take a seat.
#[tokio::test]
async fn only_this_site_has_a_session_take_a_seat() {
    let site = Site::new();
    let (path, secret) = Browser::new(&site).make().await;
    let n_before = n_rows(&database(&site.folder));
    for (headers, status) in [
        (&[("origin", "http://evil.test")][..], 403),
        (&[("sec-fetch-site", "same-site")], 403),
        (&[], 200),
    ] {
        let body = json!({ "secret": secret });
        let claimed = site.post_with(&format!("{path}/claim"), headers, &body).await;
        assert_eq!(claimed.status.as_u16(), status, "{headers:?}");
        assert_eq!(claimed.header("set-cookie"), "", "{headers:?}");
    }
    assert_eq!(n_rows(&database(&site.folder)), n_before);
}

#[tokio::test]
async fn a_session_counts_only_from_this_site() {
    let site = Site::new();
    let mut browser = Browser::new(&site);
    let path = format!("{}/moves", browser.make().await.0);
    let cookies = browser.header();
    let body = json!({ "column": 4, "ply": 0 });
    for (name, value, status) in [
        ("x-nothing", "", 403),
        ("origin", "http://evil.test", 403),
        ("sec-fetch-site", "same-origin", 200),
        ("origin", "http://four.test", 200),
    ] {
        let answer = site.post_with(&path, &[("cookie", &cookies), (name, value)], &body).await;
        assert_eq!(answer.status.as_u16(), status, "{name}: {value}: {answer:?}");
    }
}

#[tokio::test]
async fn behind_encryption_the_cookie_is_of_this_host_alone() {
    let site = Site::with(|config| config.public_url = Some("https://four.example".into()));
    let mut browser = Browser::new(&site);
    let (path, _) = browser.make().await;
    let made = browser.post("/api/games", &json!({})).await;
    let cookie = made.header("set-cookie");
    assert!(cookie.starts_with("__Host-foursight="), "{cookie}");
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    assert_eq!(browser.seat(&path).await, "red");
    // A cookie that another host of the domain may have set.
    browser.cookies[0].0 = "foursight".to_owned();
    assert_eq!(browser.seat(&path).await, Value::Null);
}

#[tokio::test]
async fn a_session_has_so_many_seats() {
    let site = Site::with(|config| config.limits.open_games = 1000);
    let mut browser = Browser::new(&site);
    let (path, _) = browser.make().await;
    let more = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
        INSERT INTO session_seat SELECT 'game' || i, session, secret, noted_at + i FROM n, session_seat";
    database(&site.folder).execute(more, []).unwrap();
    assert_eq!(browser.seat(&path).await, "red");
    let (newest, _) = browser.make().await;
    assert_eq!(n_rows(&database(&site.folder)), 500);
    assert_eq!(browser.seat(&path).await, Value::Null, "the oldest makes room");
    assert_eq!(browser.seat(&newest).await, "red");
}

#[tokio::test]
async fn a_session_that_somebody_else_chose_is_not_used() {
    let site = Site::new();
    let planted = ("foursight".to_owned(), "AAAAAAAAAAAAAAAAAAAAAA".to_owned());
    let mut browser = Browser { site: &site, cookies: vec![planted.clone()] };
    let (path, _) = browser.make().await;
    assert_ne!(browser.cookies[0], planted, "it gets one of its own");
    assert_eq!(browser.seat(&path).await, "red");
    let mut other = Browser { site: &site, cookies: vec![planted] };
    assert_eq!(other.seat(&path).await, Value::Null);
    let before = browser.cookies.clone();
    browser.make().await;
    assert_eq!(browser.cookies, before, "its own goes on");
}

#[tokio::test]
async fn whoever_signs_out_leaves_nothing_in_the_browser() {
    let site = Site::new();
    let mut browser = Browser::new(&site);
    let (path, secret) = browser.make().await;
    let cookies = browser.header();
    let refused =
        site.post_with("/api/session/sign_out", &[("cookie", &cookies)], &json!({})).await;
    refused.check_error(403, "cross_site");
    let signed_out = browser.post("/api/session/sign_out", &json!({})).await;
    assert_eq!((signed_out.status.as_u16(), browser.cookies.len()), (200, 0));
    assert_eq!(browser.seat(&path).await, Value::Null);
    assert_eq!(n_rows(&database(&site.folder)), 0);
    browser.post(&format!("{path}/claim"), &json!({ "secret": secret })).await;
    assert_eq!(browser.seat(&path).await, "red", "the link of the seat still opens it");
}

#[tokio::test]
async fn whoever_asks_sees_what_is_kept_and_deletes_it() {
    let site = Site::new();
    let (mut ann, mut bob) = (Browser::new(&site), Browser::new(&site));
    assert_eq!(ann.get("/api/session").await.json(), json!({ "games": [] }));
    let (alone, _) = ann.make().await;
    let shared = ann.post("/api/games", &json!({ "name": "Ann" })).await.game_path();
    bob.post(&format!("{shared}/join"), &json!({ "name": "Bob" })).await;
    ann.post(&format!("{shared}/moves"), &json!({ "column": 4, "ply": 0 })).await;
    let kept = ann.get("/api/session").await;
    assert_eq!(kept.header("cache-control"), "no-store");
    let kept = kept.json();
    assert_eq!(kept["games"].as_array().unwrap().len(), 2);
    assert_eq!(kept["games"][0]["seat"], "red", "{kept}");
    assert_eq!(kept["games"][0]["game"]["pos"], "4");
    assert_eq!(kept["games"][0]["game"]["seats"]["red"]["name"], "Ann");
    let cookies = ann.header();
    let foreign = [("cookie", cookies.as_str()), ("sec-fetch-site", "cross-site")];
    assert_eq!(site.get_with("/api/session", &foreign).await.status, 403);

    assert_eq!(ann.post("/api/session/delete", &json!({})).await.status, 200);
    assert_eq!(ann.cookies.len(), 0);
    assert_eq!(site.get(&alone).await.status, 404, "nobody else was in it");
    let game = bob.get(&shared).await.json();
    assert_eq!((&game["ending"], &game["outcome"]), (&json!("resigned"), &json!("yellow")));
    assert_eq!((&game["seats"]["red"]["name"], &game["seat"]), (&Value::Null, &json!("yellow")));
    assert_eq!(game["seats"]["yellow"]["name"], "Bob", "what is the other's stays");
    assert_eq!(n_rows(&database(&site.folder)), 1);
}

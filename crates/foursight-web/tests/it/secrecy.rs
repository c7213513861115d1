//! Attacks that must fail: guessing, acting from other sites, asking in somebody else's name.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::{HttpAnswer, Site, request};

#[tokio::test]
async fn secrets_are_not_guessed_nor_told() {
    let site = Site::new();
    let made = site.post("/api/games", &json!({})).await;
    let id = made.json()["game"]["id"].as_str().unwrap().to_owned();
    let secret = made.json()["secret"].as_str().unwrap().to_owned();
    assert_eq!((id.len(), secret.len()), (16, 22), "96 and 128 bits");
    let path = format!("/api/games/{id}");
    let last = if secret.ends_with('A') { 'B' } else { 'A' };
    let near = format!("{}{last}", &secret[..21]);
    let body = json!({ "column": 4, "ply": 0 });
    for guess in ["", "x", &near, &secret[..21], &id, "null"] {
        let header = format!("Bearer {guess}");
        let answer =
            site.post_with(&format!("{path}/moves"), &[("authorization", &header)], &body).await;
        answer.check_error(403, "not_seated");
        let answer = site.post(&format!("{path}/claim"), &json!({ "secret": guess })).await;
        assert_eq!(answer.status, 403, "{guess:?}");
    }
    let state = site.get(&path).await;
    assert!(!state.text().contains(&secret));
    let stored = std::fs::read(site.folder.path().join("foursight.db-wal")).unwrap();
    assert!(stored.windows(16).any(|bytes| bytes == id.as_bytes()), "the game is there");
    assert!(!stored.windows(22).any(|bytes| bytes == secret.as_bytes()), "its secret is not");
}

const SCHOOL: (&str, &str) = ("origin", "https://school.example");

/// Whatever their libraries send along.
#[tokio::test]
async fn other_sites_ask_questions() {
    let site = Site::new();
    let asked = site.post_with("/api/position", &[SCHOOL], &json!({ "text": "44" })).await;
    assert_eq!((asked.status.as_u16(), asked.header("access-control-allow-origin")), (200, "*"));
    for path in ["/api/position", "/api/score", "/solve", "/render.png"] {
        let answer = site.send(request("OPTIONS", path, &[SCHOOL], "")).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("access-control-allow-methods"), "GET,POST", "{path}");
        assert_eq!(answer.header("access-control-allow-headers"), "content-type", "{path}");
    }
    let games = site.send(request("OPTIONS", "/api/games", &[SCHOOL], "")).await;
    assert_eq!(games.header("access-control-allow-origin"), "", "games are not for other sites");
    assert_eq!(site.get("/solve?pos=44&_=1732924800").await.status, 200);
    assert_eq!(site.get("/api/score?pos=44&_=1732924800").await.status, 400);
}

#[tokio::test]
async fn sites_that_the_operator_allows_play_with_secrets_alone() {
    let site = Site::with(|config| config.allowed_origins = vec![SCHOOL.1.parse().unwrap()]);
    let own = site.post_with("/api/games", &[("sec-fetch-site", "same-origin")], &json!({})).await;
    let cookie = own.header("set-cookie").split(';').next().unwrap();
    let made = site.post_with("/api/games", &[SCHOOL], &json!({})).await;
    assert_eq!((made.status.as_u16(), made.header("set-cookie")), (201, ""));
    assert_eq!(made.header("access-control-allow-origin"), SCHOOL.1);
    let path = |made: &HttpAnswer| {
        format!("/api/games/{}/actions", made.json()["game"]["id"].as_str().unwrap())
    };
    let resign = json!({ "action": "resign" });
    let bearer = format!("Bearer {}", made.json()["secret"].as_str().unwrap());
    let may = request("OPTIONS", &path(&made), &[SCHOOL], "");
    let may = site.send(may).await;
    assert_eq!(may.header("access-control-allow-headers"), "content-type,authorization");
    assert_eq!(may.header("access-control-allow-credentials"), "");
    let resigned =
        site.post_with(&path(&made), &[SCHOOL, ("authorization", &bearer)], &resign).await;
    assert_ne!(resigned.status, 403, "{}", resigned.text());
    let with_cookie = site.post_with(&path(&own), &[SCHOOL, ("cookie", cookie)], &resign).await;
    assert_eq!(with_cookie.status, 403, "{}", with_cookie.text());
    let stranger = [("origin", "https://school.example.evil.test")];
    assert_eq!(site.post_with("/api/games", &stranger, &json!({})).await.status, 403);
}

/// Another site can point its own name at this server; its pages would then count as this site's.
#[tokio::test]
async fn only_names_that_nobody_can_register_are_answered_to() {
    let (plain, public) = (
        Site::new(),
        Site::with(|config| config.public_url = Some("https://four.example:8443/".into())),
    );
    for (host, of_plain, of_public) in [
        ("localhost:4444", 200, 200),
        ("192.168.1.7:4444", 200, 200),
        ("[2001:db8::7]:4444", 200, 200),
        ("teacher:4444", 200, 200),
        ("teacher.local:4444", 200, 200),
        ("Teacher.LAN", 200, 200),
        ("four.example", 421, 200),
        ("Four.Example.:8443", 421, 200),
        ("evil.example:4444", 421, 421),
        ("four.example.evil.example", 421, 421),
        ("localhost.evil.example", 421, 421),
        ("127.0.0.1.evil.example", 421, 421),
        ("notlocal", 200, 200),
        ("evil.notlocal", 421, 421),
        ("a/b", 421, 421),
    ] {
        for (site, status) in [(&plain, of_plain), (&public, of_public)] {
            let request = Request::get("/api/health").header("host", host);
            let answer = site.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(answer.status.as_u16(), status, "{host}: {answer:?}");
            if status == 421 {
                assert_eq!(answer.error_code(), "wrong_host");
            }
        }
    }
}

#[tokio::test]
async fn headers_are_strict() {
    let site = Site::new();
    let mut names = BTreeSet::new();
    for path in ["/", "/solve", "/solve", "/nothing", "/solve?pos=x", "/api/openapi.json"] {
        // Only a trusted proxy may name requests, and only with characters that are safe in a log.
        let answer = site.get_with(path, &[("x-request-id", "mine")]).await;
        let name = answer.header("x-request-id").to_owned();
        assert_eq!(name.len(), 16, "{path}: {name:?}");
        assert!(names.insert(name), "{path}");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    }
    // Elsewhere, browsers ignore the header and complain.
    let local = "localhost localhost:4444 127.0.0.1:80 127.0.0.1 [::1]:4444 [::1] a.localhost";
    let others = "four.lan four.lan:4444 192.0.2.1:4444 [2001:db8::1]:80";
    for (hosts, expected) in [(local, "same-origin"), (others, "")] {
        for host in hosts.split(' ') {
            let request = Request::get("/").header("host", host).body(Body::empty()).unwrap();
            let answer = site.send(request).await;
            assert_eq!(answer.header("cross-origin-opener-policy"), expected, "{host}");
        }
    }
    let embed = site.get("/embed?pos=44").await;
    assert!(embed.header("content-security-policy").ends_with("frame-ancestors *"));
    assert_eq!(site.get("/solve").await.header("access-control-allow-origin"), "*");
    let game = site.get("/api/games/AAAAAAAAAAAAAAAA").await;
    assert_eq!(game.header("access-control-allow-origin"), "", "games are not for other sites");
}

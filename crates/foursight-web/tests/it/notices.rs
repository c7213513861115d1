//! Notices of a site for crawlers, browsers and people who report a problem.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::Site;
use crate::played::Played;

#[tokio::test]
async fn crawlers_leave_answers_and_games_alone() {
    let site = Site::new();
    let robots = site.get("/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    assert!(robots.text().starts_with("User-agent: *\nDisallow: /api/\n"), "{robots:?}");
    let game = Played::new(&site, json!({})).await.path.replace("/api/games", "/g");
    assert_eq!(site.get(&game).await.header("x-robots-tag"), "noindex");
    assert_eq!(site.get("/").await.header("x-robots-tag"), "");
}

#[tokio::test]
async fn a_contact_is_told_if_there_is_one() {
    assert_eq!(Site::new().get("/.well-known/security.txt").await.status, 404);
    let contact = "mailto:someone@four.example";
    let site = Site::with(|config| config.contact = Some(contact.to_owned()));
    let answer = site.get("/.well-known/security.txt").await;
    let lines: Vec<&str> = answer.text().lines().collect();
    assert_eq!(lines[0], format!("Contact: {contact}"));
    assert!(lines[1].starts_with("Expires: 20") && lines[1].ends_with("T00:00:00Z"), "{lines:?}");
}

#[tokio::test]
async fn a_request_names_one_host() {
    let site = Site::new();
    for (uri, hosts, status) in [
        ("/api/health", &["four.test"] as &[&str], 200),
        ("/api/health", &[], 400),
        ("/api/health", &["four.test", "four.test"], 400),
        ("/api/health", &["four.test", "other.test"], 400),
        ("http://four.test/api/health", &["four.test"], 200),
        ("http://FOUR.test/api/health", &["four.test"], 200),
        ("http://other.test/api/health", &["four.test"], 400),
        ("http://four.test:80/api/health", &["four.test"], 400),
    ] {
        let request =
            hosts.iter().fold(Request::get(uri), |request, host| request.header("host", *host));
        let answer = site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status.as_u16(), status, "{uri} {hosts:?}: {answer:?}");
        if status == 400 {
            assert_eq!(answer.error_code(), "invalid_host");
        }
    }
}

#[tokio::test]
async fn the_description_is_compressed_once() {
    let site = Site::new();
    let plain = site.get("/api/openapi.json").await;
    for encoding in ["gzip", "br"] {
        let answer = site.get_with("/api/openapi.json", &[("accept-encoding", encoding)]).await;
        assert_eq!(answer.header("content-encoding"), encoding);
        assert!(answer.body.len() < plain.body.len() / 3, "{}", answer.body.len());
    }
    let tag = plain.header("etag").to_owned();
    assert_eq!(site.get_with("/api/openapi.json", &[("if-none-match", &tag)]).await.status, 304);
}

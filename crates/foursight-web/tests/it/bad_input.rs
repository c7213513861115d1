//! Whatever is sent, the answer is a JSON error with a fitting status, and the server keeps running.

use std::io;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::post;
use futures_util::stream;
use serde_json::json;

use crate::{Site, request};

const JSON: (&str, &str) = ("content-type", "application/json");

#[track_caller]
fn check(answer: &crate::HttpAnswer, what: &str, status: u16, code: &str) {
    println!("{what}");
    answer.check_error(status, code);
    assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{what}");
}

#[tokio::test]
async fn bad_addresses() {
    let site = Site::new();
    let long = format!("/solve?pos={}", "4".repeat(3000));
    for (path, status, code) in [
        ("/nothing", 404, "not_found"),
        ("/api/", 404, "not_found"),
        ("/assets/../Cargo.toml", 404, "not_found"),
        ("/assets/%2e%2e%2fCargo.toml", 404, "not_found"),
        ("/assets/shell.html", 404, "not_found"),
        ("/solve?pos=8", 400, "invalid_position"),
        ("/solve?pos=%FF", 400, "invalid_position"),
        ("/solve?pos=1&pos=2", 400, "invalid_parameter"),
        ("/api/score?pos=1&conect=5", 400, "invalid_parameter"),
        (&long, 414, "too_long"),
        ("/api/position?pos=4&size=99x99", 400, "invalid_parameter"),
        ("/api/position?pos=4&connect=2", 400, "invalid_parameter"),
        ("/api/why?pos=9", 400, "invalid_position"),
        ("/api/why?pos=444444&column=4", 400, "invalid_parameter"),
        ("/api/why?pos=4&column=0", 400, "invalid_parameter"),
        ("/api/why/answer?pos=1212121", 400, "invalid_position"),
        ("/api/why/answer?pos=44556&moves=8", 400, "invalid_parameter"),
        ("/api/why/answer?pos=44556", 400, "invalid_parameter"),
        ("/api/move?pos=4&level=11", 400, "invalid_parameter"),
        ("/api/text?style=ascii-art", 400, "invalid_parameter"),
        ("/card.png?pos=4&titel=x", 400, "invalid_parameter"),
        ("/render.svg?pos=4&palette=pink", 400, "invalid_parameter"),
        ("/render.svg?pos=4&scores=2", 400, "invalid_parameter"),
        ("/render.svg?pos=4&scores=1&palette=classic", 400, "invalid_parameter"),
        ("/render.png?pos=4&width=5000&height=5000", 400, "invalid_parameter"),
        ("/render.gif?pos=4&delay=1", 400, "invalid_parameter"),
        ("/render.svg?pos=4&delay=500", 400, "invalid_parameter"),
        ("/api/puzzles", 400, "invalid_parameter"),
        ("/api/puzzles?difficulty=6", 400, "invalid_parameter"),
        ("/api/puzzles/99999999", 404, "not_found"),
        ("/api/puzzles/abc", 400, "invalid_path"),
        ("/api/games/AAAAAAAAAAAAAAAA", 404, "not_found"),
        ("/api/games/AAAAAAAAAAAAAAAA/ws", 404, "not_found"),
        ("/api/games/AAAAAAAAAAAAAAAA/file", 404, "not_found"),
        ("/api/games/short/file", 404, "not_found"),
        ("/api/games/%2e%2e%2f%2e%2e%2fetc/events?since=x", 400, "invalid_parameter"),
        ("/?pos=9", 400, "invalid_position"),
        ("/embed?pos=x", 400, "invalid_position"),
        ("/g/nothing", 404, "not_found"),
        ("/puzzles/x", 400, "invalid_path"),
        ("/learn/x", 400, "invalid_path"),
    ] {
        check(&site.get(path).await, path, status, code);
    }
}

#[tokio::test]
async fn bad_bodies() {
    let site = Site::new();
    let huge = format!("{{\"name\":\"{}\"}}", "x".repeat(100_000));
    let deep = "[".repeat(5000);
    for (path, body, status, code) in [
        ("/api/games", "", 400, "invalid_json"),
        ("/api/games", "[]", 400, "invalid_json"),
        ("/api/games", deep.as_str(), 400, "invalid_json"),
        ("/api/games", huge.as_str(), 413, "too_large"),
        ("/api/games", r#"{"colour":"red"}"#, 400, "invalid_json"),
        ("/api/games", r#"{"color":"blue"}"#, 400, "invalid_json"),
        ("/api/games", r#"{"size":"2x2"}"#, 400, "invalid_parameter"),
        ("/api/games", r#"{"connect":7}"#, 400, "invalid_parameter"),
        ("/api/games", r#"{"pos":"8"}"#, 400, "invalid_position"),
        ("/api/games", r#"{"pos":"1212121"}"#, 400, "invalid_position"),
        ("/api/games", r#"{"name":"a\u0000b"}"#, 400, "invalid_parameter"),
        ("/api/games", r#"{"name":"\u202eevil"}"#, 400, "invalid_parameter"),
        (
            "/api/games",
            r#"{"name":"0123456789012345678901234567890123456789x"}"#,
            400,
            "invalid_parameter",
        ),
        ("/api/games", r#"{"clock":{"initial_s":0}}"#, 400, "invalid_parameter"),
        ("/api/games", r#"{"clock":{"initial_s":-5,"increment_s":9}}"#, 400, "invalid_parameter"),
        ("/api/games", r#"{"clock":{"initial_s":9223372036854775807}}"#, 400, "invalid_parameter"),
        ("/api/games/AAAAAAAAAAAAAAAA/moves", r#"{"column":1,"ply":0}"#, 404, "not_found"),
        ("/api/games/AAAAAAAAAAAAAAAA/moves", r#"{"column":1}"#, 400, "invalid_json"),
        (
            "/api/games/AAAAAAAAAAAAAAAA/moves",
            r#"{"column":1,"ply":0,"seq":-1}"#,
            400,
            "invalid_json",
        ),
        ("/api/games/AAAAAAAAAAAAAAAA/join", "7", 400, "invalid_json"),
        ("/api/games/AAAAAAAAAAAAAAAA/claim", "{}", 400, "invalid_json"),
        ("/api/games/AAAAAAAAAAAAAAAA/actions", r#"{"action":"cheat"}"#, 400, "invalid_json"),
    ] {
        let what = format!("{path} {body:.80}");
        check(&site.send(request("POST", path, &[JSON], body)).await, &what, status, code);
    }
}

#[tokio::test]
async fn bad_moves() {
    let site = Site::new();
    let made = site.post("/api/games", &json!({})).await;
    let path = made.game_path() + "/moves";
    let seat = format!("Bearer {}", made.json()["secret"].as_str().unwrap());
    for (column, ply, status, code) in [
        (json!(0), json!(0), 400, "invalid_parameter"),
        (json!(11), json!(0), 400, "invalid_parameter"),
        (json!(8), json!(0), 409, "illegal_move"),
        (json!(1), json!(5), 409, "wrong_ply"),
        (json!(-1), json!(0), 400, "invalid_json"),
        (json!(1.5), json!(0), 400, "invalid_json"),
        (json!(1), json!("0"), 400, "invalid_json"),
        (json!(1_u64 << 63), json!(0), 400, "invalid_parameter"),
    ] {
        let body = json!({ "column": column, "ply": ply });
        let answer = site.post_with(&path, &[("authorization", &seat)], &body).await;
        check(&answer, &body.to_string(), status, code);
    }
}

#[tokio::test]
async fn bad_methods_and_types() {
    let site = Site::new();
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
        let answer = site.send(request(method, "/solve?pos=4", &[], "")).await;
        check(&answer, method, 405, "method_not_allowed");
    }
    check(&site.get("/api/games").await, "GET", 405, "method_not_allowed");
    let form = [("content-type", "application/x-www-form-urlencoded")];
    check(
        &site.send(request("POST", "/api/games", &form, "color=red")).await,
        "a form",
        415,
        "not_json",
    );
    check(&site.send(request("POST", "/api/games", &[], "{}")).await, "no type", 415, "not_json");
}

/// A body that will be refused is not read: it never comes.
#[tokio::test]
async fn bad_bodies_are_refused_before_they_arrive() {
    let site = Site::with(|config| {
        config.extra = Some(Router::new().route("/extra", post(async |_: String| ())));
        config.max_body = 100_000;
    });
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let small = site.send(request("POST", "/extra", &form, &"x".repeat(5000))).await;
    assert_eq!(small.status, 200, "{small:?}");
    for path in ["/extra", "/api/games", "/nothing"] {
        for (name, value, status, code) in [
            ("content-encoding", "gzip", 415, "encoded"),
            ("content-encoding", "\u{ff}", 415, "encoded"),
            ("content-length", "100001", 413, "too_large"),
            ("content-length", "18446744073709551615", 413, "too_large"),
        ] {
            let mut request = request("POST", path, &[JSON, (name, value)], "");
            *request.body_mut() = Body::from_stream(stream::pending::<Result<Bytes, io::Error>>());
            let answer = site.send(request).await;
            check(&answer, &format!("{path} {name}: {value}"), status, code);
            assert_eq!(answer.header("connection"), "close");
        }
    }
}

#[tokio::test]
async fn an_unknown_address_is_told_in_words() {
    let site = Site::new();
    let answer = site.get_with("/a&b", &[("accept", "text/html,*/*")]).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("content-type")),
        (404, "text/html; charset=utf-8")
    );
    assert!(
        answer.text().contains("there is nothing at &quot;/a&amp;b&quot;"),
        "{}",
        answer.text()
    );
    assert!(answer.text().contains("<a href=\"/puzzles\">"), "and there are ways on");
    for id in ["0", "999"] {
        let answer = site.get_with(&format!("/learn/{id}"), &[("accept", "text/html")]).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text().contains(&format!("there is no step {id}: the steps are numbered")));
    }
}

//! Games over `WebSocket`, through a real port.

use std::num::NonZeroU32;

use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::running::{Running, exchange, get};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_players_and_a_spectator() {
    let server = Running::new().await;
    let (id, [red, yellow]) = server.game(json!({})).await;
    let mut red = server.player(&id, &red).await;
    assert_eq!(red.event("state").await["game"]["ply"], 0);
    let mut yellow = server.player(&id, &yellow).await;
    let mut spectator = server.connect(&id, &[]).await.unwrap();
    let seen = loop {
        let seen = red.event("presence").await;
        if seen["game"]["spectators"] == 1 {
            break seen;
        }
    };
    assert_eq!(seen["game"]["seats"]["yellow"]["connected"], true);
    for (ply, column) in [1, 2, 1, 2, 1, 2, 1].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut red } else { &mut yellow };
        mover.say(json!({ "type": "move", "column": column, "ply": ply })).await;
        for socket in [&mut red, &mut yellow, &mut spectator] {
            let event = socket.event("move").await;
            assert_eq!(event["game"]["ply"], ply + 1);
            assert_eq!(event["seq"], event["game"]["seq"]);
        }
    }
    red.say(json!({ "type": "move", "column": 1, "ply": 7 })).await;
    assert_eq!(red.event("error").await["error"]["code"], "game_over");
    spectator.say(json!({ "type": "resign" })).await;
    assert_eq!(spectator.event("error").await["error"]["code"], "not_seated");
    yellow.say(json!({ "type": "offer_rematch" })).await;
    assert_eq!(red.event("offer").await["game"]["offers"]["rematch"], "yellow");
    red.say(json!({ "type": "accept_rematch" })).await;
    assert!(yellow.event("rematch").await["game"]["rematch_id"].is_string());
    red.say(json!({ "type": "nonsense" })).await;
    let error = red.event("error").await["error"].clone();
    assert_eq!(error["code"], "invalid_json");
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("unknown variant `nonsense`"), "{message}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_do_not_connect() {
    let server = Running::new().await;
    let (id, _) = server.game(json!({})).await;
    for (origin, is_welcome) in
        [("http://evil.test".to_owned(), false), (format!("http://{}", server.address), true)]
    {
        let connected = server.connect(&id, &[("origin", origin.clone())]).await;
        match connected {
            Ok(_) => assert!(is_welcome, "{origin}"),
            Err(tungstenite::Error::Http(response)) => {
                assert_eq!((response.status().as_u16(), is_welcome), (403, false), "{origin}");
            }
            Err(error) => panic!("{origin}: {error}"),
        }
    }
    server.stop().await;
}

/// Scripts in browsers can name protocols, but send no other headers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_an_allowed_site_plays_with_its_secret_and_says_goodbye() {
    const SCHOOL: &str = "https://school.example";
    let server =
        Running::with(|config| config.allowed_origins = vec![SCHOOL.parse().unwrap()]).await;
    let (id, [red, _]) = server.game(json!({})).await;
    let headers = [
        ("origin", SCHOOL.to_owned()),
        ("sec-websocket-protocol", format!("foursight, seat.{red}")),
    ];
    let mut socket = server.connect(&id, &headers).await.unwrap();
    socket.say(json!({ "type": "move", "column": 4, "ply": 0 })).await;
    assert_eq!(socket.event("move").await["game"]["ply"], 1);
    let goodbye = CloseFrame { code: 1000.into(), reason: "".into() };
    socket.0.close(Some(goodbye)).await.unwrap();
    assert_eq!(socket.end().await, 1000, "the server answers a close frame with another");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_take_only_what_they_should() {
    let server = Running::new().await;
    let (id, [red, _]) = server.game(json!({})).await;
    let noise = Message::text("{}");
    for (message, n_times, code) in [
        (Message::binary(vec![1, 2, 3]), 1, 1003),
        (Message::text("x".repeat(2000)), 1, 1009),
        (noise, 2000, 1008),
    ] {
        let mut socket = server.player(&id, &red).await;
        socket.event("state").await;
        for _ in 0..n_times {
            let _ = socket.0.send(message.clone()).await;
        }
        assert_eq!(socket.end().await, code);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_closed_when_the_server_stops() {
    let server = Running::new().await;
    let (id, [red, _]) = server.game(json!({})).await;
    let mut red = server.player(&id, &red).await;
    red.event("state").await;
    server.stop().await;
    assert_eq!(red.end().await, 1001);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_http_ends_its_connection_only() {
    let server = Running::new().await;
    for nonsense in [
        "\0\0\0\0\r\n\r\n",
        "GET\r\n\r\n",
        &format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(40_000)),
    ] {
        let answer = exchange(server.address, nonsense).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let plain = get(server.address, "/api/health").await;
    assert!(plain.starts_with("HTTP/1.1 200"), "{plain}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_seen_everything_is_told_only_what_is_new() {
    let server = Running::new().await;
    let (id, [red, _]) = server.game(json!({})).await;
    let mut first = server.player(&id, &red).await;
    let seq = first.event("state").await["seq"].as_u64().unwrap();
    for (since, expected) in [(seq, "presence"), (seq - 1, "state"), (seq + 1, "state")] {
        let mut back = server.connect_since(&id, since, &[]).await.unwrap();
        let event = loop {
            let event = back.json().await;
            if event["type"] != "heartbeat" {
                break event;
            }
        };
        assert_eq!(event["type"], expected, "since {since} of {seq}");
    }
    server.stop().await;
}

/// A socket's reader collects fragments until a message is complete, which this message never is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fragments_without_end_are_too_much() {
    let server = Running::new().await;
    let (id, _) = server.game(json!({})).await;
    let mut socket = server.connect(&id, &[]).await.unwrap();
    let fragment = |kind| Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), false));
    socket.0.send(fragment(Data::Text)).await.unwrap();
    let mut n_sent = 0;
    while socket.0.send(fragment(Data::Continue)).await.is_ok() {
        n_sent += 1;
        assert!(n_sent < 500_000, "there is no limit");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_count_as_requests() {
    let server =
        Running::with(|config| config.limits.requests_per_second = NonZeroU32::new(1)).await;
    let (id, [red, _]) = server.game(json!({})).await;
    let mut player = server.player(&id, &red).await;
    for _ in 0..30 {
        player.say(json!({ "type": "offer_rematch" })).await;
    }
    while player.event("error").await["error"]["code"] != "too_many_requests" {}
    server.stop().await;
}

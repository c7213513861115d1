//! Limits for clients that ask for too much.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::played::Played;
use crate::{PATIENCE, Site};

#[tokio::test]
async fn what_is_not_solved_in_time_is_said_so() {
    let site = Site::with(|config| config.limits.solve_time = Duration::from_millis(1));
    // 13 discs: beyond the books, and hard.
    let answer = site.get("/solve?pos=2252576253462").await;
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(["not_solved_in_time", "busy"].contains(&answer.error_code().as_str()));
}

#[tokio::test]
async fn a_request_that_is_given_up_stops_its_search() {
    let site = Site::with(|config| {
        config.n_threads = NonZeroUsize::MIN;
        config.limits.solve_time = Duration::from_hours(1);
    });
    // Nobody solves this board in an hour.
    let hard = site.get("/solve?pos=1&size=9x9");
    assert!(tokio::time::timeout(Duration::from_millis(100), hard).await.is_err());
    let next = site.get("/api/move?pos=44&level=3");
    let next = tokio::time::timeout(PATIENCE, next).await.expect("the thread is free");
    assert_eq!(next.status, 200);
}

#[tokio::test]
async fn nobody_takes_all_the_time_of_the_solver() {
    let site = Site::with(|config| {
        config.limits.requests_per_second = NonZeroU32::new(1000);
        config.limits.solve_time = Duration::from_millis(300);
    });
    let paths: Vec<_> =
        (0..40).map(|n| format!("/api/analyze?pos={}&size=9x9", n % 9 + 1)).collect();
    let answers = join_all(paths.iter().map(|path| site.get(path))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 429).collect();
    assert_eq!(refused.len(), 16, "24 at a time");
    assert_eq!(refused[0].header("retry-after"), "1");
    assert_eq!(site.get("/api/analyze?pos=44").await.status, 200, "turns are given back");
}

#[tokio::test]
async fn clients_have_a_rate() {
    let site = Site::with(|config| config.limits.requests_per_second = NonZeroU32::new(2));
    for _ in 0..2 {
        assert_eq!(site.get("/api/score?pos=4").await.status, 200, "five seconds' worth at once");
    }
    let refused = site.get("/api/score?pos=4").await;
    refused.check_error(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "3");
    assert_eq!(refused.header("access-control-allow-origin"), "*", "pages of other sites read why");
    assert_eq!(refused.header("access-control-expose-headers"), "retry-after", "and until when");
}

#[tokio::test]
async fn a_guest_has_so_many_open_games() {
    let site = Site::with(|config| config.limits.open_games = 2);
    let game = Played::new(&site, json!({})).await;
    assert_eq!(site.post("/api/games", &json!({})).await.status, 201);
    let third = site.post("/api/games", &json!({})).await;
    third.check_error(429, "too_many_games");
    game.act(&game.red, "resign").await;
    assert_eq!(site.post("/api/games", &json!({})).await.status, 201);
    game.act(&game.red, "offer_rematch").await;
    let rematch = game.act(&game.yellow, "accept_rematch").await;
    assert_eq!(rematch.status, 200, "it takes the place of the game before: {rematch:?}");
}

/// Each of the many networks that a provider's customer may have does not count as a separate guest.
#[tokio::test]
async fn the_networks_around_a_guest_have_so_many_open_games() {
    for (start, end, n_most) in
        [("2001:db8:0:", "::1", 2), ("2001:db8:0:", "00::1", 4), ("2001:db8:", "::1", 10)]
    {
        let site = Site::with(|config| {
            config.limits.open_games = 1;
            config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        });
        let mut n_made = 0;
        while n_made < 10 {
            let address = format!("{start}{n_made:x}{end}");
            let headers = [("x-forwarded-for", address.as_str())];
            let made = site.post_with("/api/games", &headers, &json!({})).await;
            if made.status != 201 {
                assert!(made.text().contains(&format!("has {n_most} open games")), "{made:?}");
                break;
            }
            n_made += 1;
        }
        assert_eq!(n_made, n_most, "{start}N{end}");
    }
}

/// Refusing a client as often as it asks would take a whole processor.
#[tokio::test]
async fn refusals_wait_and_no_more_wait_than_may_be_in_progress() {
    let proxies = vec!["127.0.0.1/32".parse().unwrap()];
    for (trusted_proxies, is_closed) in [(Vec::new(), true), (proxies, false)] {
        let site = Site::with(|config| {
            config.limits.requests_per_second = NonZeroU32::new(1);
            config.trusted_proxies = trusted_proxies;
        });
        let started = Instant::now();
        let answers = join_all((0..35).map(|_| site.get("/api/health"))).await;
        assert!(started.elapsed() >= Duration::from_secs(1));
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 429).collect();
        let closed = refused.iter().filter(|answer| answer.header("connection") == "close");
        let n_closed = if is_closed { refused.len() - 24 } else { 0 };
        assert_eq!(closed.count(), n_closed, "of {}", refused.len());
    }
}

#[tokio::test]
async fn a_guest_begins_so_many_games_a_day() {
    let site = Site::with(|config| config.limits.open_games = 1);
    for _ in 0..19 {
        let game = Played::new(&site, json!({})).await;
        assert_eq!(game.act(&game.red, "resign").await.status, 200);
    }
    let last = Played::new(&site, json!({})).await;
    last.act(&last.red, "resign").await;
    last.act(&last.red, "offer_rematch").await;
    for refused in
        [last.act(&last.yellow, "accept_rematch").await, site.post("/api/games", &json!({})).await]
    {
        refused.check_error(429, "too_many_games");
        assert!(refused.text().contains("20 games within a day"), "{refused:?}");
    }
    assert_eq!(last.state().await["offers"]["rematch"], "red", "it can be accepted tomorrow");
}

#[tokio::test]
async fn a_crowd_from_one_address_makes_room_for_other_spectators() {
    let site = Site::with(|config| {
        config.limits.requests_per_second = NonZeroU32::new(1000);
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    });
    let game = Played::new(&site, json!({})).await;
    let path = format!("{}/events", game.path);
    let follow = async |address: &str| site.open(&path, &[("x-forwarded-for", address)]).await;
    let mut crowd = Vec::new();
    for _ in 0..500 {
        crowd.push(follow("192.0.2.1").await);
    }
    let other = follow("192.0.2.2").await;
    assert_eq!(other.status(), 200, "others still can");
    let mut first = crowd.remove(0).into_body();
    let ended = async { while first.frame().await.is_some() {} };
    tokio::time::timeout(PATIENCE, ended).await.expect("it has lost its place");
    drop(first);
    let refused = follow("192.0.2.1").await;
    assert_eq!(refused.status(), 429, "it does not get its place back");
    let headers = [("authorization", game.red.as_str()), ("x-forwarded-for", "192.0.2.1")];
    assert_eq!(site.open(&path, &headers).await.status(), 200, "spectators keep no player out");
}

#[tokio::test]
async fn who_is_too_slow_is_told_how_the_game_stands() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    let mut stream = site.open(&format!("{}/events", game.path), &[]).await.into_body();
    let mut next = async || -> Value {
        let frame = tokio::time::timeout(PATIENCE, stream.frame()).await.unwrap();
        let line = frame.unwrap().unwrap().into_data().unwrap();
        assert!(line.ends_with(b"\n"), "{line:?}");
        serde_json::from_slice(&line).unwrap()
    };
    assert_eq!(next().await["type"], "state");
    game.play_all(&[4]).await;
    // More changes than are kept for a slow client.
    for _ in 0..40 {
        game.act(&game.red, "offer_takeback").await;
        game.act(&game.yellow, "decline_takeback").await;
    }
    let state = game.play_all(&[4]).await;
    let newest = next().await;
    assert_eq!((&newest["type"], &newest["seq"]), (&json!("state"), &state["seq"]));
    game.play_all(&[5]).await;
    let mut event = next().await;
    while event["type"] == "presence" {
        event = next().await;
    }
    assert_eq!((&event["type"], &event["game"]["pos"]), (&json!("move"), &json!("445")));
}

/// A client that arrives during many changes receives each change once, in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_told_first_is_older_than_what_follows() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    let progress = watch::Sender::new(0);
    let busy = async {
        for round in 0..300 {
            progress.send_replace(round);
            game.act(&game.red, "offer_takeback").await;
            game.play_all(&[4]).await;
            game.act(&game.yellow, "offer_takeback").await;
            game.act(&game.red, "accept_takeback").await;
        }
    };
    let path = format!("{}/events", game.path);
    let visits = (0..400).map(async |number| {
        // Changes keep coming all the while.
        progress.subscribe().wait_for(|&round| round >= number * 3 / 4).await.unwrap();
        let mut stream = site.open(&path, &[]).await.into_body();
        let mut seen = 0;
        for _ in 0..3 {
            let frame = tokio::time::timeout(PATIENCE, stream.frame()).await.unwrap();
            // Whoever falls far behind, on a busy machine, has to come again.
            let Some(frame) = frame else { return false };
            let event: Value =
                serde_json::from_slice(&frame.unwrap().into_data().unwrap()).unwrap();
            let seq = event["seq"].as_u64().unwrap();
            let is_news = seq > seen || event["type"] == "presence" && seq == seen;
            assert!(is_news, "{seq} after {seen}: {}", event["type"]);
            seen = seq;
        }
        true
    });
    let ((), whole) = futures_util::future::join(busy, join_all(visits)).await;
    assert!(whole.iter().filter(|&&is_whole| is_whole).count() > 200, "most keep up");
}

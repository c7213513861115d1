//! The clocks of network games.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;

use foursight_web::WallClock;
use serde_json::{Value, json};

use crate::Site;
use crate::game::check_conflict;
use crate::played::Played;
use crate::running::{Running, eventually};
use crate::test_clock::TestClock;

/// The time that red and yellow have left, in milliseconds, and whose clock is running.
fn clock_of(state: &Value) -> (i64, i64, &Value) {
    let clock = &state["clock"];
    let left = |name: &str| clock[name].as_i64().unwrap();
    (left("red_ms"), left("yellow_ms"), &clock["running"])
}

#[tokio::test]
async fn time_runs_once_both_play() {
    let clock = TestClock::new();
    let site = Site::with(|config| clock.set_in(config));
    let game = Played::new(&site, json!({ "clock": { "initial_s": 1, "increment_s": 2 } })).await;
    let before = game.state().await;
    assert_eq!(before["clock"]["running"], Value::Null);
    clock.advance_ms(5_000);
    let running = game.play_all(&[4]).await;
    assert_eq!(running["clock"]["running"], "yellow");
    assert_eq!(running["clock"]["red_ms"], 1000, "the first move takes no time");
    clock.advance_ms(200);
    let answered = game.play_all(&[4]).await;
    assert_eq!(answered["clock"]["yellow_ms"], 1000 - 200 + 2000, "it got the increment");
    clock.advance_ms(999);
    assert_eq!(game.state().await["ending"], Value::Null);
    clock.advance_ms(1);
    let end = game.state().await;
    assert_eq!((&end["ending"], &end["outcome"]), (&json!("time"), &json!("yellow")));
    check_conflict(&game.play(&game.red, 4, 2).await, "game_over");
}

/// The task that looks after clocks dies again and again, and starts again each time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_run_out_even_after_a_panic() {
    let (clock, n_panics) = (TestClock::new(), Arc::new(AtomicU32::new(0)));
    let n_left = n_panics.clone();
    let server = Running::with(|config| {
        let shown = clock.clone();
        config.clock = WallClock::from_fn(move || {
            let less = |n: u32| n.checked_sub(1);
            assert!(n_left.fetch_update(SeqCst, SeqCst, less).is_err(), "on purpose");
            shown.now_ms()
        });
    });
    let server = server.await;
    let (id, secrets) = server.game(json!({ "clock": { "initial_s": 60 } })).await;
    let mut red = server.player(&id, &secrets[0]).await;
    red.say(json!({ "type": "move", "column": 4, "ply": 0 })).await;
    red.event("move").await;
    // Another task may meet one of them.
    n_panics.store(5, SeqCst);
    eventually(async || n_panics.load(SeqCst) == 0).await;
    clock.advance_ms(60_000);
    assert_eq!(red.event("time").await["game"]["ending"], "time");
    server.stop().await;
}

/// A player who swaps has used its own time to decide, and keeps the rest of that time on the other side.
#[tokio::test]
async fn a_swap_takes_the_times_along() {
    let clock = TestClock::new();
    let site = Site::with(|config| clock.set_in(config));
    let settings = json!({ "opening_rule": "pie", "clock": { "initial_s": 60, "increment_s": 1 } });
    let game = Played::new(&site, settings).await;
    game.play_all(&[4]).await;
    clock.advance_ms(7_000);
    let swapped = game.act(&game.yellow, "swap").await.json();
    assert_eq!(swapped["seat"], "red");
    assert_eq!(clock_of(&swapped), (53_000, 60_000, &json!("yellow")));
    clock.advance_ms(2_000);
    let state = game.state().await;
    assert_eq!(clock_of(&state), (53_000, 58_000, &json!("yellow")), "the other thinks now");
    let state = game.play(&game.red, 4, 1).await.json();
    assert_eq!(clock_of(&state), (53_000, 59_000, &json!("red")));
}

#[tokio::test]
async fn time_ends_what_was_offered() {
    let clock = TestClock::new();
    let site = Site::with(|config| clock.set_in(config));
    let game = Played::new(&site, json!({ "clock": { "initial_s": 60 } })).await;
    game.play_all(&[4]).await;
    assert_eq!(game.act(&game.red, "offer_takeback").await.json()["offers"]["takeback"], "red");
    clock.advance_ms(60_000);
    let end = game.state().await;
    assert_eq!((&end["ending"], &end["offers"]["takeback"]), (&json!("time"), &Value::Null));
    check_conflict(&game.act(&game.yellow, "accept_takeback").await, "game_over");
    assert_eq!(game.state().await["pos"], "4");
}

//! Network games are linearizable: whatever three tabs a seat send at the same time, over HTTP and `WebSocket`, all answers
//! and events fit one history, in the order in which they were given.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::history::{ACTIONS, History};
use crate::running::Running;

type Shared = Arc<Mutex<History>>;

fn last(history: &Shared) -> u64 {
    history.lock().unwrap().last()
}

/// What a tab does next: a move at the ply that it knows, or an action; nearly all games end on the board or by time.
fn next(rng: &mut Rng, ply: usize) -> Value {
    if rng.u32(..4) > 0 {
        return json!({ "type": "move", "column": rng.usize(1..=7), "ply": ply });
    }
    let first = usize::from(rng.u32(..60) > 0);
    json!({ "type": ACTIONS[rng.usize(first..11)] })
}

/// A tab that sends requests; each answer must be at least as new as any that came before its request.
async fn ask(server: &Running, id: &str, secret: &str, history: &Shared, mut rng: Rng, n: usize) {
    let header = format!("authorization: Bearer {secret}\r\n");
    let mut ply = 0;
    for _ in 0..n {
        let mut body = next(&mut rng, ply);
        let kind = body.as_object_mut().unwrap().remove("type").unwrap();
        let what = if kind == "move" { "moves" } else { "actions" };
        if kind != "move" {
            body = json!({ "action": kind });
        }
        let known = last(history);
        let (status, answer) =
            server.post(&format!("/api/games/{id}/{what}"), &header, &body).await;
        assert!(status < 500, "{answer}");
        let state = if status == 200 { &answer } else { &answer["game"] };
        let state = if state.is_object() { state } else { &answer["error"]["game"] };
        if state.is_object() {
            history.lock().unwrap().see(known, state);
            ply = state["ply"].as_u64().unwrap() as usize;
            if status == 200 && kind == "move" {
                let place = body["ply"].as_u64().unwrap() as usize;
                let played = &state["pos"].as_str().unwrap()[place..=place];
                assert_eq!(played, body["column"].to_string(), "the move was made: {state}");
            }
        }
    }
}

/// A tab with a live connection; its events come in the order of their versions.
async fn follow(
    server: &Running,
    id: &str,
    secret: &str,
    history: &Shared,
    mut rng: Rng,
    n: usize,
) {
    let mut socket = server.player(id, secret).await;
    let (mut ply, mut seq) = (0, 0);
    for _ in 0..n {
        socket.say(next(&mut rng, ply)).await;
        while let Ok(message) =
            timeout(Duration::from_millis(rng.u64(1..20)), socket.0.next()).await
        {
            let Message::Text(text) = message.expect("it is open").unwrap() else { continue };
            let event: Value = serde_json::from_str(&text).unwrap();
            if event["game"].is_object() && event["type"] != "error" {
                assert!(event["game"]["seq"].as_u64() >= Some(seq), "{seq}, then {event}");
                seq = event["game"]["seq"].as_u64().unwrap();
                ply = event["game"]["ply"].as_u64().unwrap() as usize;
                history.lock().unwrap().see(seq, &event["game"]);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_answers_fit_one_history() {
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    let (n_games, n_each) = if is_slow { (400, 60) } else { (6, 12) };
    let server = Running::new().await;
    let mut n_versions = 0;
    for seed in 0..n_games {
        let mut rng = Rng::with_seed(seed);
        let rule = ["none", "pie", "swap"][rng.usize(..3)];
        let clock = rng.bool().then(|| json!({ "initial_s": 1, "increment_s": 0 }));
        let (id, secrets) = server.game(json!({ "opening_rule": rule, "clock": clock })).await;
        let history = Shared::default();
        let [red, yellow] = &secrets;
        let seats = [red, yellow, red, yellow, red, yellow];
        let tabs = seats.into_iter().enumerate().map(|(number, secret)| {
            let rng = rng.fork();
            let (server, id, history) = (&server, &id, &history);
            async move {
                if number < 3 {
                    ask(server, id, secret, history, rng, n_each).await;
                } else {
                    follow(server, id, secret, history, rng, n_each).await;
                }
            }
        });
        join_all(tabs).await;
        n_versions += last(&history);
    }
    println!("{n_versions} versions of {n_games} games fit");
    assert!(n_versions > n_games * 4, "there was something to see: {n_versions}");
    server.stop().await;
}

/// The check itself finds what it should.
#[test]
fn a_history_that_does_not_fit_is_found() {
    let state = |seq: u64, pos: &str, outcome: Value| json!({ "seq": seq, "pos": pos, "outcome": outcome, "ending": if outcome.is_null() { Value::Null } else { json!("resigned") }, "offers": { "takeback": null } });
    let open = |seq, pos| state(seq, pos, Value::Null);
    for (name, known, second) in [
        ("an older one", 3, open(2, "4")),
        ("another one", 2, open(2, "5")),
        ("two moves at once", 2, open(3, "445")),
        ("a move instead of another", 2, open(3, "54")),
        ("moves that nobody takes back", 2, open(3, "")),
        ("a move and an end", 2, state(3, "44", json!("red"))),
    ] {
        let mut history = History::default();
        history.see(0, &open(2, "4"));
        let seen = std::panic::catch_unwind(move || history.see(known, &second));
        assert!(seen.is_err(), "{name} is not found");
    }
    let mut history = History::default();
    history.see(0, &state(2, "4", json!("red")));
    let again = std::panic::catch_unwind(move || history.see(0, &state(4, "4", json!("yellow"))));
    assert!(again.is_err(), "a second end is not found");
}

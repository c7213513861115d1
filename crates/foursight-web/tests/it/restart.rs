//! State that survives when a server ends and another one starts in the same folder.

use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::Site;
use crate::played::Played;
use crate::test_clock::TestClock;

#[tokio::test]
async fn nothing_is_lost() {
    let folder = Arc::new(TempDir::new().unwrap());
    let site = Site::in_folder(&folder, |_| {});
    let settings = json!({ "opening_rule": "pie", "name": "Ann", "size": "8x7", "clock": { "initial_s": 60 } });
    let made = site.post("/api/games", &settings).await.json();
    let path = format!("/api/games/{}", made["game"]["id"].as_str().unwrap());
    let joined = site.post(&format!("{path}/join"), &json!({})).await.json();
    let [red, yellow] =
        [&made, &joined].map(|seat| format!("Bearer {}", seat["secret"].as_str().unwrap()));
    let body = |column: usize, ply: usize| json!({ "column": column, "ply": ply });
    let moves = format!("{path}/moves");
    site.post_with(&moves, &[("authorization", &red)], &body(4, 0)).await;
    site.post_with(&moves, &[("authorization", &yellow)], &body(8, 1)).await;
    let offer = json!({ "action": "offer_takeback" });
    site.post_with(&format!("{path}/actions"), &[("authorization", &yellow)], &offer).await;
    let before = without_clock(site.json(&path).await);
    site.close().await;

    let site = Site::in_folder(&folder, |_| {});
    assert_eq!(without_clock(site.json(&path).await), before);
    let answer = site.post_with(&moves, &[("authorization", &red)], &body(4, 2)).await;
    assert_eq!(answer.json()["pos"], "484");
    assert_eq!(answer.json()["seq"], before["seq"].as_u64().unwrap() + 1);
}

fn without_clock(mut state: Value) -> Value {
    assert!(state["clock"]["red_ms"].is_i64());
    state["clock"]["red_ms"] = json!(0);
    state["clock"]["yellow_ms"] = json!(0);
    state
}

#[tokio::test]
async fn what_ended_a_game_is_kept() {
    let (folder, clock) = (Arc::new(TempDir::new().unwrap()), TestClock::new());
    let site = Site::in_folder(&folder, |config| clock.set_in(config));
    let resigned = Played::new(&site, json!({})).await;
    resigned.act(&resigned.red, "resign").await;
    let timed = Played::new(&site, json!({ "clock": { "initial_s": 2 } })).await;
    timed.play_all(&[4]).await;
    clock.advance_ms(2000);
    timed.state().await;
    let drawn = Played::new(&site, json!({})).await;
    drawn.act(&drawn.red, "say_thanks").await;
    drawn.act(&drawn.red, "offer_draw").await;
    drawn.act(&drawn.yellow, "accept_draw").await;
    drawn.act(&drawn.yellow, "offer_rematch_with_same_colors").await;
    let before = drawn.state().await;
    let drawn = drawn.path.clone();
    let offered = Played::new(&site, json!({})).await;
    offered.act(&offered.red, "offer_draw").await;
    let offered = offered.path.clone();
    let ends = [(resigned.path.clone(), "resigned", "yellow"), (timed.path.clone(), "time", "red")];
    site.close().await;
    let site = Site::in_folder(&folder, |config| clock.set_in(config));
    for (path, ending, outcome) in ends {
        let state = site.json(&path).await;
        assert_eq!((&state["ending"], &state["outcome"]), (&json!(ending), &json!(outcome)));
    }
    let state = site.json(&drawn).await;
    assert_eq!((&state["ending"], &state["outcome"]), (&json!("agreed"), &json!("draw")));
    for part in ["seats", "offers"] {
        assert_eq!(state[part], before[part]);
    }
    assert_eq!(site.json(&offered).await["offers"]["draw"], "red");
}

//! What is left when a server ends and another one starts in the same folder.

use std::sync::Arc;
use std::time::Duration;

use foursight_web::{App, Config, router};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Site, config};

/// A server in a folder that may have been used before; the one before must be gone.
pub(crate) async fn site_in(folder: &Arc<TempDir>) -> Site {
    let config: Config = config(folder.path());
    for _ in 0..100 {
        if let Ok(app) = App::new(config.clone()) {
            return Site { routes: router(&app), folder: folder.clone() };
        }
        // The thread of the one before has the folder until it has written everything.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the folder stays locked");
}

#[tokio::test]
async fn nothing_is_lost() {
    let folder = Arc::new(TempDir::new().unwrap());
    let site = site_in(&folder).await;
    let settings =
        json!({ "pie": true, "name": "Ann", "size": "8x7", "clock": { "initial_s": 60 } });
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
    drop(site);

    let site = site_in(&folder).await;
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
async fn a_clock_stands_still_while_there_is_no_server() {
    let folder = Arc::new(TempDir::new().unwrap());
    let site = site_in(&folder).await;
    let made = site.post("/api/games", &json!({ "clock": { "initial_s": 2 } })).await.json();
    let path = format!("/api/games/{}", made["game"]["id"].as_str().unwrap());
    site.post(&format!("{path}/join"), &json!({})).await;
    let red = format!("Bearer {}", made["secret"].as_str().unwrap());
    let body = json!({ "column": 4, "ply": 0 });
    site.post_with(&format!("{path}/moves"), &[("authorization", &red)], &body).await;
    drop(site);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let site = site_in(&folder).await;
    let state = site.json(&path).await;
    assert_eq!(state["ending"], Value::Null);
    assert!(state["clock"]["yellow_ms"].as_i64().unwrap() > 1000, "{}", state["clock"]);
    assert_eq!(state["clock"]["running"], "yellow");
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert_eq!(site.json(&path).await["ending"], "time", "and then it runs on");
}

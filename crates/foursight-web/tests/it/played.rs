//! A network game played by two scripts.

use serde_json::{Value, json};

use crate::{HttpAnswer, Site};

/// A game with both seats taken.
pub(crate) struct Played<'a> {
    site: &'a Site,
    pub(crate) path: String,
    /// The authorization in the players' requests.
    pub(crate) red: String,
    pub(crate) yellow: String,
}

impl<'a> Played<'a> {
    pub(crate) async fn new(site: &'a Site, settings: Value) -> Self {
        let made = site.post("/api/games", &settings).await;
        assert_eq!(made.status, 201, "{made:?}");
        let (path, made) = (made.game_path(), made.json());
        let joined = site.post(&format!("{path}/join"), &json!({ "name": "Bob" })).await.json();
        let secret = |json: &Value| format!("Bearer {}", json["secret"].as_str().unwrap());
        let (maker, guest) = (secret(&made), secret(&joined));
        let (red, yellow) = if made["seat"] == "red" { (maker, guest) } else { (guest, maker) };
        Self { site, path, red, yellow }
    }

    pub(crate) async fn post(&self, seat: &str, what: &str, body: &Value) -> HttpAnswer {
        self.site
            .post_with(&format!("{}/{what}", self.path), &[("authorization", seat)], body)
            .await
    }

    pub(crate) async fn play(&self, seat: &str, column: usize, ply: usize) -> HttpAnswer {
        self.post(seat, "moves", &json!({ "column": column, "ply": ply })).await
    }

    /// Plays columns from the game's current ply on, for both players in turn.
    pub(crate) async fn play_all(&self, columns: &[usize]) -> Value {
        let mut state = self.state().await;
        for &column in columns {
            let seat = if state["to_move"] == "red" { &self.red } else { &self.yellow };
            let ply = state["ply"].as_u64().unwrap() as usize;
            let answer = self.play(seat, column, ply).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            state = answer.json();
        }
        state
    }

    pub(crate) async fn act(&self, seat: &str, action: &str) -> HttpAnswer {
        self.post(seat, "actions", &json!({ "action": action })).await
    }

    pub(crate) async fn state(&self) -> Value {
        self.site.json(&self.path).await
    }
}

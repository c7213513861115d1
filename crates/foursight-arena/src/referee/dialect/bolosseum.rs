//! The JSON messages of bolosseum.
//!
//! The bots run once per message, which is their only argument. A script runs them, and also passes the message on
//! standard input, where some bots expect it.

use serde_json::{Value, json};

use super::grid_json::hear_column;
use super::{Briefing, Heard, MoveRequest, Readiness, Speech};

const SHIM: &str = include_str!("../shims/bolosseum.sh");

pub(super) struct Bolosseum;

impl Speech for Bolosseum {
    fn command(&self, command: &[String], _: bool, _: &Briefing) -> Vec<String> {
        let shell = ["sh", "-c", SHIM, "sh"].map(str::to_owned);
        shell.into_iter().chain(command.iter().cloned()).collect()
    }

    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        let mut message = message("init", briefing);
        message["players"] = json!(2);
        vec![message.to_string()]
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn hear_name(&self, line: &str) -> Option<String> {
        serde_json::from_str::<Value>(line).ok()?.get("name")?.as_str().map(str::to_owned)
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let mut rows = request.rows(["", "X", "O"]);
        rows.reverse();
        let mut message = message("play-turn", request.briefing);
        message["board"] = json!(rows);
        message["you"] = json!(["X", "O"][request.briefing.index()]);
        vec![message.to_string()]
    }

    fn example(&self) -> &'static str {
        r#"'{"play":3}'"#
    }

    fn hear(&self, line: &str) -> Heard {
        hear_column(line, "play")
    }
}

fn message(action: &str, briefing: &Briefing) -> Value {
    json!({
        "game-id": "foursight",
        "action": action,
        "game": "connectfour",
        "player-index": briefing.index(),
    })
}

fn hear_hello(line: &str) -> Readiness {
    match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(reply)) => match reply.get("error") {
            None | Some(Value::Null) => Readiness::Ready,
            Some(error) => Readiness::Refused(error.to_string()),
        },
        _ => Readiness::Refused(format!("answered {line:?}")),
    }
}

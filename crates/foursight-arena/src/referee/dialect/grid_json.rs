//! JSON lines with a grid of columns.

use ::foursight::Size;
use serde_json::{Value, json};

use super::{Briefing, Heard, MoveRequest, Speech};

pub(super) struct GridJson;

impl Speech for GridJson {
    fn command(&self, command: &[String], _: bool, briefing: &Briefing) -> Vec<String> {
        let (width, height) = (briefing.size.width(), briefing.size.height());
        let settings =
            [("--player", briefing.index() + 1), ("--width", width), ("--height", height)];
        let words =
            settings.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]);
        command.iter().cloned().chain(words).collect()
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let (rows, width) = (request.rows([0, 1, 2]), request.briefing.size.width());
        let column = |column: usize| rows.iter().map(|row| row[column]).collect();
        let columns: Vec<Vec<i32>> = (0..width).map(column).collect();
        vec![json!({ "grid": columns }).to_string()]
    }

    fn example(&self) -> &'static str {
        r#"'{"move":3}'"#
    }

    fn hear(&self, line: &str) -> Heard {
        hear_column(line, "move")
    }
}

/// The column in a JSON object, a number or text.
pub(super) fn hear_column(line: &str, key: &str) -> Heard {
    if line.trim().is_empty() {
        return Heard::Chat;
    }
    match serde_json::from_str::<Value>(line).ok().as_ref().and_then(|object| object.get(key)) {
        Some(Value::String(word)) => Heard::word(word.trim()),
        Some(Value::Number(number)) => Heard::word(&number.to_string()),
        _ => Heard::Nonsense,
    }
}

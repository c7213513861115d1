//! Plain 0-based columns; `go!` requests the first move of the game.

use super::{Heard, MoveRequest, Speech};

pub(super) struct Columns;

impl Speech for Columns {
    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let last = request.game.moves().last().map(|column| column.index().to_string());
        vec![last.unwrap_or_else(|| "go!".to_owned())]
    }

    fn hear(&self, line: &str) -> Heard {
        match line.trim() {
            "" => Heard::Chat,
            word => Heard::word(word),
        }
    }
}

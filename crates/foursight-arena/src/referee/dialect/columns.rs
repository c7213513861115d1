//! Nothing but columns, counted from 0: `go!` asks for the first move of the game.

use super::{Heard, Speech, Turn};

pub(super) struct Columns;

impl Speech for Columns {
    fn turn(&self, turn: &Turn) -> Vec<String> {
        let last = turn.game.moves().last().map(|column| column.index().to_string());
        vec![last.unwrap_or_else(|| "go!".to_owned())]
    }

    fn hear(&self, line: &str) -> Heard {
        match line.trim() {
            "" => Heard::Chat,
            word => Heard::word(word),
        }
    }
}

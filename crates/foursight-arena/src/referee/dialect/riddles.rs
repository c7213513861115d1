//! The lines of the same competition at Riddles.io.

use ::foursight::Size;

use super::{Heard, Seating, Speech, Turn, theaigames};

pub(super) struct Riddles;

impl Speech for Riddles {
    fn hello(&self, seating: &Seating) -> Vec<String> {
        let id = seating.seat;
        let (width, height) = (seating.size.width(), seating.size.height());
        let mut lines = theaigames::times(seating);
        lines.extend([
            "settings player_names player0,player1".to_owned(),
            format!("settings your_bot player{id}"),
            format!("settings your_botid {id}"),
            format!("settings field_width {width}"),
            format!("settings field_height {height}"),
        ]);
        lines
    }

    fn turn(&self, turn: &Turn) -> Vec<String> {
        theaigames::action(turn, &turn.rows([".", "0", "1"]).concat().join(","))
    }

    fn hear(&self, line: &str) -> Heard {
        theaigames::hear(line)
    }
}

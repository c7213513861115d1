//! The lines of the Four in a Row competition at Riddles.io.

use ::foursight::Size;

use super::{Briefing, Heard, MoveRequest, Speech, theaigames};

pub(super) struct Riddles;

impl Speech for Riddles {
    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        let id = briefing.index();
        let (width, height) = (briefing.size.width(), briefing.size.height());
        let mut lines = theaigames::times(briefing);
        lines.extend([
            "settings player_names player0,player1".to_owned(),
            format!("settings your_bot player{id}"),
            format!("settings your_botid {id}"),
            format!("settings field_width {width}"),
            format!("settings field_height {height}"),
        ]);
        lines
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        theaigames::action(request, &request.rows([".", "0", "1"]).concat().join(","))
    }

    fn example(&self) -> &'static str {
        "\"place_disc 3\""
    }

    fn hear(&self, line: &str) -> Heard {
        theaigames::hear(line)
    }
}

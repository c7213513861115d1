//! The lines of the Four in a Row competitions at `TheAIGames` and, in other words, at Riddles.io.

use ::foursight::Size;

use super::{Briefing, Heard, MoveRequest, Speech};

/// One of the two competitions.
pub(super) struct Competition {
    pub(super) is_riddles: bool,
}

impl Speech for Competition {
    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        let (first, words) = if self.is_riddles {
            (0, ["field_width", "field_height"])
        } else {
            (1, ["field_columns", "field_rows"])
        };
        let id = briefing.index() + first;
        vec![
            format!("settings timebank {}", briefing.first_allowance.as_millis()),
            format!("settings time_per_move {}", briefing.clock.each_move().as_millis()),
            format!("settings player_names player{first},player{}", first + 1),
            format!("settings your_bot player{id}"),
            format!("settings your_botid {id}"),
            format!("settings {} {}", words[0], briefing.size.width()),
            format!("settings {} {}", words[1], briefing.size.height()),
        ]
    }

    /// Each disc is a round.
    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let (cells, between) =
            if self.is_riddles { ([".", "0", "1"], ",") } else { (["0", "1", "2"], ";") };
        let rows: Vec<String> = request.rows(cells).iter().map(|row| row.join(",")).collect();
        vec![
            format!("update game round {}", request.game.moves().len() + 1),
            format!("update game field {}", rows.join(between)),
            format!("action move {}", request.allowance.as_millis()),
        ]
    }

    fn example(&self) -> &'static str {
        "\"place_disc 3\""
    }

    fn hear(&self, line: &str) -> Heard {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => Heard::Chat,
            ["place_disc", column] => Heard::word(column),
            _ => Heard::Nonsense,
        }
    }
}

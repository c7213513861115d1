//! The lines of the Four in a Row competition at `TheAIGames`.

use ::foursight::Size;

use super::{Briefing, Heard, MoveRequest, Speech};

pub(super) struct TheAiGames;

impl Speech for TheAiGames {
    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        let id = briefing.index() + 1;
        let (width, height) = (briefing.size.width(), briefing.size.height());
        let mut lines = times(briefing);
        lines.extend([
            "settings player_names player1,player2".to_owned(),
            format!("settings your_bot player{id}"),
            format!("settings your_botid {id}"),
            format!("settings field_columns {width}"),
            format!("settings field_rows {height}"),
        ]);
        lines
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let rows = request.rows(["0", "1", "2"]);
        let field: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        action(request, &field.join(";"))
    }

    fn example(&self) -> &'static str {
        "\"place_disc 3\""
    }

    fn hear(&self, line: &str) -> Heard {
        hear(line)
    }
}

/// The lines that set the clock, in milliseconds.
pub(super) fn times(briefing: &Briefing) -> Vec<String> {
    vec![
        format!("settings timebank {}", briefing.first_allowance.as_millis()),
        format!("settings time_per_move {}", briefing.clock.each_move().as_millis()),
    ]
}

/// The lines that ask for a move. Each disc is a round.
pub(super) fn action(request: &MoveRequest, field: &str) -> Vec<String> {
    vec![
        format!("update game round {}", request.game.moves().len() + 1),
        format!("update game field {field}"),
        format!("action move {}", request.allowance.as_millis()),
    ]
}

pub(super) fn hear(line: &str) -> Heard {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [] => Heard::Chat,
        ["place_disc", column] => Heard::word(column),
        _ => Heard::Nonsense,
    }
}

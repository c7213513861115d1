//! The lines of the Four in a Row competition at `TheAIGames`.

use ::foursight::Size;

use super::{Heard, Seating, Speech, Turn};

pub(super) struct TheAiGames;

impl Speech for TheAiGames {
    fn hello(&self, seating: &Seating) -> Vec<String> {
        let id = seating.seat + 1;
        let (width, height) = (seating.size.width(), seating.size.height());
        let mut lines = times(seating);
        lines.extend([
            "settings player_names player1,player2".to_owned(),
            format!("settings your_bot player{id}"),
            format!("settings your_botid {id}"),
            format!("settings field_columns {width}"),
            format!("settings field_rows {height}"),
        ]);
        lines
    }

    fn turn(&self, turn: &Turn) -> Vec<String> {
        let rows = turn.rows(["0", "1", "2"]);
        let field: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        action(turn, &field.join(";"))
    }

    fn hear(&self, line: &str) -> Heard {
        hear(line)
    }
}

/// The lines that say how much time there is, in milliseconds.
pub(super) fn times(seating: &Seating) -> Vec<String> {
    vec![
        format!("settings timebank {}", seating.first_allowance.as_millis()),
        format!("settings time_per_move {}", seating.clock.each_move().as_millis()),
    ]
}

/// The lines that ask for a move. Every disc is a round.
pub(super) fn action(turn: &Turn, field: &str) -> Vec<String> {
    vec![
        format!("update game round {}", turn.game.moves().len() + 1),
        format!("update game field {field}"),
        format!("action move {}", turn.allowance.as_millis()),
    ]
}

pub(super) fn hear(line: &str) -> Heard {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [] => Heard::Chat,
        ["place_disc", column] => Heard::word(column),
        _ => Heard::Nonsense,
    }
}

//! Lets the person at the terminal play in a match.

use std::io::{self, Write};

use foursight::{AnySize, Choice, Game, Opening};
use foursight_arena::Console;
use foursight_render::Diagram;

use crate::args::{read_column, usual_style};
use crate::output::{color_name, printable};

/// Standard input and output.
pub(super) struct Terminal;

impl Console for Terminal {
    fn choose(&mut self, game: &Game<AnySize>, opening: Opening) -> Option<Choice> {
        show(&Diagram::of_game(game).with_coordinates().to_text(usual_style().0));
        let color = color_name(game.side_to_move());
        let hint = if opening.may_swap {
            " (a column, or swap)".to_owned()
        } else if opening.n_to_place > 0 {
            format!(" ({} to place)", opening.n_to_place)
        } else {
            String::new()
        };
        let prompt = format!("{color}{hint}> ");
        loop {
            let line = self.read_line(&prompt)?;
            if opening.may_swap && line.trim() == "swap" {
                return Some(Choice::Swap);
            }
            let position = game.position();
            let column = read_column(line.trim(), position.size()).and_then(|column| {
                position.play(column).map(|_| column).map_err(|error| error.to_string())
            });
            match column {
                Ok(column) => return Some(Choice::Play(column)),
                Err(error) => self.print(&error),
            }
        }
    }

    fn print(&mut self, line: &str) {
        let lines: Vec<String> = line.lines().map(printable).collect();
        show(&format!("{}\n", lines.join("\n")));
    }

    fn read_line(&mut self, prompt: &str) -> Option<String> {
        let mut out = anstream::stdout();
        let _ = write!(out, "{prompt}").and_then(|()| out.flush());
        let mut line = String::new();
        let length = io::stdin().read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
    }
}

/// Shows a text of ours, which may contain colors.
fn show(text: &str) {
    let mut out = anstream::stdout();
    // A terminal that is gone is noticed when it is read from.
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

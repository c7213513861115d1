//! Prints a reason as text, for `why` and at the prompts of a game.

pub(crate) mod proof;

use std::time::Duration;

use foursight::{AnySize, Cell, Game};
use foursight_engine::why::{Explanation, ExplanationKind, Why};
use foursight_render::{Diagram, TextStyle};
use foursight_tui::game::overlay;
use foursight_tui::prefers_ascii;
use foursight_tui::text::in_ascii;

use crate::format::Format;
use crate::output::{color_name, with_commas};

/// The default time limit of the search for reasons.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The explained position, the last one of `game`, with the reason's signs.
pub(crate) fn board(game: &Game<AnySize>, why: &Why, style: TextStyle) -> String {
    Diagram::of_game(game).with_overlay(overlay(why)).to_text(style)
}

/// The position of `game` as an argument: its moves, unless they need other options.
pub(crate) fn position(game: &Game<AnySize>) -> String {
    let moves = Format::MOVES.write(game).ok();
    let is_standard = game.position().size() == AnySize::default();
    moves.filter(|_| is_standard).unwrap_or_else(|| "POSITION".to_owned())
}

/// The sentences with their lists, as the terminal can show them.
pub(crate) fn lines(why: &Why) -> Vec<String> {
    let lines = why.lines();
    if prefers_ascii() { lines.iter().map(|line| in_ascii(line)).collect() } else { lines }
}

/// The sentences with their lists, and the line of play that shows the reason.
pub(crate) fn in_words(why: &Why) -> String {
    let sentences: String = lines(why).into_iter().map(|line| line + "\n").collect();
    if why.line.is_empty() {
        return sentences;
    }
    let what = match why.explanation.kind() {
        ExplanationKind::Certain | ExplanationKind::Replies => "One way it can go",
        ExplanationKind::Kept => "It could have gone",
        _ => "Best play",
    };
    let side = color_name(why.position.side_to_move());
    let cells: Vec<String> = why.line_cells().iter().map(Cell::to_string).collect();
    let cells = cells.join(" ");
    format!("{sentences}{what}, {side} first: {cells}\n")
}

/// The reliability of the reason; empty if there is no reason.
pub(crate) fn certainty(why: &Why) -> String {
    if let Explanation::Plan { .. } = why.explanation {
        return "The plan was checked against every reply; --proof prints it.\n".to_owned();
    }
    let strategies = why.explanation.strategies();
    let (plans, proof) = match strategies.len() {
        1 => ("The plan was", "the strategy"),
        _ => ("The plans were", "the strategies"),
    };
    let subject = match &why.explanation {
        Explanation::Example { line, .. } => {
            format!("What follows {} was checked", first_moves(line.len()))
        }
        Explanation::Replies { .. } => format!("{plans} checked"),
        _ => "Checked".to_owned(),
    };
    let n_positions: usize = strategies.iter().map(|(_, proof)| proof.n_positions()).sum();
    let positions = match n_positions {
        _ if strategies.is_empty() => return String::new(),
        0 => String::new(),
        1 => " in 1 position".to_owned(),
        n => format!(" in {} positions", with_commas(n)),
    };
    format!("{subject} against every reply{positions}; --proof prints {proof}.\n")
}

/// `the first move`, `the first 6 moves`.
fn first_moves(n: usize) -> String {
    if n == 1 { "the first move".to_owned() } else { format!("the first {n} moves") }
}

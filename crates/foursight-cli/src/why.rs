//! A reason as text, for `why` and at the prompts of a game.

pub(crate) mod proof;

use foursight::{AnySize, Column, Game, Position};
use foursight_engine::why::{Explanation, Why};
use foursight_render::{Diagram, TextStyle};

use crate::output::color_name;

/// The position that is explained, the last one of `game`.
pub(crate) fn board(game: &Game<AnySize>, why: &Why, style: TextStyle) -> String {
    let _ = why;
    Diagram::of_game(game).to_text(style)
}

/// The sentences, and the line that shows the reason.
pub(crate) fn in_words(why: &Why) -> String {
    let sentences: String = why.sentences.iter().map(|sentence| format!("{sentence}\n")).collect();
    if why.line.is_empty() {
        return sentences;
    }
    let what = match why.explanation {
        Explanation::Certain(_) => "The longest resistance",
        _ => "Best play",
    };
    let side = color_name(why.position.side_to_move());
    let cells = cells(&why.position, &why.line).join(" ");
    format!("{sentences}{what}, {side} first: {cells}\n")
}

/// How far the reason can be relied on.
pub(crate) fn certainty(why: &Why) -> String {
    let (moves, n_positions) = match &why.explanation {
        Explanation::Example { line, then } => (line.len(), n_positions(then)),
        explanation => (0, n_positions(explanation)),
    };
    if n_positions == 0 {
        return String::new();
    }
    let subject = match moves {
        0 => "The reason".to_owned(),
        n => format!("What holds after the first {n} moves of this example"),
    };
    let positions = if n_positions == 1 { "position" } else { "positions" };
    format!(
        "{subject} was checked against every reply, in {} {positions}; --proof prints it whole.\n",
        with_commas(n_positions)
    )
}

/// How many positions the checker has looked at; 0 if nothing was proved.
fn n_positions(explanation: &Explanation) -> usize {
    match explanation {
        Explanation::Certain(proof) => proof.n_positions(),
        Explanation::Draw { mover, opponent } => mover.n_positions() + opponent.n_positions(),
        Explanation::Example { .. } | Explanation::Bare => 0,
    }
}

/// Where the discs of a line land.
fn cells(position: &Position<AnySize>, line: &[Column]) -> Vec<String> {
    let mut position = *position;
    let land = |&column: &Column| {
        position = position.play(column).expect("the line is legal");
        let cell = position.discs().in_column(column).cells().next_back();
        cell.expect("a disc has just landed").to_string()
    };
    line.iter().map(land).collect()
}

/// `5,508`.
fn with_commas(n: usize) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}

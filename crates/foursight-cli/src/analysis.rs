//! An analysis as text, for `analyze` and at the prompts of a game.

use foursight::notation::moves;
use foursight::{AnySize, Game, Size};
use foursight_engine::{Analysis, MoveAnalysis};
use foursight_render::{Diagram, TextStyle};

use crate::output::color_name;
use crate::solution::short;

/// The board with the scores under their columns, and a line for each move.
pub(crate) fn to_text(game: &Game<AnySize>, analysis: &Analysis, style: TextStyle) -> String {
    let of_column = |column| analysis.moves.iter().find(|m| m.column == column);
    let columns = game.position().size().columns();
    let notes =
        columns.map(|column| of_column(column).map_or(String::new(), |m| short(&m.solution)));
    let board = Diagram::of_game(game).with_notes(notes.collect()).to_text(style);
    let side = color_name(game.side_to_move());
    let moves: String = analysis.moves.iter().map(|m| line_of_move(m) + "\n").collect();
    format!("{board}\n{side} to move {}\n\n{moves}", analysis.forecast)
}

fn line_of_move(of_move: &MoveAnalysis) -> String {
    let best = if of_move.is_best { "*" } else { " " };
    let (column, score) = (of_move.column, short(&of_move.solution));
    let words = of_move.forecast.to_string();
    let line = moves::write(&of_move.line);
    format!("{best} {column}  {score:>4}  {words:<18}  {line}").trim_end().to_owned()
}

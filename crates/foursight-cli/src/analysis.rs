//! Prints analyses, for `analyze` and at the prompts of a game.

use foursight::notation::moves;
use foursight::{AnySize, Game, Size};
use foursight_engine::{Advice, Analysis, Guess, MoveAnalysis, Solution};
use foursight_render::{Diagram, TextStyle};

use crate::output::color_name;

/// The score of a full column, for programs that read numbers.
pub(crate) const UNPLAYABLE: i32 = -1000;

/// The board with the scores under their columns, and a line for each move; a `*` recommends one.
pub(crate) fn to_text(game: &Game<AnySize>, analysis: &Analysis, style: TextStyle) -> String {
    let of_column = |column| analysis.moves.iter().find(|m| m.column == column);
    let columns = game.position().size().columns();
    let notes =
        columns.map(|column| of_column(column).map_or(String::new(), |m| short(&m.solution)));
    let board =
        Diagram::of_game(game).with_notes(notes.collect()).with_coordinates().to_text(style);
    let side = color_name(game.side_to_move());
    let recommended = analysis.advice.as_ref().map_or(&[][..], Advice::recommended);
    let is_recommended = |m: &MoveAnalysis| recommended.contains(&m.column);
    let moves: String =
        analysis.moves.iter().map(|m| line_of_move(m, is_recommended(m)) + "\n").collect();
    // If no move has a star, words say why.
    let advice = analysis.advice.as_ref().filter(|_| recommended.is_empty());
    let advice = advice.map(Advice::to_string).or(analysis.guess.as_ref().map(Guess::to_string));
    let advice = advice.map_or(String::new(), |advice| format!("{advice}\n"));
    let result = analysis.forecast.of_mover(side);
    format!("{board}\n{result}\n{advice}\n{moves}")
}

fn line_of_move(of_move: &MoveAnalysis, is_recommended: bool) -> String {
    let star = if is_recommended { "*" } else { " " };
    let (column, score) = (of_move.column, short(&of_move.solution));
    let words = of_move.forecast.to_string();
    let line = moves::write(&of_move.line);
    format!("{star} {column}  {score:>4}  {words:<18}  {line}").trim_end().to_owned()
}

/// The score of a move, `?` if it is not proved.
pub(crate) fn short(solution: &Solution) -> String {
    solution.score().map_or("?".to_owned(), |score| score.to_string())
}

//! `foursight analyze`: scores and explains every move of a position; prints analyses, also at the prompts of a game.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use foursight::notation::moves;
use foursight::{AnySize, Game, Size};
use foursight_answers::analysis::AnalysisBody;
use foursight_engine::{Advice, Analysis, Guess, MoveAnalysis, Solution};
use foursight_render::{Diagram, TextStyle};

use crate::args::{QuestionArgs, style, usual_style};
use crate::failure::Interrupted;
use crate::output::color_name;
use crate::progress::with_spinner;
use crate::{interrupt, reason};

/// Show what each move leads to: its score, the outcome in words, and the best line that follows.
///
/// A score counts from the end: 1 is a win with the last disc, 2 with the one before it, and so on; 0 is a draw, and
/// losses are negative. The words count the winner's moves.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    question: QuestionArgs,
    /// Style of the board.
    #[arg(long, value_parser = style(), default_value = usual_style().1)]
    style: TextStyle,
    /// Print the JSON object that `GET /api/analyze` returns.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AnalyzeArgs) -> Result<()> {
    let game = args.question.position.open_game()?;
    let mut solver = args.question.solver(&game)?;
    let analysis = with_spinner("analyzing", args.question.search.limits(), |control| {
        Analysis::new(&mut solver, game.position(), control)
    });
    let text = if args.json {
        let body = AnalysisBody::new(&game, &analysis);
        let mut object = serde_json::to_value(body)?;
        object["nodes"] = analysis.solution.nodes.into();
        object.to_string() + "\n"
    } else {
        let is_proved = analysis.solution.verdict().is_some();
        let pointer = if is_proved { pointer(&game) } else { String::new() };
        to_text(&game, &analysis, args.style) + &pointer
    };
    write!(anstream::stdout(), "{text}")?;
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

/// The command that gives reasons.
fn pointer(game: &Game<AnySize>) -> String {
    let position = reason::position(game);
    format!("\n`foursight why {position}` says why; add a column to ask about one move.\n")
}

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

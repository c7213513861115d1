//! `foursight analyze`: what every move of a position leads to.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use foursight::notation::moves;
use foursight::{AnySize, Game, Position, Size};
use foursight_engine::{Analysis, MoveAnalysis, Solution};
use foursight_render::{Diagram, TextStyle};
use serde_json::{Value, json};

use crate::args::{BookArgs, PositionArgs, SearchArgs};
use crate::commands::show::{Style, short};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::output::color_name;
use crate::progress::with_spinner;

/// Show what every move leads to: its score, in words, and the best line that follows.
///
/// A score counts from the end: 1 wins with the last disc, 2 with the last but one, and so on;
/// 0 is a draw, and a loss is negative. Moves in words are those of the side that wins.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    books: BookArgs,
    /// How the board looks.
    #[arg(long, value_enum, default_value_t = Style::Discs)]
    style: Style,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AnalyzeArgs) -> Result<()> {
    let game = args.position.open_game()?;
    let mut solver = args.search.solver_with_threads(game.position().size(), args.books.books()?);
    let analysis = with_spinner("analyzing", args.search.limits(), |control| {
        Analysis::new(&mut solver, game.position(), control)
    });
    let text = if args.json {
        to_json(game.position(), &analysis).to_string() + "\n"
    } else {
        to_text(&game, &analysis, args.style.into())
    };
    write!(anstream::stdout(), "{text}")?;
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

/// The board with the scores under their columns, and a line for each move.
pub(crate) fn to_text(game: &Game<AnySize>, analysis: &Analysis, style: TextStyle) -> String {
    let of_column = |column| analysis.moves.iter().find(|m| m.column == column);
    let columns = game.position().size().columns();
    let notes =
        columns.map(|column| of_column(column).map_or(String::new(), |m| short(&m.solution)));
    let board = Diagram::of_game(game).with_notes(notes.collect()).to_text(style);
    let side = color_name(game.side_to_move());
    let moves: String = analysis.moves.iter().map(|m| line_of_move(analysis, m) + "\n").collect();
    format!("{board}\n{side} to move {}\n\n{moves}", analysis.words())
}

fn line_of_move(analysis: &Analysis, of_move: &MoveAnalysis) -> String {
    let best = if of_move.is_best { "*" } else { " " };
    let (column, score) = (of_move.column, short(&of_move.solution));
    let words = analysis.words_of(of_move).to_string();
    let line = moves::write(&of_move.line);
    format!("{best} {column}  {score:>4}  {words:<18}  {line}").trim_end().to_owned()
}

fn to_json(position: &Position<AnySize>, analysis: &Analysis) -> Value {
    let moves = analysis.moves.iter().map(|of_move| {
        let mut object = bounds_to_json(&of_move.solution);
        object["column"] = json!(of_move.column.index() + 1);
        object["words"] = json!(analysis.words_of(of_move).to_string());
        object["best"] = json!(of_move.is_best);
        object["line"] = json!(moves::write(&of_move.line));
        object
    });
    let mut object = bounds_to_json(&analysis.solution);
    object["size"] = json!(position.size().to_string());
    object["connect"] = json!(position.size().connect());
    object["words"] = json!(analysis.words().to_string());
    object["nodes"] = json!(analysis.solution.nodes);
    object["moves"] = moves.collect();
    object
}

/// `score` where it is proved, else `lower` and `upper`.
pub(crate) fn bounds_to_json(solution: &Solution) -> Value {
    match solution.score() {
        Some(score) => json!({ "score": score.value() }),
        None => json!({ "lower": solution.lower.value(), "upper": solution.upper.value() }),
    }
}

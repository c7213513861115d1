//! `foursight analyze`: scores and explains every move of a position.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Game};
use foursight_answers::analysis::AnalysisBody;
use foursight_engine::Analysis;

use crate::analysis::to_text;
use crate::args::{QuestionArgs, style, usual_style};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::progress::with_spinner;
use crate::reason;
use foursight_render::TextStyle;

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

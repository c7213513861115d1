//! `foursight why`: explains the result of a position or a move.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Column, Game};
use foursight_answers::position::pos_of;
use foursight_answers::why::WhyBody;
use foursight_engine::why::Why;
use foursight_engine::{Control, Forecast, Goal, Limits, Solution, Solve};

use crate::args::{QuestionArgs, Solver, read_column, style, usual_style};
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::output::color_name;
use crate::progress::with_spinner;
use crate::reason;
use foursight_render::TextStyle;

/// Explain why a position is won, lost or drawn, or what a move in it gave away.
///
/// Statements without a caveat have been checked against every reply. If there is no single short reason, it looks for
/// one against each reply, or else shows an example of best play and says so. The time limit is 30 seconds, unless
/// --time-limit sets another.
#[derive(Args, Debug)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    question: QuestionArgs,
    /// Explain the move in this column, as in c or 3, instead of the position.
    column: Option<String>,
    /// Style of the board.
    #[arg(long, value_parser = style(), default_value = usual_style().1)]
    style: TextStyle,
    /// Also print the strategy, so that anyone can check it by hand; with --json, print it as data.
    #[arg(long)]
    proof: bool,
    /// Print the JSON object that `GET /api/why` returns.
    #[arg(long)]
    json: bool,
}

impl WhyArgs {
    fn limits(&self) -> Limits<'static> {
        self.question.search.limits_within(reason::TIME_LIMIT)
    }
}

/// The explanation before anything is proved.
const UNPROVED: &str = "\
    There is no reason yet, because the result is not proved: allow more time with --time-limit, or ask about a later \
    position.\n";

/// The advice after a search that time ended.
const MORE_TIME: &str = "The search ran out of time: allow more with --time-limit.\n";

/// The question and its answer.
struct Answer {
    /// The explained position, with the moves that led to it.
    game: Game<AnySize>,
    /// The result of the position, in words.
    result: String,
    /// Whether the result is proved.
    is_proved: bool,
    /// After a mistake, the command that explains the better move.
    question: Option<Question>,
    why: Why,
}

/// A question about a move.
struct Question {
    /// The position before the move.
    before: Game<AnySize>,
    column: Column,
    /// The result of the move.
    forecast: Forecast,
}

pub(crate) fn run(args: &WhyArgs) -> Result<()> {
    let game = args.question.position.open_game()?;
    let column = args.column.as_deref().map(|word| column(word, &game)).transpose()?;
    let mut solver = args.question.solver(&game)?;
    let answer = with_spinner("looking for the reason", args.limits(), |control| {
        explain(game, column, &mut solver, control)
    });
    let text = if args.json { to_json(&answer, args.proof)? } else { to_text(&answer, args) };
    write!(anstream::stdout(), "{text}")?;
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

/// The column in question.
fn column(word: &str, game: &Game<AnySize>) -> Result<Column> {
    let position = game.position();
    let column = read_column(word, position.size()).map_err(UsageError)?;
    position.play(column).map_err(|error| UsageError(error.to_string()))?;
    Ok(column)
}

fn explain(
    mut game: Game<AnySize>,
    column: Option<Column>,
    solver: &mut Solver,
    control: &mut Control<'_>,
) -> Answer {
    let position = *game.position();
    let scores = solver.solve_moves(&position, Goal::Score, control);
    let side = color_name(position.side_to_move());
    let forecast = |solution: &Solution| Forecast::new(solution, &position);
    let Some(column) = column else {
        let why = Why::of_position(&position, &scores, solver, control);
        let solution = scores.best().expect("the game is open");
        let result = forecast(&solution).of_mover(side);
        let is_proved = solution.verdict().is_some();
        return Answer { game, result, is_proved, question: None, why };
    };
    let before = game.clone();
    let why = Why::of_move(&position, column, &scores, solver, control);
    if why.position != position {
        game.play(column).expect("the column has room");
    }
    let of_column = |column| scores.get(column).expect("the column has room");
    let solution = of_column(column);
    let better = why.better.map(|better| (better, forecast(of_column(better))));
    let and_better = better
        .map_or(String::new(), |(better, forecast)| format!("; {} {forecast}", better.letter()));
    let letter = column.letter();
    let result = format!("{side} plays {letter}: {}{and_better}", forecast(solution));
    // If the reason already explains the better move, there is nothing more to ask.
    let question = better.filter(|_| why.position != position);
    let question = question.map(|(column, forecast)| Question { before, column, forecast });
    Answer { game, result, is_proved: solution.verdict().is_some(), question, why }
}

fn to_json(answer: &Answer, has_strategies: bool) -> Result<String> {
    let Answer { game, question, why, .. } = answer;
    let before = question.as_ref().map(|question| pos_of(&question.before));
    let body = WhyBody::new(pos_of(game), before, why, None);
    let body = if has_strategies { body.with_strategies(why) } else { body };
    Ok(serde_json::to_string(&body)? + "\n")
}

fn to_text(answer: &Answer, args: &WhyArgs) -> String {
    let Answer { game, result, is_proved, question, why } = answer;
    let style = args.style;
    let board = reason::board(game, why, style);
    let reason = match (is_proved, args.proof) {
        (false, _) => UNPROVED.to_owned(),
        (true, false) => reason::in_words(why) + &reason::certainty(why),
        (true, true) => reason::in_words(why) + &reason::proof_to_text(why, style),
    };
    let more = if *is_proved && !why.is_complete { MORE_TIME } else { "" };
    let pointer = question.as_ref().map_or_else(String::new, |question| {
        let (position, column) = (reason::position(&question.before), question.column.letter());
        format!("`foursight why {position} {column}` says why {column} {}.\n", question.forecast)
    });
    format!("{board}\n{result}\n\n{reason}{more}{pointer}")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use clap::Parser;

    use crate::cli::{Cli, Command};

    /// The maximum search time, in seconds.
    #[track_caller]
    fn check(options: &[&str], seconds: u64) {
        let cli = Cli::parse_from([&["foursight", "why"], options].concat());
        let Some(Command::Why(args)) = cli.command else { unreachable!("it is in the line") };
        let start = Instant::now();
        let deadline = args.limits().deadline.expect("there is a limit");
        let limit = Duration::from_secs(seconds);
        assert!(deadline >= start + limit && deadline <= Instant::now() + limit, "{options:?}");
    }

    #[test]
    fn it_looks_for_half_a_minute_unless_told_otherwise() {
        check(&[], 30);
        check(&["--time-limit", "1h"], 3_600);
        check(&["--time-limit", "2s"], 2);
    }
}

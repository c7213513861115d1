//! `foursight solve`: exact scores.

mod answer;

use std::fs::File;
use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::Args;
use foursight::AnySize;
use foursight_engine::{Goal, OpeningBooks};

use crate::args::{BoardArgs, BookArgs, SearchArgs};
use crate::batch;
use crate::failure::{Interrupted, InvalidPosition, SomeInvalid, UsageError};
use crate::format::Format;
use crate::interrupt;
use crate::output::complain;
use crate::progress::{BatchProgress, with_spinner};
use answer::{Answer, Answerer};

/// Solve positions: a line `POSITION SCORE` for each.
///
/// A score is 0 for a draw, n > 0 where the side to move wins with its n-th disc from the last, and
/// negative where the other side does. Without positions they are read from standard input, one on
/// each line; an empty line is the empty board. An invalid line leaves an empty line, and the exit
/// code is 3 at the end. Ctrl-C gives the bounds proved until then, as in `-2..1`.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct SolveArgs {
    /// The positions, such as 44455: the columns played, from 1.
    positions: Vec<String>,
    /// The format of the positions, one that takes a line for each.
    #[arg(long, value_name = "FORMAT", default_value = "moves", value_parser = Format::parser())]
    from: Format,
    /// Print the scores of all columns, -1000 where no disc can be played.
    #[arg(short, long)]
    all: bool,
    /// Tell only whether the side to move wins (1), draws (0) or loses (-1).
    #[arg(short, long)]
    weak: bool,
    /// Add the number of nodes and the time in microseconds, and `book` if a book had the answer.
    #[arg(long)]
    stats: bool,
    /// Print a JSON object on each line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    books: BookArgs,
}

impl SolveArgs {
    fn goal(&self) -> Goal {
        if self.weak { Goal::Verdict } else { Goal::Score }
    }
}

pub(crate) fn run(args: &SolveArgs) -> Result<()> {
    let size = args.board.size()?;
    if !args.from.is_one_line() {
        let message = "solve takes a position on each line; convert can make lines of a grid";
        return Err(UsageError(message.to_owned()).into());
    }
    let books = args.books.books()?;
    // From here on Ctrl-C asks for what is proved so far.
    interrupt::flag();
    let mut printer = Printer { args, all_valid: true };
    match &args.positions[..] {
        [] => solve_input(args, size, &books, &mut printer)?,
        [position] => {
            let solver = args.search.solver_with_threads(size, books)?;
            let mut answerer = Answerer::new(args, size, solver);
            let answer = with_spinner("solving", args.search.limits(), |control| {
                answerer.answer_under(position, control)
            });
            printer.print("position 1", position, answer)?;
        }
        positions => {
            let text = positions.join("\n") + "\n";
            solve_lines(
                args,
                size,
                &books,
                BufReader::new(io::Cursor::new(text)),
                "position",
                None,
                &mut printer,
            )?;
        }
    }
    if interrupt::is_set() {
        return Err(Interrupted.into());
    }
    if printer.all_valid { Ok(()) } else { Err(SomeInvalid.into()) }
}

fn solve_input(
    args: &SolveArgs,
    size: AnySize,
    books: &OpeningBooks,
    printer: &mut Printer<'_>,
) -> Result<()> {
    solve_lines(args, size, books, BufReader::new(io::stdin()), "line", input_length(), printer)
}

fn solve_lines(
    args: &SolveArgs,
    size: AnySize,
    books: &OpeningBooks,
    input: BufReader<impl io::Read + Send + 'static>,
    place: &str,
    n_bytes: Option<u64>,
    printer: &mut Printer<'_>,
) -> Result<()> {
    let goal = args.goal();
    let mut progress = BatchProgress::new(n_bytes);
    let make_answerer = || {
        let mut answerer = Answerer::new(args, size, args.search.solver(size, books.clone())?);
        Ok(move |number, line: String| {
            let answer = answerer.answer(line.trim());
            (number, line, answer)
        })
    };
    batch::run(
        input,
        args.search.n_threads().get(),
        make_answerer,
        |(number, line, answer), read| {
            progress.count(read);
            let is_stopped =
                interrupt::is_set() && answer.as_ref().is_ok_and(|a| !a.is_proved(goal));
            printer.print(&format!("{place} {number}"), line.trim(), answer)?;
            if is_stopped { Err(Interrupted.into()) } else { Ok(()) }
        },
    )
}

/// The number of bytes of standard input, if it is a file.
fn input_length() -> Option<u64> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
        let metadata = file.metadata().ok()?;
        metadata.is_file().then_some(metadata.len())
    }
    #[cfg(not(unix))]
    None
}

/// Prints the line for each position.
struct Printer<'a> {
    args: &'a SolveArgs,
    all_valid: bool,
}

impl Printer<'_> {
    fn print(
        &mut self,
        place: &str,
        text: &str,
        answer: Result<Answer, InvalidPosition>,
    ) -> Result<()> {
        let line = match answer {
            Ok(answer) => answer.to_line(text, self.args),
            Err(error) => {
                complain(&format!("{place}: {error}"));
                self.all_valid = false;
                String::new()
            }
        };
        writeln!(io::stdout(), "{line}")?;
        Ok(())
    }
}

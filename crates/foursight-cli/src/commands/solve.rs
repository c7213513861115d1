//! `foursight solve`: prints exact scores.

mod solved_line;

use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::Args;
use foursight_answers::Problem;
use foursight_engine::{Goal, ThreadBudget};
use serde_json::json;

use crate::args::{BoardArgs, BookArgs, SearchArgs, Source};
use crate::batch;
use crate::failure::{Interrupted, InvalidPosition, SomeInvalid};
use crate::format::{Format, NO_POSITION};
use crate::interrupt;
use crate::output::complain;
use crate::progress::{BatchProgress, with_spinner};
use solved_line::{LineSolver, SolvedLine};

/// Solve positions and print a line `POSITION SCORE` for each.
///
/// A score is 0 for a draw, and n > 0 if the side to move wins with its n-th disc from the end; it is negative if the
/// other side wins. Files and standard input have a position on each line. For an invalid or empty line it prints an
/// empty line, or an object with its `error` if --json is given, and exits with code 3. --time-limit applies to each
/// position; on timeout or Ctrl-C, it prints the bounds proved so far, as in `-2..1`.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct SolveArgs {
    /// The positions, as in 44455 (the columns played, from 1) or startpos, files that hold them, or - for standard input
    /// [default: -].
    positions: Vec<String>,
    /// The format of the positions; `foursight convert` turns grids into lines.
    #[arg(long, value_name = "FORMAT", default_value = "moves", value_parser = Format::one_line_parser())]
    from: Format,
    /// Print the scores of all columns, -1000 for a full column.
    #[arg(short, long)]
    all: bool,
    /// Print only whether the side to move wins (1), draws (0) or loses (-1); `?` if --time-limit is too short.
    #[arg(short, long)]
    weak: bool,
    /// Add the number of nodes and the time in microseconds, and `book` if the score is from a book.
    #[arg(long)]
    stats: bool,
    /// Print one JSON object per line, in the format that `GET /api/score` returns.
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
    let expected = args.board.expected()?;
    let sources = Source::of_words(&args.positions, Some(args.from), expected)?;
    let books = args.books.books()?;
    // From here on, Ctrl-C asks for the bounds proved so far.
    interrupt::flag();
    let solver = |threads| LineSolver::new(args, expected, books.clone(), threads);
    let mut printer = Printer { args, place: "position".to_owned(), n_printed: 0, all_valid: true };
    if let [Source::Word(position)] = sources[..] {
        let mut solver = solver(None);
        let outcome = with_spinner("solving", args.search.limits(), |control| {
            solver.solve_under(position, control)
        });
        printer.print(1, position, outcome)?;
    } else if sources.iter().all(Source::is_word) {
        let lines = args.positions.join("\n") + "\n";
        printer.print_lines(BufReader::new(io::Cursor::new(lines)), None, solver)?;
    } else {
        for source in &sources {
            printer.place = match source {
                Source::File(name) => format!("{name}, line"),
                _ => "line".to_owned(),
            };
            printer.print_lines(BufReader::new(source.lines()?), source.n_bytes(), solver)?;
        }
    }
    if interrupt::is_set() {
        return Err(Interrupted.into());
    }
    if printer.n_printed == 0 {
        return Err(InvalidPosition(format!("{}: {NO_POSITION}", sources[0].name())).into());
    }
    if printer.all_valid { Ok(()) } else { Err(SomeInvalid.into()) }
}

/// A solved line: its number, its text and its scores.
type Answer = (usize, String, Result<SolvedLine>);

fn answerer(mut solver: LineSolver) -> impl FnMut(usize, String) -> Answer {
    move |number, line| {
        let outcome = solver.solve(line.trim());
        (number, line, outcome)
    }
}

/// Prints the line for each position.
struct Printer<'a> {
    args: &'a SolveArgs,
    /// The noun before the number of a position.
    place: String,
    n_printed: usize,
    all_valid: bool,
}

impl Printer<'_> {
    /// Solves the lines of `input` on all cores; `solver` makes one that shares these threads.
    fn print_lines(
        &mut self,
        input: BufReader<impl io::Read + Send + 'static>,
        n_bytes: Option<u64>,
        solver: impl Fn(Option<ThreadBudget>) -> LineSolver,
    ) -> Result<()> {
        let goal = self.args.goal();
        let mut progress = BatchProgress::new(n_bytes);
        let threads = ThreadBudget::new(self.args.search.n_threads());
        let make_solver = || answerer(solver(Some(threads.clone())));
        batch::run(
            input,
            threads.n_threads().get(),
            make_solver,
            |(number, line, outcome), read| {
                progress.count(number, read);
                let is_stopped = interrupt::is_set()
                    && outcome.as_ref().is_ok_and(|solved| !solved.is_proved(goal));
                self.print(number, line.trim(), outcome)?;
                if is_stopped { Err(Interrupted.into()) } else { Ok(()) }
            },
        )
    }

    fn print(&mut self, number: usize, text: &str, solved: Result<SolvedLine>) -> Result<()> {
        let line = match solved {
            Ok(solved) => solved.to_line(text, self.args),
            Err(error) if !error.is::<InvalidPosition>() => return Err(error),
            Err(error) => {
                complain(&format!("{} {number}: {error}", self.place));
                self.all_valid = false;
                let problem = Problem::position(error).body();
                let object = json!({ "pos": text, "line": number, "error": problem });
                if self.args.json { object.to_string() } else { String::new() }
            }
        };
        writeln!(io::stdout(), "{line}")?;
        self.n_printed += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use foursight::notation::Expected;
    use foursight_engine::OpeningBooks;

    use super::*;
    use crate::cli::{Cli, Command};

    /// A program that sends a hard line and waits for the answer: the idle thread helps.
    #[test]
    fn a_lone_line_has_the_help_of_all_threads() {
        let cli = Cli::parse_from(["foursight", "solve", "--threads", "2", "--no-book"]);
        let Some(Command::Solve(args)) = cli.command else { unreachable!("it is in the line") };
        let threads = ThreadBudget::new(args.search.n_threads());
        let make_solver = || {
            let books = OpeningBooks::none();
            answerer(LineSolver::new(&args, Expected::ANY, books, Some(threads.clone())))
        };
        let (input, mut program) = io::pipe().unwrap();
        writeln!(program, "77541").unwrap();
        let mut program = Some(program);
        batch::run(BufReader::new(input), 2, make_solver, |(number, _, solved), _| {
            let line = solved?.to_line("77541", &args);
            assert_eq!((number, line.as_str()), (1, "77541 6"));
            // The input ends only now.
            program.take().expect("there is one line");
            Ok(())
        })
        .unwrap();
        assert!(threads.n_lent() > 0, "nobody helped");
    }
}

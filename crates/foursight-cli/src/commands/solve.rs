//! `foursight solve`: exact scores.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Position, Size};
use foursight_engine::{AnySolver, Goal, Solution, Solve, TableSize};
use serde_json::json;

use super::analyze::bounds_to_json;
use crate::args::{BoardArgs, TimeArgs};
use crate::failure::{InvalidPosition, SomeInvalid};
use crate::output::complain;
use crate::progress::with_spinner;

/// Solve positions: a line `POSITION SCORE` for each.
///
/// A score is 0 for a draw, n > 0 where the side to move wins with its n-th disc from the last, and
/// negative where the other side does. Without positions they are read from standard input, one on
/// each line; an empty line is the empty board. An invalid line leaves an empty line, and the exit
/// code is 3 at the end.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct SolveArgs {
    /// The columns played, from 1, such as 44455.
    positions: Vec<String>,
    /// Print the scores of all columns, -1000 where no disc can be played.
    #[arg(short, long)]
    all: bool,
    /// Tell only whether the side to move wins (1), draws (0) or loses (-1).
    #[arg(short, long)]
    weak: bool,
    /// Add the number of nodes and the time in microseconds.
    #[arg(long)]
    stats: bool,
    /// Print a JSON object on each line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    time: TimeArgs,
}

/// What stands for the score of a column that cannot be played.
const UNPLAYABLE: i32 = -1000;

pub(crate) fn run(args: &SolveArgs) -> Result<()> {
    let size = args.board.size()?;
    let mut session =
        Session { args, size, solver: AnySolver::new(size, TableSize::default()), all_valid: true };
    if args.positions.is_empty() {
        for (number, line) in (1..).zip(io::stdin().lock().lines()) {
            session.solve(&format!("line {number}"), line?.trim())?;
        }
    } else {
        for (number, text) in (1..).zip(&args.positions) {
            session.solve(&format!("position {number}"), text)?;
        }
    }
    if session.all_valid { Ok(()) } else { Err(SomeInvalid.into()) }
}

struct Session<'a> {
    args: &'a SolveArgs,
    size: AnySize,
    solver: AnySolver,
    all_valid: bool,
}

/// The answer to one position: one solution, or one for each column.
struct Answer {
    solutions: Vec<Option<Solution>>,
    time: Duration,
}

impl Session<'_> {
    /// Prints the line for the position `text`, which stands at `place`.
    fn solve(&mut self, place: &str, text: &str) -> Result<()> {
        let line = match self.read(text) {
            Ok(position) => {
                let answer = self.answer(&position);
                if self.args.json {
                    self.to_json(text, &answer)
                } else {
                    self.to_text(text, &answer)
                }
            }
            Err(error) => {
                complain(&format!("{place}: {error}"));
                self.all_valid = false;
                String::new()
            }
        };
        writeln!(io::stdout(), "{line}")?;
        Ok(())
    }

    fn read(&self, text: &str) -> Result<Position<AnySize>, InvalidPosition> {
        let position = *Notation::Moves.read(text, Expected::Size(self.size))?.position();
        match position.outcome() {
            Some(foursight::Outcome::Win(player)) => {
                Err(InvalidPosition(format!("the game is over: {player} has won")))
            }
            _ => Ok(position),
        }
    }

    fn answer(&mut self, position: &Position<AnySize>) -> Answer {
        let start = Instant::now();
        let goal = if self.args.weak { Goal::Verdict } else { Goal::Score };
        let solver = &mut self.solver;
        let solutions = with_spinner("solving", self.args.time.limits(), |control| {
            if !self.args.all {
                return vec![Some(solver.solve(position, goal, control))];
            }
            let moves = solver.solve_moves(position, goal, control);
            let of_column = |column| moves.iter().find(|&&(played, _)| played == column);
            position.size().columns().map(|column| of_column(column).map(|m| m.1)).collect()
        });
        Answer { solutions, time: start.elapsed() }
    }

    fn to_text(&self, text: &str, answer: &Answer) -> String {
        let mut line = text.to_owned();
        for solution in &answer.solutions {
            line.push(' ');
            line += &solution.map_or(UNPLAYABLE.to_string(), |solution| self.value(&solution));
        }
        if self.args.stats {
            let (nodes, micros) = (answer.nodes(), answer.time.as_micros());
            line = format!("{line} {nodes} {micros}");
        }
        line
    }

    /// The score, its sign, or the bounds where a limit was reached.
    fn value(&self, solution: &Solution) -> String {
        if self.args.weak {
            let sign = |verdict| (verdict as i32 - 1).to_string();
            return solution.verdict().map_or("?".to_owned(), sign);
        }
        let bounds = || format!("{}..{}", solution.lower, solution.upper);
        solution.score().map_or_else(bounds, |score| score.to_string())
    }

    fn to_json(&self, text: &str, answer: &Answer) -> String {
        let value = |solution: &Solution| {
            if self.args.weak {
                return json!({ "verdict": solution.verdict().map(|verdict| verdict as i32 - 1) });
            }
            bounds_to_json(solution)
        };
        let mut object = match answer.solutions[..] {
            [Some(solution)] if !self.args.all => value(&solution),
            _ => {
                let columns = answer.solutions.iter().map(|s| s.as_ref().map(value));
                json!({ "columns": columns.collect::<Vec<_>>() })
            }
        };
        object["position"] = json!(text);
        if self.args.stats {
            object["nodes"] = json!(answer.nodes());
            object["micros"] = json!(answer.time.as_micros() as u64);
        }
        object.to_string()
    }
}

impl Answer {
    fn nodes(&self) -> u64 {
        self.solutions.iter().flatten().map(|solution| solution.nodes).sum()
    }
}

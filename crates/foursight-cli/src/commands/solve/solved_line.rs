//! A solved position and its output line.

use std::time::{Duration, Instant};

use anyhow::Result;
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Position, Score, Verdict};
use foursight_answers::score::{MoveScoresBody, ScoreBody};
use foursight_engine::{
    Control, Goal, MoveScores, OfSize, OpeningBooks, Solution, Solve, TableError, ThreadBudget,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::SolveArgs;
use crate::args::Solver;
use crate::commands::analyze::UNPLAYABLE;
use crate::failure::InvalidPosition;
use crate::format::Format;

/// Solves the positions of lines, one after another.
pub(super) struct LineSolver {
    args: SolveArgs,
    expected: Expected,
    books: OpeningBooks,
    /// Threads shared with the solvers of other lines, if any.
    threads: Option<ThreadBudget>,
    solver: OfSize<Solver>,
}

impl LineSolver {
    /// A solver that shares `threads` with others, or that has all threads of the arguments.
    pub(super) fn new(
        args: &SolveArgs,
        expected: Expected,
        books: OpeningBooks,
        threads: Option<ThreadBudget>,
    ) -> Self {
        Self { args: args.clone(), expected, books, threads, solver: OfSize::default() }
    }

    pub(super) fn solve(&mut self, text: &str) -> Result<SolvedLine> {
        self.solve_under(text, &mut Control::limited(self.args.search.limits()))
    }

    pub(super) fn solve_under(
        &mut self,
        text: &str,
        control: &mut Control<'_>,
    ) -> Result<SolvedLine> {
        let position = self.read(text)?;
        let start = Instant::now();
        let (goal, solves_moves) = (self.args.goal(), self.args.all);
        let solver = self.solver(position.size())?;
        let solutions = if let Some(score) = Score::at_end(&position).filter(|_| !solves_moves) {
            Solutions::Position(Solution::exact(score))
        } else if solves_moves {
            Solutions::Moves(solver.solve_moves(&position, goal, control))
        } else {
            Solutions::Position(solver.solve(&position, goal, control))
        };
        Ok(SolvedLine { position, solutions, time: start.elapsed() })
    }

    /// The position of a line; an error names the format that could have read the line, if there is one.
    fn read(&self, text: &str) -> Result<Position<AnySize>, InvalidPosition> {
        let format = self.args.from;
        let error = match Format::read_given(Some(format), text, self.expected) {
            Ok(game) => return Ok(*game.position()),
            Err(error) => error,
        };
        let notation = Notation::detect(text, self.expected);
        let other = Format::Notation(notation);
        let is_readable = other != format && notation.read(text, self.expected).is_ok();
        if is_readable && other.is_one_line() {
            return Err(InvalidPosition(format!("{error}; try --from {}", other.name())));
        }
        Err(error)
    }

    fn solver(&mut self, size: AnySize) -> Result<&mut Solver, TableError> {
        let (search, books, threads) = (self.args.search, &self.books, &self.threads);
        self.solver.try_get(size, || match threads.clone() {
            Some(threads) => search.solver_of_batch(size, books.clone(), threads),
            None => search.solver_with_threads(size, books.clone()),
        })
    }
}

/// The known facts about a position, and the time they took.
pub(super) struct SolvedLine {
    position: Position<AnySize>,
    solutions: Solutions,
    time: Duration,
}

enum Solutions {
    Position(Solution),
    Moves(MoveScores),
}

impl Solutions {
    fn nodes(&self) -> u64 {
        match self {
            Self::Position(solution) => solution.nodes,
            Self::Moves(scores) => scores.nodes(),
        }
    }

    fn are_from_book(&self) -> bool {
        match self {
            Self::Position(solution) => solution.from_book,
            Self::Moves(scores) => scores.are_from_book(),
        }
    }
}

impl SolvedLine {
    /// Whether `goal` was proved before any limit was reached.
    pub(super) fn is_proved(&self, goal: Goal) -> bool {
        match &self.solutions {
            Solutions::Position(solution) => solution.proves(goal),
            Solutions::Moves(scores) => scores.proves(goal),
        }
    }

    /// Whether the side to move wins, draws or loses, if that is proved.
    fn verdict(&self) -> Option<Verdict> {
        let at_end = Score::at_end(&self.position).map(Solution::exact);
        let solution = match &self.solutions {
            Solutions::Position(solution) => Some(*solution),
            Solutions::Moves(scores) => at_end.or(scores.best()),
        };
        solution?.verdict()
    }

    /// The output line for the position given as `text`.
    pub(super) fn to_line(&self, text: &str, args: &SolveArgs) -> String {
        if args.json { self.to_json(text, args) } else { self.to_text(text, args) }
    }

    fn to_text(&self, text: &str, args: &SolveArgs) -> String {
        let word = |solution: &Solution| word(solution, args.goal());
        let words = match &self.solutions {
            Solutions::Position(solution) => word(solution),
            Solutions::Moves(scores) => {
                let columns = scores.columns().iter();
                let words =
                    columns.map(|column| column.as_ref().map_or(UNPLAYABLE.to_string(), word));
                words.collect::<Vec<_>>().join(" ")
            }
        };
        if !args.stats {
            return format!("{text} {words}");
        }
        let book = if self.solutions.are_from_book() { " book" } else { "" };
        format!("{text} {words} {} {}{book}", self.solutions.nodes(), self.time.as_micros())
    }

    fn to_json(&self, text: &str, args: &SolveArgs) -> String {
        let (pos, position) = (text.to_owned(), &self.position);
        match &self.solutions {
            Solutions::Position(found) => self.line(ScoreBody::new(pos, position, found), args),
            Solutions::Moves(found) => self.line(MoveScoresBody::new(pos, position, found), args),
        }
    }

    fn line(&self, body: impl Serialize, args: &SolveArgs) -> String {
        let verdict = || json!(self.verdict().map(Verdict::noun));
        let line = JsonLine {
            body,
            verdict: (args.goal() == Goal::Verdict).then(verdict),
            nodes: args.stats.then(|| self.solutions.nodes()),
            book: args.stats.then(|| self.solutions.are_from_book()),
            micros: args.stats.then_some(self.time.as_micros() as u64),
        };
        serde_json::to_string(&line).expect("scores are plain data")
    }
}

/// The server's answer, and the fields that only the command line adds.
#[derive(Serialize)]
struct JsonLine<B> {
    #[serde(flatten)]
    body: B,
    /// Null if the verdict is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    micros: Option<u64>,
}

/// The score or its sign; if a limit was reached, the bounds or `?`.
fn word(solution: &Solution, goal: Goal) -> String {
    match goal {
        Goal::Verdict => sign(solution).map_or("?".to_owned(), |sign| sign.to_string()),
        _ => match solution.score() {
            Some(score) => score.to_string(),
            None => format!("{}..{}", solution.lower, solution.upper),
        },
    }
}

/// 1 if the side to move wins, 0 if it draws, -1 if it loses.
fn sign(solution: &Solution) -> Option<i32> {
    solution.verdict().map(|verdict| verdict as i32 - 1)
}

//! The answer to one position, and the line it is printed as.

use std::time::{Duration, Instant};

use foursight::notation::Expected;
use foursight::{AnySize, Outcome, Position};
use foursight_engine::{Control, Goal, MoveScores, Solution, Solve};
use serde_json::{Value, json};

use super::SolveArgs;
use crate::args::{SearchArgs, Solver};
use crate::failure::InvalidPosition;
use crate::format::Format;
use crate::solution::bounds_to_json;

/// What stands for the score of a column that cannot be played.
const UNPLAYABLE: i32 = -1000;

/// Answers one position after another.
pub(super) struct Answerer {
    size: AnySize,
    format: Format,
    goal: Goal,
    solves_moves: bool,
    search: SearchArgs,
    solver: Solver,
}

impl Answerer {
    pub(super) fn new(args: &SolveArgs, size: AnySize, solver: Solver) -> Self {
        Self {
            size,
            format: args.from,
            goal: args.goal(),
            solves_moves: args.all,
            search: args.search,
            solver,
        }
    }

    pub(super) fn answer(&mut self, text: &str) -> Result<Answer, InvalidPosition> {
        self.answer_under(text, &mut Control::limited(self.search.limits()))
    }

    pub(super) fn answer_under(
        &mut self,
        text: &str,
        control: &mut Control<'_>,
    ) -> Result<Answer, InvalidPosition> {
        let position = *self.format.read(text, Expected::Size(self.size))?.position();
        if let Some(Outcome::Win(player)) = position.outcome() {
            return Err(InvalidPosition(format!("the game is over: {player} has won")));
        }
        let start = Instant::now();
        let solutions = self.solutions(&position, control);
        Ok(Answer { solutions, time: start.elapsed() })
    }

    fn solutions(&mut self, position: &Position<AnySize>, control: &mut Control<'_>) -> Solutions {
        if !self.solves_moves {
            return Solutions::Position(self.solver.solve(position, self.goal, control));
        }
        Solutions::Moves(self.solver.solve_moves(position, self.goal, control))
    }
}

/// What is known of a position, and how long it took.
pub(super) struct Answer {
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

impl Answer {
    /// Whether no limit was reached before `goal` was proved.
    pub(super) fn is_proved(&self, goal: Goal) -> bool {
        match &self.solutions {
            Solutions::Position(solution) => solution.proves(goal),
            Solutions::Moves(scores) => scores.proves(goal),
        }
    }

    /// The line for the position that was given as `text`.
    pub(super) fn to_line(&self, text: &str, args: &SolveArgs) -> String {
        if args.json { self.to_json(text, args).to_string() } else { self.to_text(text, args) }
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

    fn to_json(&self, text: &str, args: &SolveArgs) -> Value {
        let value = |solution: &Solution| to_json(solution, args.goal());
        let mut object = match &self.solutions {
            Solutions::Position(solution) => value(solution),
            Solutions::Moves(scores) => {
                let columns = scores.columns().iter().map(|column| column.as_ref().map(value));
                json!({ "columns": columns.collect::<Vec<_>>() })
            }
        };
        object["position"] = json!(text);
        if args.stats {
            object["nodes"] = json!(self.solutions.nodes());
            object["book"] = json!(self.solutions.are_from_book());
            object["micros"] = json!(self.time.as_micros() as u64);
        }
        object
    }
}

/// The score or its sign; the bounds, or `?`, where a limit was reached.
fn word(solution: &Solution, goal: Goal) -> String {
    match goal {
        Goal::Verdict => sign(solution).map_or("?".to_owned(), |sign| sign.to_string()),
        Goal::Score => match solution.score() {
            Some(score) => score.to_string(),
            None => format!("{}..{}", solution.lower, solution.upper),
        },
    }
}

fn to_json(solution: &Solution, goal: Goal) -> Value {
    match goal {
        Goal::Verdict => json!({ "verdict": sign(solution) }),
        Goal::Score => bounds_to_json(solution),
    }
}

/// 1 if the side to move wins, 0 if it draws, -1 if it loses.
fn sign(solution: &Solution) -> Option<i32> {
    solution.verdict().map(|verdict| verdict as i32 - 1)
}

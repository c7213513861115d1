//! `/api/puzzles`: positions in which exactly one move wins.

mod find;

use foursight::notation::moves;
use foursight::{AnySize, Column, Position, Size};
use foursight_engine::{Control, Forecast, Goal, Limits, Solution, Solve};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::color::Color;
use crate::{Problem, Result};
pub use find::Finder;
use find::{FIRST_DAILY, LAST_DAILY, MAX_DIFFICULTY, MAX_ID, difficulty_of, next_of};

/// A puzzle with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its number.
    pub id: u32,
    /// The position, as columns from 1.
    pub moves: String,
    /// Its goal.
    pub goal: PuzzleGoal,
    /// The column of the move that solves it, from 1.
    pub solution: usize,
}

/// The goal that only one move achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoal {
    /// It wins.
    Win,
    /// It draws, and all others lose; only puzzles that earlier versions stored have this goal.
    Draw,
}

impl PuzzleGoal {
    /// Its name: `win`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
        }
    }

    /// The goal with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Win, Self::Draw].into_iter().find(|goal| goal.name() == name)
    }
}

/// A puzzle without its solution.
#[derive(Serialize, ToSchema)]
pub struct PuzzleBody {
    id: u32,
    /// The position, as columns from 1.
    pos: String,
    #[schema(example = "7x6")]
    size: String,
    connect: usize,
    to_move: Color,
    goal: PuzzleGoal,
    /// From 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    difficulty: u32,
    #[schema(example = "red to move: one move wins")]
    words: String,
}

/// The requested puzzle.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NextParams {
    /// From 1 (easy) to 5.
    #[param(minimum = 1, maximum = 5)]
    difficulty: u32,
    /// The number of the previous puzzle.
    #[serde(default)]
    after: u32,
}

/// An attempt at a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct AttemptBody {
    /// The column tried, from 1.
    #[schema(example = 4, minimum = 1, maximum = 7)]
    column: Option<usize>,
    /// True to give up and receive the solution.
    #[serde(default)]
    give_up: bool,
}

/// The result of an attempt.
#[derive(Serialize, ToSchema)]
pub struct AttemptResult {
    correct: bool,
    /// The solution, as a column from 1; only after it was found or given up.
    solution: Option<usize>,
    /// The score of the move, for the side that played it; after giving up, the score of the solution.
    score: i32,
    #[schema(example = "loses in 3 moves")]
    words: String,
    /// The best reply to a wrong move and play after it, as columns from 1.
    refutation: Option<String>,
    /// The solution and best play after it, as columns from 1.
    line: Option<String>,
}

/// The number of the puzzle of a day, counted from 1970-01-01.
pub fn daily_id(today: u32) -> u32 {
    FIRST_DAILY.saturating_add(today).min(LAST_DAILY)
}

/// The number, if that puzzle is available yet.
///
/// # Errors
///
/// If there is no such puzzle, or it is not available yet.
pub fn known_id(id: u32, today: u32) -> Result<u32> {
    let is_known = (1..=daily_id(today)).contains(&id);
    is_known.then_some(id).ok_or_else(|| {
        Problem::not_found(format!(
            "puzzles are numbered from 1 to {MAX_ID}; higher numbers are daily puzzles, up to today's"
        ))
    })
}

impl NextParams {
    /// The number of the requested puzzle.
    ///
    /// # Errors
    ///
    /// If there is no such difficulty.
    pub fn id(&self) -> Result<u32> {
        let Self { difficulty, after } = *self;
        if !(1..=MAX_DIFFICULTY).contains(&difficulty) {
            let message = format!("the difficulty must be from 1 to {MAX_DIFFICULTY}");
            return Err(Problem::invalid("difficulty", message));
        }
        let next = next_of(difficulty, after.min(MAX_ID));
        // The last puzzle is followed by the first; daily puzzles are not part of this cycle.
        Ok(if next <= MAX_ID { next } else { next_of(difficulty, 0) })
    }
}

impl Puzzle {
    /// The position, on the standard board.
    pub fn position(&self) -> Position<AnySize> {
        moves::position(&self.moves, AnySize::default())
            .expect("puzzles are kept as they were found")
    }
}

/// A move tried in a puzzle, or giving up.
pub struct Attempt {
    puzzle: Puzzle,
    tried: Column,
    is_given_up: bool,
}

impl Attempt {
    /// A person's attempt.
    ///
    /// # Errors
    ///
    /// If it is not a legal move of the puzzle.
    pub fn new(puzzle: Puzzle, body: &AttemptBody) -> Result<Self> {
        let tried = match (body.column, body.give_up) {
            (Some(number), false) => read_column(&puzzle.position(), number)?,
            (None, true) => Column::new(puzzle.solution - 1),
            _ => return Err(Problem::invalid("column", "send either a column or give_up")),
        };
        Ok(Self { puzzle, tried, is_given_up: body.give_up })
    }

    /// The result.
    ///
    /// # Errors
    ///
    /// If no answer is found within the limits.
    pub fn answer(
        &self,
        solver: &mut impl Solve<AnySize>,
        limits: Limits<'_>,
    ) -> Result<AttemptResult> {
        let Self { puzzle, tried, is_given_up } = self;
        let position = puzzle.position();
        let next = position.play(*tried).expect("the move is legal");
        let score = solver.solve(&next, Goal::Score, &mut Control::limited(limits)).score();
        let late = || Problem::not_in_time("the move was not solved in time; try again");
        let score = -score.ok_or_else(late)?;
        let mut line = vec![*tried];
        line.extend(solver.principal_variation(&next, &mut Control::limited(limits)));
        let is_solution = tried.index() + 1 == puzzle.solution;
        Ok(AttemptResult {
            correct: is_solution && !is_given_up,
            solution: is_solution.then_some(puzzle.solution),
            score: score.value(),
            words: Forecast::new(&Solution::exact(score), &position).to_string(),
            refutation: (!is_solution).then(|| moves::write(&line[1..])),
            line: is_solution.then(|| moves::write(&line)),
        })
    }
}

fn read_column(position: &Position<AnySize>, number: usize) -> Result<Column> {
    let column = number.checked_sub(1).and_then(Column::checked);
    let column = column.filter(|&column| position.can_play(column));
    column.ok_or_else(|| {
        Problem::invalid("column", format!("column {number} (counted from 1) cannot be played"))
    })
}

impl PuzzleBody {
    /// The visible part of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let position = puzzle.position();
        let color = position.side_to_move();
        let words = match puzzle.goal {
            PuzzleGoal::Win => format!("{color} to move: one move wins"),
            PuzzleGoal::Draw => format!("{color} to move: one move draws, all others lose"),
        };
        Self {
            id: puzzle.id,
            pos: puzzle.moves.clone(),
            size: position.size().to_string(),
            connect: position.size().connect(),
            to_move: color.into(),
            goal: puzzle.goal,
            difficulty: difficulty_of(puzzle.id),
            words,
        }
    }
}

//! `/api/puzzles`: positions in which exactly one move wins.

mod find;

use foursight::notation::moves;
use foursight::{AnySize, Game, Size};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::color::Color;
use crate::{Problem, Result};
pub use find::Finder;
use find::{FIRST_DAILY, LAST_DAILY, MAX_DIFFICULTY, MAX_ID, difficulty_of, next_of};

/// A position in which exactly one move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its number.
    pub id: u32,
    /// The moves that lead to the position, on the standard board.
    pub game: Game<AnySize>,
}

/// The goal that only one move achieves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PuzzleGoal {
    Win,
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

impl PuzzleBody {
    /// The description of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let position = puzzle.game.position();
        let color = position.side_to_move();
        Self {
            id: puzzle.id,
            pos: moves::write(puzzle.game.moves()),
            size: position.size().to_string(),
            connect: position.size().connect(),
            to_move: color.into(),
            goal: PuzzleGoal::Win,
            difficulty: difficulty_of(puzzle.id),
            words: format!("{color} to move: one move wins"),
        }
    }
}

//! `/api/exercises`: the path of exercises.

use foursight::notation::moves;
use foursight_engine::exercise::{self, Chapter, Exercise, Task};
use serde::Serialize;
use utoipa::ToSchema;

use crate::color::Color;

/// Exercises that teach one thing.
#[derive(Serialize, ToSchema)]
#[schema(as = Chapter)]
pub struct ChapterBody {
    #[schema(example = "Make two threats")]
    title: &'static str,
    /// The lesson that it teaches.
    lesson: &'static str,
    exercises: Vec<ExerciseBody>,
}

/// A position of the standard board in which exactly one disc reaches the goal.
#[derive(Serialize, ToSchema)]
#[schema(as = Exercise)]
pub struct ExerciseBody {
    /// From 1, in the order of the path.
    id: usize,
    /// The position, as columns from 1.
    pos: String,
    to_move: Color,
    goal: Goal,
    #[schema(example = "Threaten two lines with one disc.")]
    words: &'static str,
    /// The deciding idea of the reason that `/api/why` gives for the position or, if there is a `trap`, for that move.
    #[schema(example = "double threat")]
    idea: &'static str,
    /// The disc that solves the exercise, as a column from 1.
    solution: usize,
    /// A wrong disc that shows the idea, as a column from 1; none where the right one wins.
    trap: Option<usize>,
}

/// The goal that only one disc achieves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExerciseGoal)]
enum Goal {
    /// It wins.
    Win,
    /// It does not lose.
    Hold,
}

/// The exercises, chapter by chapter, in learning order.
pub fn exercises() -> Vec<ChapterBody> {
    let mut ids = 1..;
    let mut number = |exercise| ExerciseBody::new(ids.next().expect("there is no end"), exercise);
    let mut chapter = |Chapter { title, lesson, exercises }: &'static Chapter| ChapterBody {
        title,
        lesson,
        exercises: exercises.iter().map(&mut number).collect(),
    };
    exercise::path().iter().map(&mut chapter).collect()
}

impl ExerciseBody {
    fn new(id: usize, exercise: &'static Exercise) -> Self {
        let (goal, trap) = match exercise.task {
            Task::Win => (Goal::Win, None),
            Task::Hold { trap } => (Goal::Hold, Some(trap.column.index() + 1)),
        };
        Self {
            id,
            pos: moves::write(&exercise.moves),
            to_move: exercise.game().side_to_move().into(),
            goal,
            words: exercise.words,
            idea: exercise.idea.name(),
            solution: exercise.solution.column.index() + 1,
            trap,
        }
    }
}

//! Exercises: positions in which exactly one disc solves the task, in the order in which to learn from them.
//!
//! The path is data, `exercise/path.txt`. `cargo xtask exercises` generates it, and [`Exercise::reason`] re-proves one
//! of its exercises.
//!
//! ```
//! use foursight::AnySize;
//! use foursight_engine::{AnySolver, TableSize, exercise};
//!
//! let chapter = &exercise::path()[0];
//! let exercise = &chapter.exercises[0];
//! let mut solver = AnySolver::new(AnySize::default(), TableSize::from_mib(1));
//! let why = exercise.reason(&mut solver).expect("the path is proved");
//! println!("{} {}", exercise.words, why.sentences().join(" "));
//! ```

use std::sync::LazyLock;

use foursight::notation::moves;
use foursight::{AnySize, Cell, Column, Game, Verdict};

use crate::why::{Explanation, Idea, Why};
use crate::{Control, Goal, Solve};

const PATH: &str = include_str!("exercise/path.txt");

/// The maximum number of discs with which the other side wins after a wrong disc, where the right one only holds.
const MOST_DISCS: usize = 3;

/// Exercises that teach one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The lesson in a few words: `Make two threats`.
    pub title: &'static str,
    /// The lesson in one or two sentences.
    pub lesson: &'static str,
    /// The easier ones first.
    pub exercises: Vec<Exercise>,
}

/// A position in which exactly one disc solves a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The moves from the empty standard board to the position.
    pub moves: Vec<Column>,
    /// The goal of the disc.
    pub task: Task,
    /// The cell where the disc lands.
    pub solution: Cell,
    /// The deciding idea of the reason.
    pub idea: Idea,
    /// The thing to look for, as a sentence.
    pub words: &'static str,
}

/// The goal that only the right disc of an exercise achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The disc wins. The reason explains the position.
    Win,
    /// The disc does not lose. Every other disc loses soon, by the exercise's idea; the reason says why one in the cell
    /// `trap` does.
    Hold {
        /// A wrong disc that shows the idea.
        trap: Cell,
    },
}

/// The path: every chapter in the order in which to learn.
pub fn path() -> &'static [Chapter] {
    static CHAPTERS: LazyLock<Vec<Chapter>> =
        LazyLock::new(|| read(PATH).expect("a test reads the path"));
    &CHAPTERS
}

impl Exercise {
    /// The moves on the standard board.
    ///
    /// # Panics
    ///
    /// If the moves cannot be played.
    pub fn game(&self) -> Game<AnySize> {
        moves::read(&moves::write(&self.moves), AnySize::default()).expect("the moves are legal")
    }

    /// The reason that the exercise teaches; `None` unless the solver proves that one disc solves the task, the checker
    /// accepts the reason, and its idea is [`Exercise::idea`].
    ///
    /// Where the one disc only holds, this must be true of the reason of each other disc, and the other side must need at
    /// most three discs to win: otherwise a disc could do what the task says and still be wrong.
    pub fn reason(&self, solver: &mut impl Solve<AnySize>) -> Option<Why> {
        let position = *self.game().position();
        let control = &mut Control::default();
        let scores = solver.solve_moves(&position, Goal::Score, control);
        let is_enough = |verdict| match self.task {
            Task::Win => verdict == Verdict::Win,
            Task::Hold { .. } => verdict != Verdict::Loss,
        };
        let solving =
            scores.moves().filter(|(_, solution)| solution.verdict().is_some_and(is_enough));
        let solving: Vec<Cell> =
            solving.filter_map(|(column, _)| position.landing(column)).collect();
        if solving != [self.solution] {
            return None;
        }
        let shows_the_idea = |why: &Why| {
            matches!(why.explanation, Explanation::Certain(_)) && why.idea == Some(self.idea)
        };
        let Task::Hold { trap } = self.task else {
            let why = Why::of_position(&position, &scores, solver, control);
            return Some(why).filter(shows_the_idea);
        };
        let mut told = None;
        for (column, solution) in
            scores.moves().filter(|&(column, _)| column != self.solution.column)
        {
            if solution.score()?.moves_to_end(&position)? > MOST_DISCS {
                return None;
            }
            let why = Why::of_move(&position, column, &scores, solver, control);
            if !shows_the_idea(&why) {
                return None;
            }
            if position.landing(column) == Some(trap) {
                told = Some(why);
            }
        }
        told
    }
}

/// Reads a path: a chapter begins with `## `, its title; the next line is its lesson, and a line for each exercise
/// follows.
fn read(text: &'static str) -> Option<Vec<Chapter>> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            chapters.push(Chapter { title, lesson: lines.next()?, exercises: Vec::new() });
        } else {
            chapters.last_mut()?.exercises.push(read_exercise(line)?);
        }
    }
    Some(chapters)
}

/// `hold, not a3 | stepping stone | 4455 | d3 | Find the disc.`, or `win` without a trap.
fn read_exercise(line: &'static str) -> Option<Exercise> {
    let [task, idea, played, solution, words] = line.split(" | ").collect::<Vec<_>>()[..] else {
        return None;
    };
    let task = match task.strip_prefix("hold, not ") {
        Some(trap) => Task::Hold { trap: trap.parse().ok()? },
        None if task == "win" => Task::Win,
        None => return None,
    };
    Some(Exercise {
        moves: moves::read(played, AnySize::default()).ok()?.moves().to_vec(),
        task,
        solution: solution.parse().ok()?,
        idea: Idea::ALL.into_iter().find(|known| known.name() == idea)?,
        words,
    })
}

/// The line of [`path`]'s file.
impl std::fmt::Display for Exercise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { moves, task, solution, idea, words } = self;
        match task {
            Task::Win => f.write_str("win")?,
            Task::Hold { trap } => write!(f, "hold, not {trap}")?,
        }
        write!(f, " | {idea} | {} | {solution} | {words}", moves::write(moves))
    }
}

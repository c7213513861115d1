//! Every move graded by the exact solver, each game once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use foursight::{AnySize, Column, Position, Score};
use foursight_arena::store::{append, cut_half_lines, read_lines};
use foursight_arena::{ColumnScores, GradedGame, StoredGame, grade};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, OpeningBooks, Solve, TableSize,
};
use serde::{Deserialize, Serialize};

use crate::args::{Solver, n_cores};
use crate::interrupt;
use crate::output::warn;
use crate::progress::LateSpinner;

const FILE: &str = "grades.jsonl";

/// How long a position may take; on large boards only the later ones can be solved.
const TIME: Duration = Duration::from_secs(2);

/// The grades of a game, as they are stored.
#[derive(Deserialize, Serialize)]
struct StoredGrades {
    game: usize,
    /// The moves that were graded: the game may have been played again.
    played: String,
    grades: GradedGame,
}

/// The grades of all games, in order; those that are not stored yet are found on all cores and stored.
///
/// After Ctrl-C, or when they cannot be stored, the rest is left out.
pub(super) fn grade_all(
    folder: &Path,
    games: &[StoredGame],
    books: &OpeningBooks,
    size: AnySize,
) -> Result<Vec<Option<GradedGame>>> {
    let path = folder.join(FILE);
    let file = cut_half_lines(&path).with_context(|| path.display().to_string())?;
    let stored: HashMap<(usize, String), GradedGame> = read_lines::<StoredGrades>(&path)?
        .into_iter()
        .map(|stored| ((stored.game, stored.played), stored.grades))
        .collect();
    let key = |game: &StoredGame| (game.number, game.all_moves());
    let todo: Vec<&StoredGame> =
        games.iter().filter(|game| !stored.contains_key(&key(game))).collect();
    let (next, file) = (AtomicUsize::new(0), Mutex::new((file, LateSpinner::new())));
    let is_stopped = AtomicBool::new(false);
    let work = || {
        let searcher = AnySolver::new(size, TableSize::default());
        let mut solver = BookSolver::new(books.clone(), searcher);
        let mut done = Vec::new();
        while let Some(game) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let grades = grade(game, |played| scores(&mut solver, size, played));
            if interrupt::is_set() || is_stopped.load(Ordering::Relaxed) {
                break;
            }
            let (game, played) = key(game);
            let stored = StoredGrades { game, played, grades };
            let (file, spinner) = &mut *file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = append(file, &stored) {
                if !is_stopped.swap(true, Ordering::Relaxed) {
                    warn(&format!("{}: {error}; the other games are not graded", path.display()));
                }
                break;
            }
            done.push((game, stored.grades));
            let n_done = next.load(Ordering::Relaxed).min(todo.len());
            spinner.say(|| format!("grading: {n_done} of {} games", todo.len()));
        }
        done
    };
    let fresh = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_cores().get()).map(|_| scope.spawn(work)).collect();
        let graded = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        graded.flatten().collect::<HashMap<usize, GradedGame>>()
    });
    let find = |game: &StoredGame| stored.get(&key(game)).or(fresh.get(&game.number)).cloned();
    Ok(games.iter().map(find).collect())
}

/// The score of every column after `played`; `None` if they take too long.
fn scores(solver: &mut Solver, size: AnySize, played: &[Column]) -> Option<ColumnScores> {
    let position = Position::from_columns(size, played.iter().copied()).ok()?;
    let (deadline, cancel) = (Some(Instant::now() + TIME), Some(interrupt::flag()));
    let limits = Limits { deadline, cancel, ..Limits::default() };
    let moves = solver.solve_moves(&position, Goal::Score, &mut Control::limited(limits));
    Some(moves.scores()?.into_iter().map(|score| score.map(Score::value)).collect())
}

//! Every move graded by the exact solver, each game once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use foursight_arena::store::{append, cut_half_lines, read_lines};
use foursight_arena::{GradedGame, GradedMove, StoredGame};
use foursight_engine::review::{Review, ReviewedMove};
use foursight_engine::why::Why;
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, OpeningBooks, Solve, TableSize, ThreadBudget,
};
use serde::{Deserialize, Serialize};

use crate::args::{Solver, n_cores};
use crate::interrupt;
use crate::output::warn;
use crate::progress::LateSpinner;

const FILE: &str = "grades.jsonl";

/// The time limit of a position; on large boards only late positions can be solved.
const TIME: Duration = Duration::from_secs(2);

/// The grades of a game, as they are stored.
#[derive(Deserialize, Serialize)]
struct StoredGrades {
    game: usize,
    /// The graded moves: the game may have been replayed since.
    played: String,
    grades: GradedGame,
}

/// The grades of all games, in order. Games without stored grades are graded on all cores.
///
/// After Ctrl-C, or when grades cannot be stored, the remaining games have none.
pub(super) fn grade_all(
    folder: &Path,
    games: &[StoredGame],
    books: &OpeningBooks,
    size: AnySize,
) -> Result<Vec<Option<GradedGame>>> {
    let path = folder.join(FILE);
    let file = cut_half_lines(&path)?;
    let stored: HashMap<(usize, String), GradedGame> = read_lines::<StoredGrades>(&path)?
        .into_iter()
        .map(|stored| ((stored.game, stored.played), stored.grades))
        .collect();
    let key = |game: &StoredGame| (game.number, game.all_moves());
    let todo: Vec<&StoredGame> =
        games.iter().filter(|game| !stored.contains_key(&key(game))).collect();
    let (next, file) = (AtomicUsize::new(0), Mutex::new((file, LateSpinner::new())));
    let is_stopped = AtomicBool::new(false);
    let threads = ThreadBudget::new(n_cores());
    let work = || {
        let searcher = AnySolver::with_threads(size, TableSize::default(), threads.clone());
        let mut solver = BookSolver::new(books.clone(), searcher);
        let mut done = Vec::new();
        while let Some(game) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let grades = grade(game, size, &mut solver).expect("stored games can be played");
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
        // This thread works too, and alone if the system grants no other.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..n_cores().get()).filter_map(start).collect();
        let own = work();
        let graded = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        graded.chain([own]).flatten().collect::<HashMap<usize, GradedGame>>()
    });
    let find = |game: &StoredGame| stored.get(&key(game)).or(fresh.get(&game.number)).cloned();
    Ok(games.iter().map(find).collect())
}

/// The grades of the moves that were chosen, mistakes with their reason; `None` where solving a position takes too long.
fn grade(game: &StoredGame, size: AnySize, solver: &mut Solver) -> Result<GradedGame> {
    let start = moves::position(&game.opening, size)?;
    let mut chosen = Game::new(start);
    for column in game.moves.chars().filter_map(Column::from_symbol) {
        chosen.play(column)?;
    }
    let n_discs = chosen.position().ply();
    let review = Review::new(&chosen, |position| {
        // Nothing was played in the last position, so it needs no scores.
        (position.ply() < n_discs)
            .then(|| solver.solve_moves(position, Goal::Score, &mut limited()))
    });
    let graded = review.moves().iter().zip(chosen.positions()).map(|(reviewed, position)| {
        let ReviewedMove { column, scores, grade, .. } = reviewed.as_ref()?;
        let graded = GradedMove::new(*column, scores.scores()?)?;
        if !grade.mark().is_mistake() {
            return Some(graded);
        }
        let why = Why::of_move(position, *column, scores, solver, &mut limited());
        Some(graded.with_why(why.sentences))
    });
    Ok(GradedGame { moves: graded.collect() })
}

/// The limits of one position.
fn limited() -> Control<'static> {
    let (deadline, cancel) = (Some(Instant::now() + TIME), Some(interrupt::flag()));
    Control::limited(Limits { deadline, cancel, ..Limits::default() })
}

//! Grades every move with the exact solver, either during the tournament or after the last game.

mod grader;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use foursight::notation::moves;
use foursight::record::GameResult;
use foursight::{AnySize, Column, Game, Position};
use foursight_arena::{GameLesson, GradedGame, GradedMove, GradesFile, StoredGame};
use foursight_engine::review::{Review, ReviewedMove};
use foursight_engine::why::Why;
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, OpeningBooks, Solve, TableSize, ThreadBudget,
    n_cores,
};

use crate::args::Solver;
use crate::interrupt;
use crate::output::warn;
use crate::progress::LateSpinner;
pub(super) use grader::Grader;

/// The time limit per position; on large boards only late positions can be solved.
const TIME: Duration = Duration::from_secs(2);

/// The grades of all games, in order. Ungraded games are graded now, on all cores.
///
/// After Ctrl-C, or if grades cannot be stored, the remaining games stay ungraded.
pub(super) fn grade_all(
    folder: &Path,
    games: &[StoredGame],
    books: &OpeningBooks,
    size: AnySize,
) -> Result<Vec<Option<GradedGame>>> {
    let (file, stored) = GradesFile::open(folder)?;
    let todo: Vec<&StoredGame> = games.iter().filter(|game| stored.of(game).is_none()).collect();
    let (next, file) = (AtomicUsize::new(0), Mutex::new((file, LateSpinner::new())));
    let is_stopped = AtomicBool::new(false);
    let threads = ThreadBudget::new(n_cores());
    let work = || {
        let searcher = AnySolver::with_threads(size, TableSize::default(), threads.clone());
        let mut solver = BookSolver::new(books.clone(), searcher);
        let mut done = Vec::new();
        while let Some(game) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let grades = grade(game, size, &mut solver, Limits::canceled_by(interrupt::flag()));
            if interrupt::is_set() || is_stopped.load(Ordering::Relaxed) {
                break;
            }
            let (file, spinner) = &mut *file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.add(game, &grades) {
                if !is_stopped.swap(true, Ordering::Relaxed) {
                    warn(&format!("{error}; the other games are not graded"));
                }
                break;
            }
            done.push((game.number, grades));
            let n_done = next.load(Ordering::Relaxed).min(todo.len());
            spinner.say(|| format!("grading: {n_done} of {} games", todo.len()));
        }
        done
    };
    let fresh = thread::scope(|scope| {
        // This thread works too; it works alone if the system grants no other.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..n_cores().get()).filter_map(start).collect();
        let own = work();
        let graded = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        graded.chain([own]).flatten().collect::<HashMap<usize, GradedGame>>()
    });
    let find = |game: &StoredGame| stored.of(game).or(fresh.get(&game.number)).cloned();
    Ok(games.iter().map(find).collect())
}

/// The grades of the chosen moves, mistakes with their reason; `None` if proving a move's score or the best one takes
/// too long. Late moves are graded first, so these remain if the deadline is early.
///
/// The result is meaningless once the search is canceled.
pub(crate) fn grade(
    game: &StoredGame,
    size: AnySize,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> GradedGame {
    grade_moves(game, size, solver, limits, true)
}

/// The same without reasons, which take longer than grades.
pub(crate) fn grade_only(
    game: &StoredGame,
    size: AnySize,
    solver: &mut Solver,
    cancel: &AtomicBool,
) -> GradedGame {
    grade_moves(game, size, solver, Limits::canceled_by(cancel), false)
}

/// The reason why the move in `column` was a mistake, line by line.
pub(crate) fn reason(
    position: &Position<AnySize>,
    column: Column,
    solver: &mut Solver,
    cancel: &AtomicBool,
) -> Vec<String> {
    let limits = Limits::canceled_by(cancel);
    let scores =
        solver.solve_moves(position, Goal::Score, &mut Control::limited(limits.within(TIME)));
    Why::of_move(position, column, &scores, solver, &mut Control::limited(limits.within(TIME)))
        .lines()
}

/// The move of a finished game to learn from, in words.
pub(crate) fn lesson(
    game: &StoredGame,
    size: AnySize,
    solver: &mut Solver,
    cancel: &AtomicBool,
) -> Option<GameLesson> {
    let (chosen, review) = review(game, size, solver, Limits::canceled_by(cancel));
    lesson_in(&chosen, review, game, Limits::canceled_by(cancel))
}

/// The stored game, and its moves graded.
fn review(
    game: &StoredGame,
    size: AnySize,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> (Game<AnySize>, Review) {
    const PLAYED: &str = "stored games can be played";
    let mut chosen = Game::new(moves::position(&game.opening, size).expect(PLAYED));
    for column in game.moves.chars().filter_map(Column::from_symbol) {
        chosen.play(column).expect(PLAYED);
    }
    let n_discs = chosen.position().ply();
    let review = Review::new(&chosen, |position| {
        // Nothing was played in the last position, so it needs no scores.
        (position.ply() < n_discs).then(|| {
            solver.solve_moves(position, Goal::Score, &mut Control::limited(limits.within(TIME)))
        })
    });
    (chosen, review)
}

fn grade_moves(
    game: &StoredGame,
    size: AnySize,
    solver: &mut Solver,
    limits: Limits<'_>,
    has_reasons: bool,
) -> GradedGame {
    let (chosen, review) = review(game, size, solver, limits);
    let graded = review.moves().iter().zip(chosen.positions()).map(|(reviewed, position)| {
        let ReviewedMove { column, scores, grade, .. } = reviewed.as_ref()?;
        let proved = scores.columns().iter().map(|solution| solution.as_ref()?.score());
        let graded = GradedMove::new(*column, proved.collect())?;
        if !(has_reasons && grade.mark().is_mistake()) {
            return Some(graded);
        }
        let control = &mut Control::limited(limits.within(TIME));
        let why = Why::of_move(position, *column, scores, solver, control).lines();
        Some(GradedMove { why, ..graded })
    });
    let moves = graded.collect();
    let lesson = has_reasons.then(|| lesson_in(&chosen, review, game, limits)).flatten();
    GradedGame { moves, lesson }
}

fn lesson_in(
    chosen: &Game<AnySize>,
    review: Review,
    game: &StoredGame,
    limits: Limits<'_>,
) -> Option<GameLesson> {
    if game.result == GameResult::Unfinished {
        return None;
    }
    let review = review.without(0..game.opening_rule.n_placed());
    let lesson =
        review.lesson(chosen, game.result.loser(), &mut Control::limited(limits.within(TIME)))?;
    let reason = lesson.why.iter().flat_map(Why::lines);
    let text = [lesson.headline(None)].into_iter().chain(lesson.since()).chain(reason);
    Some(GameLesson { number: lesson.ply + 1, text: text.collect() })
}

#[cfg(test)]
mod tests {
    use foursight::OpeningRule;
    use foursight_arena::Ending;

    use super::*;

    /// The last move is graded at a glance; the others would take hours.
    #[test]
    fn of_a_large_board_only_late_moves_are_graded_in_time() {
        let size = AnySize::new(10, 10, 4).unwrap();
        let game = StoredGame {
            number: 1,
            round: 1,
            pair: 1,
            meeting: 0,
            players: [0, 1],
            opening_rule: OpeningRule::None,
            swapped: false,
            opening: String::new(),
            moves: "1122334".to_owned(),
            result: GameResult::FirstWins,
            ending: Ending::Line,
            reason: String::new(),
            micros: vec![0; 7],
        };
        let mut solver =
            BookSolver::new(OpeningBooks::default(), AnySolver::new(size, TableSize::default()));
        let limits = Limits::default().within(Duration::ZERO);
        let graded = grade(&game, size, &mut solver, limits).moves;
        let is_graded: Vec<bool> = graded.iter().map(Option::is_some).collect();
        assert_eq!(is_graded, [false, false, false, false, false, false, true]);
    }
}

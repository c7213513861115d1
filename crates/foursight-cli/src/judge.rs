//! The arena's judge: this program's engine.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foursight::notation::moves;
use foursight::record::GameResult;
use foursight::{AnySize, Column, Game, Grade, Position, Size};
use foursight_arena::{
    Contestant, Dialect, GameLesson, GradeDepth, GradedGame, GradedMove, Judge, StoredGame,
};
use foursight_engine::review::{Review, ReviewedMove, remark};
use foursight_engine::why::Why;
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Guess, Limits, OpeningBooks, Solve, TableSize,
    ThreadBudget, n_cores,
};

use crate::args::{Solver, book_options};
use crate::isolation::own_program;

/// The time limit per position; on large boards only late positions can be solved.
const TIME: Duration = Duration::from_secs(2);

/// The time limit for solving one opening.
const OPENING_TIME: Duration = Duration::from_secs(1);

/// A balanced opening can only be won with the last discs.
const MAX_SCORE: i32 = 2;

/// The share of the points, in percent, that an estimate gives the side to move after a balanced opening.
const EVEN_SHARES: RangeInclusive<u8> = 45..=55;

/// The maximum number of cells of a board whose openings are solved; on larger boards, they are estimated. Openings of
/// the standard board are always solved, because there are books for it.
const MAX_SOLVED: usize = 30;

/// The maximum number of solvers that are kept: a server has other uses for its memory.
const MAX_IDLE: usize = 2;

/// The engine, with these opening books.
pub(crate) struct EngineJudge {
    books: OpeningBooks,
    threads: ThreadBudget,
    /// Solvers that nobody is using, each with its board.
    idle: Mutex<Vec<(AnySize, Solver)>>,
    /// The solver of openings, which does not depend on the books.
    openings: Mutex<Option<(AnySize, Solver)>>,
}

impl EngineJudge {
    pub(crate) fn new(books: OpeningBooks) -> Self {
        // Looks up this program's path now, before a newer version can take its place.
        let _ = own_program();
        let threads = ThreadBudget::new(n_cores());
        Self { books, threads, idle: Mutex::default(), openings: Mutex::default() }
    }

    /// Works with a solver, whose table may know positions of earlier games.
    fn with_solver<T>(&self, size: AnySize, work: impl FnOnce(&mut Solver) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut idle = idle();
            idle.retain(|(known, _)| *known == size);
            idle.pop()
        };
        let mut solver = known.map_or_else(
            || {
                let threads = self.threads.clone();
                let searcher = AnySolver::with_threads(size, TableSize::default(), threads);
                BookSolver::new(self.books.clone(), searcher)
            },
            |(_, solver)| solver,
        );
        let done = work(&mut solver);
        let mut idle = idle();
        if idle.len() < MAX_IDLE {
            idle.push((size, solver));
        }
        done
    }
}

impl Judge for EngineJudge {
    /// This program as an engine. It plays outside the sandbox, because it does not exist inside it, but with only a few
    /// environment variables, which do not reveal the data folder.
    fn level(&self, name: &str, level: u8, size: AnySize, seed: u64) -> Contestant {
        let program = own_program().unwrap_or("foursight");
        let (level, seed, connect) =
            (level.to_string(), seed.to_string(), size.connect().to_string());
        let words = [program, "engine", "--level", &level, "--seed", &seed, "--connect", &connect];
        let mut command = words.map(str::to_owned).to_vec();
        command.extend(book_options(size).map(str::to_owned));
        Contestant::trusted(name, command, Dialect::Foursight)
    }

    fn is_balanced(&self, position: &Position<AnySize>, cancel: &AtomicBool) -> bool {
        let size = position.size();
        if self.estimates_balance(size) {
            return Guess::new(position).is_some_and(|guess| EVEN_SHARES.contains(&guess.share()));
        }
        let mut known = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let searcher = AnySolver::new(size, TableSize::default());
            (size, BookSolver::new(OpeningBooks::embedded(), searcher))
        };
        let (_, solver) = match &mut *known {
            Some(known) if known.0 == size => known,
            other => other.insert(new()),
        };
        let limits = Limits::canceled_by(cancel).within(OPENING_TIME);
        let solution = solver.solve(position, Goal::Score, &mut Control::limited(limits));
        solution.score().is_some_and(|score| (0..=MAX_SCORE).contains(&score.value()))
    }

    fn estimates_balance(&self, size: AnySize) -> bool {
        size != AnySize::default() && size.n_cells() > MAX_SOLVED
    }

    fn grade(&self, game: &StoredGame, size: AnySize, depth: GradeDepth<'_>) -> GradedGame {
        let limits = Limits::canceled_by(depth.cancel);
        let limits = depth.time.map_or(limits, |time| limits.within(time));
        self.with_solver(size, |solver| grade(game, size, solver, limits, depth.has_reasons))
    }

    fn remark(&self, grade: Grade) -> Option<String> {
        remark(grade)
    }
}

/// The grades of a game's moves; `None` if proving a move's score or the best one takes too long. Late moves are graded
/// first, so these remain if the deadline is early.
fn grade(
    game: &StoredGame,
    size: AnySize,
    solver: &mut Solver,
    limits: Limits<'_>,
    has_reasons: bool,
) -> GradedGame {
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
    let lesson = has_reasons.then(|| lesson(&chosen, review, game, limits)).flatten();
    GradedGame { moves, lesson }
}

/// The move of a finished game to learn from, in words.
fn lesson(
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
    use foursight_arena::{Ending, OpeningSource, Openings};

    use super::*;

    /// The last move is graded at a glance; the others would take hours.
    #[test]
    fn of_a_large_board_only_late_moves_are_graded_in_time() {
        let size = AnySize::new(10, 10, 4).unwrap();
        let game = StoredGame {
            moves: "1122334".to_owned(),
            result: GameResult::FirstWins,
            ending: Ending::Line,
            micros: vec![0; 7],
            ..StoredGame::unplayed(1, [0, 1])
        };
        let depth = GradeDepth {
            has_reasons: true,
            time: Some(Duration::ZERO),
            cancel: &AtomicBool::new(false),
        };
        let graded = EngineJudge::new(OpeningBooks::default()).grade(&game, size, depth).moves;
        let is_graded: Vec<bool> = graded.iter().map(Option::is_some).collect();
        assert_eq!(is_graded, [false, false, false, false, false, false, true]);
    }

    /// Six random moves on this board leave one side better in most cases.
    #[test]
    fn balanced_openings_of_large_boards_are_estimated() {
        let size: AnySize = "8x8".parse().unwrap();
        let (judge, never) = (EngineJudge::new(OpeningBooks::default()), AtomicBool::new(false));
        assert!(judge.estimates_balance(size) && !judge.estimates_balance(AnySize::default()));
        let is_even = |opening| {
            let position = Position::from_columns(size, opening).unwrap();
            EVEN_SHARES.contains(&Guess::new(&position).unwrap().share())
        };
        let openings = |source| Openings::new(source, size, 1, &judge, &never).unwrap();
        let random = openings(OpeningSource::Random(6));
        assert!((0..20).any(|number| !is_even(random.get(number))));
        let balanced = openings(OpeningSource::Balanced(6));
        let [first, second] = [0, 1].map(|number| balanced.get(number));
        assert_eq!(first, balanced.get(0), "the same number, the same opening");
        assert!(is_even(first) && is_even(second));
    }
}

//! Many threads on one position: the score is the same as on one thread, and limits apply to all.

use std::num::NonZeroUsize;

use foursight::notation::moves;
use foursight::size::Fixed;
use foursight::{Position, STANDARD, Score, Size};
use foursight_engine::{Control, Goal, Progress, Solve, Solver, ThreadBudget};

use crate::naive::random_position;
use crate::scores::{BEGIN_HARD, BEGIN_MEDIUM, positions, slow_tests};

fn solver<S: Size>(size: S, n_threads: usize) -> Solver<S> {
    Solver::new(size).with_threads(NonZeroUsize::new(n_threads).expect("a number of threads"))
}

#[track_caller]
fn check(data: &'static str, n_lines: usize) {
    for n_threads in [2, 3, 8] {
        let mut solver = solver(STANDARD, n_threads);
        for (line, position, score) in positions(data).take(n_lines) {
            solver.clear();
            assert_eq!(solver.score(&position).value(), score, "{line} by {n_threads} threads");
        }
    }
}

#[test]
fn the_score_does_not_depend_on_the_number_of_threads() {
    check(BEGIN_MEDIUM, if slow_tests() { 300 } else { 5 });
    check(BEGIN_HARD, if slow_tests() { 100 } else { 1 });
}

/// The table of a large board has entries of two wide words, which no thread may find half written.
#[test]
fn large_boards_are_searched_by_several_threads() {
    let size = Fixed::<8, 7>;
    let position = moves::position("876122416674833843424", size).unwrap();
    let solve =
        |n_threads| solver(size, n_threads).solve(&position, Goal::Score, &mut Control::default());
    let alone = solve(1);
    assert!(alone.nodes > 200_000, "it is worth starting threads: {} nodes", alone.nodes);
    for n_threads in [2, 4] {
        assert_eq!(solve(n_threads).score(), alone.score(), "by {n_threads} threads");
    }
}

/// The threads share the moves of one position, and a thread with none left helps with the last one.
#[test]
fn moves_are_solved_side_by_side() {
    let position: Position = "132212345276".parse().expect("a position");
    let alone = Solver::new(STANDARD).solve_moves(&position, Goal::Score, &mut Control::default());
    for n_threads in [2, 3, 9] {
        let threads = ThreadBudget::new(NonZeroUsize::new(n_threads).expect("it is not 0"));
        let mut solver = Solver::new(STANDARD).with_threads(threads.clone());
        let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
        assert_eq!(scores.scores(), alone.scores(), "{n_threads} threads");
        assert!(threads.n_lent() >= n_threads.min(5) - 1, "{} of {n_threads}", threads.n_lent());
    }
}

/// A helper whose place is needed leaves its move to the others.
#[test]
fn a_helper_that_leaves_loses_nothing() {
    let position: Position = "132212345276".parse().expect("a position");
    let alone = Solver::new(STANDARD).solve_moves(&position, Goal::Score, &mut Control::default());
    let threads = ThreadBudget::new(NonZeroUsize::new(2).expect("it is not 0"));
    let mut solver = Solver::new(STANDARD).with_threads(threads.clone());
    let mut keep_back = |_: &Progress| threads.keep_back(usize::from(threads.n_lent() > 0));
    let mut control = Control { progress: Some(&mut keep_back), ..Control::default() };
    let scores = solver.solve_moves(&position, Goal::Score, &mut control);
    assert_eq!(scores.scores(), alone.scores());
    assert!(threads.n_lent() > 0);
}

/// Where starting a thread takes long, the first helpers answer before the last ones start; then nobody else starts.
#[test]
fn who_has_answered_is_not_replaced() {
    let n_threads = NonZeroUsize::new(64).expect("it is not 0");
    for (line, position, score) in positions(BEGIN_HARD).take(5) {
        let threads = ThreadBudget::new(n_threads);
        let mut solver = Solver::new(STANDARD).with_threads(threads.clone());
        let goal = Goal::AtLeast(Score::new(score as i8));
        let solution = solver.solve(&position, goal, &mut Control::default());
        assert!(solution.proves(goal));
        let n_lent = threads.n_lent();
        assert!((1..n_threads.get()).contains(&n_lent), "{line}: {n_lent} helpers, one question");
    }
}

/// Solvers that keep their tables, each with a number of threads, agree with one that has just started.
#[test]
fn random_positions_have_one_score() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut solvers = [1, 2, 3, 8].map(|n_threads| solver(STANDARD, n_threads));
    for _ in 0..if slow_tests() { 1_000 } else { 10 } {
        let position = random_position(STANDARD, &mut random, 8..16);
        let score = Solver::new(STANDARD).score(&position);
        for solver in &mut solvers {
            assert_eq!(solver.score(&position), score, "{position:?}");
        }
    }
}

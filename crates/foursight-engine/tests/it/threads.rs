//! Many threads on one position: the score is that of one thread, and limits hold for all.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use foursight::notation::moves;
use foursight::size::Fixed;
use foursight::{Position, STANDARD, Size};
use foursight_engine::{Control, Goal, Limits, Solve, Solver};

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
    check(BEGIN_MEDIUM, if slow_tests() { 300 } else { 40 });
    check(BEGIN_HARD, if slow_tests() { 100 } else { 4 });
}

/// What others have proved is found in the table, so they all search more nodes than one would need.
#[test]
fn several_threads_take_part() {
    let (_, position, score) = positions(BEGIN_HARD).next().unwrap();
    let nodes = |n_threads| {
        let mut solver = solver(STANDARD, n_threads);
        let solution = solver.solve(&position, Goal::Score, &mut Control::default());
        assert_eq!(solution.score().unwrap().value(), score);
        solution.nodes
    };
    assert_ne!(nodes(1), nodes(4), "the threads leave their traces");
    assert_eq!(nodes(1), nodes(1));
}

#[test]
fn a_deadline_holds_for_all_threads() {
    let deadline = Instant::now() + Duration::from_millis(200);
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    let mut solver = solver(STANDARD, 4);
    let solution = solver.solve(&Position::new(), Goal::Score, &mut Control::limited(limits));
    assert!(Instant::now() < deadline + Duration::from_millis(500));
    assert!(solution.lower.value() <= 1 && 1 <= solution.upper.value(), "{solution:?}");
    assert_eq!(solution.score(), None);
}

/// Their table has entries of two words, which no thread may find half written.
#[test]
fn large_boards_are_searched_by_several_threads() {
    let size = Fixed::<8, 7>;
    let position = moves::position("876122416674833843424", size).unwrap();
    let solve = |n_threads| {
        let mut solver = solver(size, n_threads);
        let solution = solver.solve(&position, Goal::Score, &mut Control::default());
        (solution.score().expect("there are no limits"), solution.nodes)
    };
    let (score, nodes) = solve(1);
    for n_threads in [2, 4] {
        let (score_of_many, nodes_of_many) = solve(n_threads);
        assert_eq!(score_of_many, score, "by {n_threads} threads");
        assert_ne!(nodes_of_many, nodes, "{n_threads} threads take part");
    }
}

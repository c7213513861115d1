//! Negamax as plainly as it can be written, with every score remembered.

use std::collections::HashMap;

use foursight::size::Fixed;
use foursight::{AnySize, Position, Score, Size, Standard};
use foursight_engine::{AnySolver, Control, Goal, Solve, Solver, TableSize};

use crate::scores::slow_tests;

pub(crate) struct Negamax<S: Size> {
    scores: HashMap<Position<S>, Score>,
}

impl<S: Size> Negamax<S> {
    pub(crate) fn new() -> Self {
        Self { scores: HashMap::new() }
    }

    pub(crate) fn score(&mut self, position: &Position<S>) -> Score {
        if position.is_won() {
            return Score::new(-((position.n_empty() + 2) as i8 / 2));
        }
        if let Some(&score) = self.scores.get(position) {
            return score;
        }
        let moves = position.moves().map(|column| position.play(column).unwrap());
        let score = moves.map(|next| -self.score(&next)).max().unwrap_or(Score::DRAW);
        self.scores.insert(*position, score);
        score
    }

    /// Every position reachable from the empty board of `size`, with its score.
    fn all(size: S) -> HashMap<Position<S>, Score> {
        let mut negamax = Self::new();
        negamax.score(&Position::empty(size));
        negamax.scores
    }
}

#[track_caller]
fn check_all<S: Size>(size: S) {
    let mut solver = Solver::with_table(size, TableSize::from_mib(1));
    for (position, score) in Negamax::all(size) {
        assert_eq!(solver.score(&position), score, "{position:?}");
        let solution = solver.solve(&position, Goal::Verdict, &mut Control::default());
        assert_eq!(solution.verdict(), Some(score.verdict()), "{position:?}");
        assert!(solution.lower <= score && score <= solution.upper, "{position:?}");
    }
}

#[test]
fn every_position_of_small_boards() {
    check_all(Fixed::<4, 3>);
    check_all(Fixed::<4, 4>);
    check_all(Fixed::<5, 3>);
}

/// Sizes without a compile-time form, and other line lengths.
#[test]
fn every_position_of_boards_known_at_run_time() {
    for (width, height, connect) in [(3, 3, 3), (3, 4, 3), (4, 3, 3), (3, 5, 4), (3, 3, 5)] {
        check_all(AnySize::new(width, height, connect).unwrap());
    }
}

/// Random positions of boards too large to list, late enough for the naive search; a quarter of them unless slow tests
/// are asked for.
#[track_caller]
fn check_random<S: Size>(size: S, plies: std::ops::Range<usize>, n_positions: usize) {
    let mut solver = Solver::with_table(size, TableSize::from_mib(4));
    let mut negamax = Negamax::new();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..if slow_tests() { n_positions } else { n_positions / 4 } {
        let position = random_position(size, &mut random, plies.clone());
        assert_eq!(solver.score(&position), negamax.score(&position), "{position:?}");
    }
}

/// An open position after random moves, none of which wins.
pub(crate) fn random_position<S: Size>(
    size: S,
    random: &mut fastrand::Rng,
    plies: std::ops::Range<usize>,
) -> Position<S> {
    'game: loop {
        let mut position = Position::empty(size);
        for _ in 0..random.usize(plies.clone()) {
            let moves = position.moves().filter(|&column| !position.is_winning_move(column));
            let Some(column) = random.choice(moves.collect::<Vec<_>>()) else { continue 'game };
            position = position.play(column).unwrap();
        }
        return position;
    }
}

#[test]
fn random_positions_of_larger_boards() {
    check_random(Fixed::<5, 4>, 6..20, 200);
    check_random(Fixed::<4, 5>, 4..20, 200);
    check_random(Fixed::<5, 5>, 10..25, 200);
    check_random(Fixed::<6, 4>, 10..24, 200);
    check_random(Fixed::<4, 6>, 8..24, 200);
    check_random(Fixed::<5, 6>, 15..30, 200);
    check_random(Fixed::<6, 5>, 15..30, 200);
    check_random(Fixed::<7, 4>, 13..28, 200);
    check_random(Fixed::<7, 5>, 20..35, 200);
    check_random(Fixed::<7, 7>, 36..49, 100);
    check_random(foursight::STANDARD, 28..42, 200);
    check_random(Fixed::<8, 7>, 43..56, 100);
    check_random(Fixed::<9, 7>, 50..63, 100);
    check_random(AnySize::new(10, 10, 5).unwrap(), 88..100, 50);
    check_random(AnySize::new(5, 5, 3).unwrap(), 4..8, 50);
    check_random(AnySize::new(6, 5, 5).unwrap(), 18..30, 100);
    check_random(AnySize::new(6, 6, 6).unwrap(), 24..36, 50);
}

/// Every size of the table is solved, and one that is not.
#[test]
fn a_solver_for_every_size() {
    let others =
        [(3, 3, 3), (10, 10, 4), (3, 10, 3)].map(|(w, h, c)| AnySize::new(w, h, c).unwrap());
    for &size in AnySize::FIXED.iter().chain(&others) {
        let mut solver = AnySolver::new(size, TableSize::from_mib(1));
        let mut random = fastrand::Rng::with_seed(2);
        let late = size.n_cells() - 9..size.n_cells() - 2;
        for _ in 0..10 {
            let position = random_position(size, &mut random, late.clone());
            assert_eq!(solver.score(&position), Negamax::new().score(&position), "{position:?}");
        }
    }
}

/// The values of empty boards: J. Tromp, "John's Connect Four Playground".
#[track_caller]
fn check_empty<S: Size>(size: S, expected: i32) {
    let score = Solver::new(size).score(&Position::empty(size)).value();
    assert_eq!(score.signum(), expected, "{size:?}");
}

#[test]
fn empty_boards() {
    check_empty(Fixed::<4, 4>, 0);
    check_empty(Fixed::<4, 5>, 0);
    check_empty(Fixed::<4, 6>, 0);
    check_empty(Fixed::<4, 7>, 0);
    check_empty(Fixed::<5, 4>, 0);
    check_empty(Fixed::<5, 5>, 0);
    check_empty(Fixed::<5, 6>, 0);
    check_empty(Fixed::<6, 4>, -1);
    check_empty(Fixed::<6, 5>, 0);
    check_empty(Fixed::<7, 4>, 0);
}

#[test]
fn larger_empty_boards() {
    if slow_tests() {
        check_empty(Fixed::<5, 7>, 0);
        check_empty(Fixed::<6, 6>, -1);
        check_empty(Fixed::<7, 5>, 0);
        check_empty(Fixed::<7, 6>, 1);
        check_empty(Fixed::<6, 7>, 1);
    }
}

#[test]
fn a_finished_game_has_the_score_of_its_last_move() {
    let mut solver: Solver<Standard> = Solver::new(foursight::STANDARD);
    let before: Position = "121212".parse().unwrap();
    let after: Position = "1212121".parse().unwrap();
    assert_eq!(solver.score(&before).value(), 18);
    assert_eq!(solver.score(&after).value(), -18);
    let full: Position = "111111222222333333544444455555666666777777".parse().unwrap();
    assert_eq!(solver.score(&full).value(), 0);
}

//! Negamax, written as plainly as possible, with every score remembered.

use std::collections::HashMap;

use foursight::{AnySize, Position, Score, Size};
use foursight_engine::{AnySolver, Control, Goal, Solve, TableSize};

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

/// The size of a text such as `8x7` or, with the length of a line, `8x7 5`.
pub(crate) fn size(text: &str) -> AnySize {
    let (sides, connect) = text.split_once(' ').unwrap_or((text, "4"));
    sides.parse::<AnySize>().unwrap().with_connect(connect.parse().unwrap()).unwrap()
}

#[track_caller]
fn check_all(text: &str) {
    let size = size(text);
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    for (position, score) in Negamax::all(size) {
        assert_eq!(solver.score(&position), score, "{position:?}");
        let solution = solver.solve(&position, Goal::Verdict, &mut Control::default());
        assert_eq!(solution.verdict(), Some(score.verdict()), "{position:?}");
        assert!(solution.lower <= score && score <= solution.upper, "{position:?}");
    }
}

#[test]
fn every_position_of_small_boards() {
    check_all("4x3");
    check_all("4x4");
    check_all("5x3");
}

#[test]
fn every_position_of_small_boards_with_other_lines() {
    for size in ["3x3 3", "3x4 3", "4x3 3", "3x5 4", "3x3 5"] {
        check_all(size);
    }
}

/// Checks random positions on boards too large to list, late enough for the naive search; only a quarter of them unless
/// slow tests are enabled.
#[track_caller]
fn check_random(text: &str, plies: std::ops::Range<usize>, n_positions: usize) {
    let size = size(text);
    let mut solver = AnySolver::new(size, TableSize::from_mib(4));
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
    check_random("5x4", 6..20, 200);
    check_random("4x5", 4..20, 200);
    check_random("5x5", 10..25, 200);
    check_random("6x4", 10..24, 200);
    check_random("4x6", 8..24, 200);
    check_random("5x6", 15..30, 200);
    check_random("6x5", 15..30, 200);
    check_random("7x4", 13..28, 200);
    check_random("7x5", 20..35, 200);
    check_random("7x7", 36..49, 100);
    check_random("7x6", 28..42, 200);
    check_random("8x7", 43..56, 100);
    check_random("9x7", 50..63, 100);
    check_random("10x10 5", 88..100, 50);
    check_random("5x5 3", 4..8, 50);
    check_random("6x5 5", 18..30, 100);
    check_random("6x6 6", 24..36, 50);
}

#[test]
fn a_solver_for_every_size() {
    let sides = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    for (width, height) in sides.clone().flat_map(|w| sides.clone().map(move |h| (w, h))) {
        let size = AnySize::new(width, height, 4).unwrap();
        let mut solver = AnySolver::new(size, TableSize::from_mib(1));
        let mut random = fastrand::Rng::with_seed(2);
        let late = size.n_cells() - 9..size.n_cells() - 2;
        for _ in 0..10 {
            let position = random_position(size, &mut random, late.clone());
            assert_eq!(solver.score(&position), Negamax::new().score(&position), "{position:?}");
        }
    }
}

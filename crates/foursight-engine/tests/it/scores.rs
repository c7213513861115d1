//! Positions with known scores; the first line of each file names its source.

use foursight::{Position, STANDARD, Score};
use foursight_engine::{Control, Goal, Solve, Solver};

/// The positions in a data file, each with its line number.
pub(crate) fn positions(data: &'static str) -> impl Iterator<Item = (&'static str, Position, i32)> {
    data.lines().skip(1).map(|line| {
        let (moves, score) = line.split_once(' ').expect("a line is `moves score`");
        (line, moves.parse().expect("the moves are legal"), score.parse().expect("a number"))
    })
}

#[track_caller]
fn check(data: &'static str, n_lines: usize) {
    let mut solver = Solver::new(STANDARD);
    for (line, position, score) in positions(data).take(n_lines) {
        assert_eq!(solver.score(&position).value(), score, "{line}");
    }
}

/// Whether tests that take minutes are requested.
pub(crate) fn slow_tests() -> bool {
    std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1")
}

const BEGIN_EASY: &str = include_str!("../data/begin-easy.txt");
pub(crate) const BEGIN_MEDIUM: &str = include_str!("../data/begin-medium.txt");
pub(crate) const BEGIN_HARD: &str = include_str!("../data/begin-hard.txt");
const MIDDLE_EASY: &str = include_str!("../data/middle-easy.txt");
const MIDDLE_MEDIUM: &str = include_str!("../data/middle-medium.txt");
const END_EASY: &str = include_str!("../data/end-easy.txt");

#[test]
fn end_easy() {
    check(END_EASY, 300);
}

#[test]
fn middle_easy() {
    check(MIDDLE_EASY, 300);
}

#[test]
fn middle_medium() {
    check(MIDDLE_MEDIUM, 300);
}

#[test]
fn begin_easy() {
    check(BEGIN_EASY, 300);
}

#[test]
fn begin_medium() {
    check(BEGIN_MEDIUM, if slow_tests() { 300 } else { 30 });
}

#[test]
fn begin_hard() {
    check(BEGIN_HARD, if slow_tests() { 300 } else { 5 });
}

/// The value of a position equals its best move's, and the best line leads to it.
#[test]
fn moves_agree_with_the_position() {
    let mut solver = Solver::new(STANDARD);
    for (line, position, score) in positions(MIDDLE_EASY).take(100) {
        let control = &mut Control::default();
        let scores = solver.solve_moves(&position, Goal::Score, control);
        assert_eq!(scores.score().map(Score::value), Some(score), "{line}");

        let best_moves = solver.best_moves(&position, control).unwrap();
        assert_eq!(best_moves, scores.best_columns(), "{line}");
        let (column, _) = solver.best_move(&position, control).unwrap();
        assert!(best_moves.contains(&column), "{line}");

        let variation = solver.principal_variation(&position, control);
        let end = variation.iter().fold(position, |p, &column| p.play(column).unwrap());
        assert!(end.outcome().is_some(), "{line}");
        let scale = if variation.len() % 2 == 0 { 1 } else { -1 };
        assert_eq!(scale * solver.score(&end).value(), score, "{line}");
    }
}

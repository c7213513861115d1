use foursight::size::Fixed;
use foursight::{Column, Position, STANDARD, Score, Size};
use foursight_engine::rate_moves;

use crate::naive::{Negamax, random_position};

#[track_caller]
fn check(columns: &[usize], depth: usize, expected: [i32; 7]) {
    let position =
        Position::from_columns(STANDARD, columns.iter().copied().map(Column::new)).unwrap();
    let ratings: Vec<i32> =
        rate_moves(&position, depth).into_iter().map(|rating| rating.unwrap().value()).collect();
    assert_eq!(ratings, expected);
}

/// The examples in the test-driven tutorial (seed 002).
#[test]
fn at_depth_one_only_winning_moves_are_rated() {
    check(&[0, 6, 0, 5, 1, 4, 1], 1, [0, 0, 0, 18, 0, 0, 0]);
    check(&[], 1, [0; 7]);
    check(&[], 0, [0; 7]);
    // Column 3 must be blocked, but the loss is two plies away.
    check(&[0, 6, 0, 5, 1, 4], 1, [0; 7]);
    check(&[0, 6, 0, 5, 1, 4], 2, [-18, -18, -18, 0, -18, -18, -18]);
}

#[test]
fn a_full_column_is_not_rated() {
    let position: Position = "444444".parse().unwrap();
    let ratings = rate_moves(&position, 3);
    assert_eq!(ratings.iter().filter(|rating| rating.is_none()).count(), 1);
    assert_eq!(ratings[3], None);
}

/// Ratings that look ahead to the end equal the scores.
#[test]
fn deep_enough_ratings_are_exact() {
    let size = Fixed::<5, 4>;
    let mut negamax = Negamax::new();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let position = random_position(size, &mut random, 8..20);
        let ratings = rate_moves(&position, size.n_cells());
        let scores: Vec<Option<Score>> = size
            .columns()
            .map(|column| Some(-negamax.score(&position.play(column).ok()?)))
            .collect();
        assert_eq!(ratings, scores, "{position:?}");
    }
}

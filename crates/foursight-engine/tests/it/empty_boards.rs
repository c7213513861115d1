//! Empty boards, whose scores equal the published ones: docs/sizes.md.

use foursight::{AnySize, Position};
use foursight_engine::{AnySolver, Solve, TableSize};

use crate::scores::slow_tests;

const EMPTY_BOARDS: &str = include_str!("../data/empty-boards.txt");

/// The boards that take few nodes.
#[test]
fn empty_boards_have_the_scores_of_the_table() {
    let most_nodes = if slow_tests() { 100_000_000 } else { 500_000 };
    let mut n_solved = 0;
    for line in EMPTY_BOARDS.lines().skip(1) {
        let words: Vec<&str> = line.split(' ').collect();
        let &[size, lower, upper, nodes, ..] = &words[..] else { panic!("{line}") };
        if lower == upper && nodes.parse::<u64>().unwrap() <= most_nodes {
            let size: AnySize = size.parse().unwrap();
            let mut solver = AnySolver::new(size, TableSize::default());
            assert_eq!(solver.score(&Position::empty(size)).to_string(), lower, "{line}");
            n_solved += 1;
        }
    }
    assert!(n_solved >= 10, "{n_solved} boards");
}

//! How much is searched. A search that prunes or orders worse still finds every score, so only this test notices.
//!
//! Whoever changes the search on purpose writes the new numbers down, and says in the commit why they are right.

use foursight::{AnySize, Position, notation::moves};
use foursight_engine::{AnySolver, Control, Goal, Solve, TableSize};

#[track_caller]
fn check(size: &str, text: &str, expected: u64) {
    let size: AnySize = size.parse().expect("a size");
    let position: Position<AnySize> = moves::position(text, size).expect("a position");
    let mut solver = AnySolver::new(size, TableSize::default());
    let solution = solver.solve(&position, Goal::Score, &mut Control::default());
    assert_eq!(solution.nodes, expected, "{size} {text}");
}

#[test]
fn the_standard_board() {
    check("7x6", "32751571231557", 25_664);
    check("7x6", "2416615552", 178_935);
    check("7x6", "13134411534775", 4_817);
    check("7x6", "54676552255627", 10_372);
}

#[test]
fn other_boards() {
    check("5x5", "", 79_717);
    check("6x4", "", 71_334);
    check("6x5", "", 301_234);
    check("8x7", "123456781234567821436587214365871234", 5_943);
    check("8x8", "12345678123456782143658721436587123456", 19_594);
}

//! The number of nodes that searches visit. A search that prunes or orders worse still finds every score, so only this
//! test notices.
//!
//! If you change the search on purpose, record the new numbers, and say in the commit why they are right.

use std::ops::RangeInclusive;

use foursight::{AnySize, Position, STANDARD, Score, Standard, notation::moves};
use foursight_engine::{
    Analysis, AnySolver, Control, Goal, Limits, MoveScores, Solution, Solve, Solver, TableSize,
};

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
    check("7x6", "32751571231557", 21_011);
    check("7x6", "2416615552", 137_744);
    check("7x6", "13134411534775", 4_290);
    check("7x6", "54676552255627", 23_906);
}

#[test]
fn other_boards() {
    check("5x5", "", 79_717);
    check("6x4", "", 39_267);
    check("6x5", "", 283_911);
    check("8x7", "123456781234567821436587214365871234", 5_943);
    check("8x8", "12345678123456782143658721436587123456", 18_104);
}

/// All moves of a position whose score is in a book: no move is worth more than that score, the book scores of other
/// positions bound the moves, too, and the last move needs no search if all others are worse.
#[test]
#[cfg(feature = "book-12")]
fn all_moves_with_a_book() {
    use foursight_engine::{BookSolver, OpeningBooks};

    let position = moves::position("132212345276", STANDARD).expect("a position");
    let nodes = |solver: &mut dyn Solve<Standard>| {
        solver.solve_moves(&position, Goal::Score, &mut Control::default()).nodes()
    };
    let mut with_books = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
    assert_eq!(nodes(&mut Solver::new(STANDARD)), 54_279);
    assert_eq!(nodes(&mut with_books), 17_370);
}

/// The moves of best play: each takes one question, not a score.
#[test]
fn the_line_of_best_play() {
    let position = moves::position("32751571231557", STANDARD).expect("a position");
    let mut solver = Counting { solver: Solver::new(STANDARD), nodes: 0 };
    solver.principal_variation(&position, &mut Control::default());
    assert_eq!(solver.nodes, 30_988);
}

/// A move without a proved score has no line, and takes no time from the others.
#[test]
fn no_line_is_looked_for_where_nothing_is_proved() {
    let position = moves::position("44", STANDARD).expect("a position");
    let mut solver = Counting { solver: Solver::new(STANDARD), nodes: 0 };
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let control = &mut Control::limited(limits);
    let scores = MoveScores::unproved(&position);
    let analysis = Analysis::of_scores(&scores, &mut solver, &position, control);
    assert!(analysis.moves.iter().all(|of_move| of_move.line == [of_move.column]));
    assert_eq!(solver.nodes, 0);
}

struct Counting {
    solver: Solver<Standard>,
    nodes: u64,
}

impl Solve<Standard> for Counting {
    fn solve_within(
        &mut self,
        position: &Position,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        let solution = self.solver.solve_within(position, known, goal, control);
        self.nodes += solution.nodes;
        solution
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

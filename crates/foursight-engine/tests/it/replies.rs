//! Maps of replies, where no single reason covers a position.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use foursight::notation::moves;
use foursight::reason::Claim;
use foursight::{AnySize, Column, Player, Position};
use foursight_engine::why::{Explanation, Replies, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, MoveScores, OpeningBooks, Progress, Solve,
    TableSize,
};

type Teacher = BookSolver<AnySolver>;

fn solver() -> Teacher {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(4));
    BookSolver::new(OpeningBooks::embedded(), solver)
}

fn position(moves: &str) -> Position<AnySize> {
    moves::position(moves, AnySize::default()).unwrap()
}

fn why(position: &Position<AnySize>, solver: &mut Teacher) -> Why {
    let scores = solver.solve_moves(position, Goal::Score, &mut Control::default());
    Why::of_position(position, &scores, solver, &mut Control::default())
}

fn map_of(why: &Why) -> &Replies {
    match &why.explanation {
        Explanation::Replies { map, .. } => map,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_map_covers_what_no_single_reason_does() {
    let why = why(&position("541"), &mut solver());
    let map = map_of(&why);
    assert_eq!(
        (map.hero, map.claim, map.first),
        (Player::Second, Claim::Wins, Some(Column::new(3)))
    );
    assert_eq!(
        why.sentences(),
        ["Yellow plays d2, then has a checked plan to win against each of Red's 7 replies."]
    );
    let rings: Vec<String> = why.highlights.cells.iter().map(ToString::to_string).collect();
    assert_eq!(rings, ["a2", "b1", "c1", "d3", "e2", "f1", "g1"]);
    let lines = why.lines();
    assert!(lines[1].starts_with("  ✓ a2: Yellow "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("      1. ")), "{lines:?}");
    assert_eq!(why.line[0], Column::new(3), "the line begins as the map does");
    let strategies = why.explanation.strategies();
    assert_eq!(strategies.len(), 7);
    for (after, proof) in strategies {
        let play = |position: Position<AnySize>, column: &Column| position.play(*column).unwrap();
        assert_eq!(*proof.position(), after.iter().fold(why.position, play));
    }
}

/// Checks the words about a move, and whether a map belongs to the better move.
#[track_caller]
fn check_mistake(moves: &str, column: usize, is_of_better: bool, expected: &[&str]) {
    let (position, mut solver, control) = (position(moves), solver(), &mut Control::default());
    let scores = solver.solve_moves(&position, Goal::Score, control);
    let why = Why::of_move(&position, Column::new(column), &scores, &mut solver, control);
    let Explanation::Replies { map, is_kept } = &why.explanation else { panic!("{why:?}") };
    assert_eq!(*is_kept, is_of_better);
    let start = if is_of_better { position } else { position.play(Column::new(column)).unwrap() };
    assert_eq!(why.position, start);
    assert_eq!(map.hero, start.side_to_move());
    assert_eq!(why.line.first(), map.first.as_ref());
    assert!(!is_of_better || why.better == map.first);
    assert_eq!(why.sentences(), expected);
}

#[test]
fn a_mistake_has_a_map_of_what_it_gave_away_or_else_of_the_better_move() {
    let map = "Red plays c3, then has a checked plan to win against 6 of Yellow's 7 replies; none was found after c4.";
    check_mistake("3431255", 1, false, &[map, "Only c3 held the draw."]);
    check_mistake("343125", 4, true, &["c3 would have kept the win.", map]);
}

#[test]
fn the_same_position_always_gets_the_same_map() {
    let position = position("215723425");
    let mut warm = solver();
    let (first, again) = (why(&position, &mut warm), why(&position, &mut warm));
    assert_eq!(first, again);
    assert_eq!(first, why(&position, &mut solver()));
}

/// The explanation if the search is canceled after this many reports of its progress.
fn cut_off(position: &Position<AnySize>, scores: &MoveScores, n_reports: usize) -> Why {
    let (cancel, mut n_left) = (AtomicBool::new(false), n_reports);
    let mut report = |_: &Progress| {
        n_left = n_left.saturating_sub(1);
        cancel.store(n_left == 0, Ordering::Relaxed);
    };
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    let control = &mut Control { limits, progress: Some(&mut report) };
    Why::of_position(position, scores, &mut solver(), control)
}

/// Wherever a search is cut off, the words say so until they say as much as those of the whole search.
#[track_caller]
fn check_cut_off(moves: &str, expected: &[&str]) {
    let (position, mut solver) = (position(moves), solver());
    let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
    let whole = why(&position, &mut solver);
    assert!(whole.is_complete);
    let mut seen = HashSet::new();
    for n_reports in (0..14).map(|power| 1 << power) {
        let why = cut_off(&position, &scores, n_reports);
        let lines = why.lines();
        if why.is_complete {
            assert_eq!(lines, whole.lines(), "{n_reports}");
            continue;
        }
        let claims_all =
            |line: &String| line.contains("has no short") || line.contains("none was found after");
        assert!(!lines.iter().any(claims_all), "{n_reports}: {lines:?}");
        assert!(why.sentences().iter().all(|text| text.split(' ').count() <= 25), "{lines:?}");
        seen.extend(lines);
    }
    for line in expected {
        assert!(seen.iter().any(|said| said.contains(line)), "{line}: {seen:#?}");
    }
}

#[test]
fn a_search_that_is_cut_off_says_so() {
    check_cut_off("551", &["wins in 18 moves, with no reason found in time"]);
    check_cut_off(
        "62",
        &["replies; none in time after c1, e1 and g1.", "e1: no plan was found here in time."],
    );
}

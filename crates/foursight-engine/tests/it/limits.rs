use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight::notation::moves;
use foursight::{AnySize, Game, Position, STANDARD, Score};
use foursight_engine::review::Review;
use foursight_engine::why::Why;
use foursight_engine::{
    AnySolver, Control, Goal, Limits, Progress, Solution, Solve, Solver, TableSize,
};

/// A time shorter than a search without limits takes on a large board. The promise is 50 ms, on an idle machine.
pub(crate) const PROMPTLY: Duration = Duration::from_mins(2);

fn check_honest(solution: &Solution) {
    // The empty board has score 1.
    assert!(solution.lower.value() <= 1 && 1 <= solution.upper.value(), "{solution:?}");
}

#[test]
fn a_deadline_is_kept() {
    let deadline = Instant::now() + Duration::from_millis(100);
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    let mut solver = Solver::new(STANDARD);
    let solution = solver.solve(&Position::new(), Goal::Score, &mut Control::limited(limits));
    check_honest(&solution);
    assert_eq!(solution.score(), None, "nobody proves it in a tenth of a second");
}

/// No side can have a line before it has enough discs for one.
#[test]
fn a_search_that_proves_nothing_leaves_the_earliest_lines() {
    let cancel = AtomicBool::new(true);
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    for ([width, height, connect], moves, bounds) in [
        ([7, 6, 4], "", [-18, 18]),
        ([8, 8, 4], "", [-29, 29]),
        ([8, 8, 4], "1", [-29, 29]),
        ([10, 10, 6], "123", [-45, 45]),
        ([6, 3, 6], "", [-4, 4]),
    ] {
        let size = AnySize::new(width, height, connect).unwrap();
        let position = moves::position(moves, size).unwrap();
        let mut solver = AnySolver::new(size, TableSize::from_mib(1));
        let control = &mut Control::limited(limits);
        let scores = solver.solve_moves(&position, Goal::Score, control);
        let whole = solver.solve(&position, Goal::Score, control);
        for solution in scores.moves().map(|(_, solution)| solution).chain([&whole]) {
            let found = [solution.lower, solution.upper].map(Score::value);
            assert_eq!(found, bounds, "{size} after {moves:?}");
        }
    }
}

/// Many searches follow one another in a review: none of them may start once the time is up.
#[test]
fn a_search_that_is_late_from_the_start_does_not_begin() {
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    for n_threads in [1, 4] {
        let mut solver = Solver::new(STANDARD).with_threads(NonZeroUsize::new(n_threads).unwrap());
        let solution = solver.solve(&Position::new(), Goal::Score, &mut Control::limited(limits));
        assert_eq!(solution.nodes, 0, "{n_threads} threads");
        check_honest(&solution);
    }
}

/// The search for a reason asks every few milliseconds whether to go on.
#[test]
fn a_reason_that_nobody_waits_for_is_not_found() {
    let size = AnySize::new(10, 10, 5).unwrap();
    let position = moves::position("537617219443444747277961629541", size).unwrap();
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let few = Limits { nodes: Some(1000), ..Limits::default() };
    let scores = solver.solve_moves(&position, Goal::Score, &mut Control::limited(few));
    let (cancel, mut n_asked) = (AtomicBool::new(false), 0);
    let mut progress = |_: &Progress| {
        n_asked += 1;
        cancel.store(n_asked >= 100, Ordering::Relaxed);
    };
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    let control = &mut Control { limits, progress: Some(&mut progress) };
    Why::of_position(&position, &scores, &mut solver, control);
    // Some searches follow, and each sees at once that it is too late.
    assert!((100..130).contains(&n_asked), "asked {n_asked} times");
}

/// Once a review is canceled, each position costs only a look at the rules, and no search.
#[test]
fn a_review_that_is_canceled_searches_nothing_more() {
    let size = AnySize::new(10, 10, 6).unwrap();
    let mut game = Game::new(Position::empty(size));
    let mut random = fastrand::Rng::with_seed(7);
    let mut choose = |position: &Position<_>| {
        random.choice(position.non_losing_moves().columns().collect::<Vec<_>>())
    };
    while let Some(column) = choose(game.position()) {
        game.play(column).unwrap();
    }
    let cancel = AtomicBool::new(false);
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let (mut n_asked, mut nodes_after) = (0, 0);
    Review::new(&game, |position| {
        n_asked += 1;
        cancel.store(n_asked > 3, Ordering::Relaxed);
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        let scores = solver.solve_moves(position, Goal::Score, &mut Control::limited(limits));
        nodes_after += if n_asked > 3 { scores.nodes() } else { 0 };
        scores.proves(Goal::Score).then_some(scores)
    });
    assert!(n_asked > 50, "{n_asked} positions");
    assert_eq!(nodes_after, 0);
}

#[test]
fn a_number_of_nodes_is_kept() {
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let mut solver = Solver::new(STANDARD);
    let solution = solver.solve(&Position::new(), Goal::Score, &mut Control::limited(limits));
    assert!((50_000..100_000).contains(&solution.nodes), "{}", solution.nodes);
    check_honest(&solution);
    assert_eq!(solution.score(), None);
}

/// A stopped search leaves no wrong results behind.
#[test]
fn a_search_goes_on_after_a_stop() {
    let position: Position = "274552224131661".parse().unwrap();
    let mut solver = Solver::new(STANDARD);
    let mut n_stops = 0;
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let solution = loop {
        let solution = solver.solve(&position, Goal::Score, &mut Control::limited(limits));
        if solution.score().is_some() {
            break solution;
        }
        n_stops += 1;
        assert!(n_stops < 10_000, "each run adds to the table");
    };
    assert_eq!(solution.score().unwrap().value(), 0);
}

#[test]
fn progress_narrows_to_the_score() {
    let position: Position = "32751571231557".parse().unwrap();
    let mut seen: Vec<Progress> = Vec::new();
    let mut report = |progress: &Progress| seen.push(*progress);
    let mut control = Control { limits: Limits::default(), progress: Some(&mut report) };
    let solution = Solver::new(STANDARD).solve(&position, Goal::Score, &mut control);
    assert_eq!(solution.score().unwrap().value(), -3);
    assert!(seen.len() > 1);
    for pair in seen.windows(2) {
        assert!(pair[0].lower <= pair[1].lower && pair[1].upper <= pair[0].upper);
        assert!(pair[0].nodes <= pair[1].nodes);
    }
    let last = seen.last().unwrap();
    assert_eq!(
        (last.lower, last.upper, last.nodes),
        (solution.lower, solution.upper, solution.nodes)
    );
}

//! Plans for whole games, where no single reason and no map covers a position.

use foursight::notation::moves;
use foursight::plan::{Plan, SHIPPED};
use foursight::reason::Claim;
use foursight::{AnySize, Column, Player, Position};
use foursight_engine::why::{Explanation, Planned, Tier, Why};
use foursight_engine::{AnySolver, BookSolver, Control, Goal, OpeningBooks, Solve, TableSize};

use crate::scores::slow_tests;

fn solver() -> BookSolver<AnySolver> {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(16));
    BookSolver::new(OpeningBooks::embedded(), solver)
}

fn position(moves: &str) -> Position<AnySize> {
    moves::position(moves, AnySize::default()).unwrap()
}

#[test]
fn a_plan_covers_what_no_single_reason_does() {
    let (start, solver) = (position(""), &mut solver());
    let scores = solver.solve_moves(&start, Goal::Score, &mut Control::default());
    let why = Why::of_position(&start, &scores, solver, &mut Control::default());
    let Explanation::Plan { plan, is_kept: false } = &why.explanation else { panic!("{why:?}") };
    let shipped: Plan = SHIPPED[0].parse().unwrap();
    assert_eq!((plan.hero(), plan.n_more()), (Player::First, shipped.lines().len() - 1));
    assert_eq!(plan.plan, shipped);
    let expected = format!(
        "Red plays d1, then has a checked plan to win against every reply, with {} more positions to know.",
        plan.n_more()
    );
    assert_eq!(why.sentences()[0], expected);
    assert_eq!((why.parts.len(), why.idea), (3, None), "no one idea decides so long a plan");
    assert_eq!(why.tier, Tier::Plan);
    assert!(why.line.starts_with(&plan.line), "{:?}", why.line);
    assert_eq!(why.explanation.strategies()[0].0, plan.line);
}

#[test]
fn a_mistake_has_the_plan_of_the_side_that_profits_or_else_of_the_better_move() {
    let said = |column: usize| {
        let (start, solver) = (position(""), &mut solver());
        let scores = solver.solve_moves(&start, Goal::Score, &mut Control::default());
        let control = &mut Control::default();
        let why = Why::of_move(&start, Column::new(column), &scores, solver, control);
        let Explanation::Plan { is_kept, .. } = why.explanation else { panic!("{why:?}") };
        (is_kept, why.sentences().join(" "))
    };
    let (is_kept, words) = said(0);
    assert!(!is_kept && words.starts_with("Yellow plays "), "{words}");
    assert!(words.ends_with("Only d1 kept the win."), "{words}");
    let (is_kept, words) = said(2);
    assert!(is_kept && words.starts_with("Only d1 kept the win. Red plays d1, then"), "{words}");
}

/// The shipped plans that win. In a draw, a plan of one side explains only that this side does not lose.
fn winning_plans() -> impl Iterator<Item = Plan> {
    let read = |text: &str| text.parse().expect("a plan");
    SHIPPED.into_iter().map(read).filter(|plan: &Plan| plan.claim() == Claim::Wins)
}

/// After the longest lines of these positions, the strategy is too long to be told.
#[test]
fn a_main_line_ends_where_the_reason_can_be_told() {
    for moves in ["2344343", "23443434", "23444367", "23225313", "2363626", "23136332"] {
        assert!(Planned::find(&position(moves)).is_some(), "{moves}");
    }
}

/// For every position in the plans, the plan is explained in words.
#[test]
fn every_line_of_a_plan_has_a_main_line_and_its_reason() {
    for plan in winning_plans() {
        let every = if slow_tests() { 1 } else { 180 };
        for line in plan.lines().iter().step_by(every) {
            let position =
                Position::from_columns(AnySize::default(), line.moves.iter().copied()).unwrap();
            for position in [position, position.mirror()] {
                let planned = Planned::find(&position).unwrap_or_else(|| panic!("{line}"));
                assert_eq!(planned.then.reason().hero, plan.hero(), "{line}");
                let answer = planned.answer(&[]).unwrap();
                let after = position.play(answer.column).unwrap();
                let last = Planned::find(&after).unwrap_or_else(|| panic!("after {line}"));
                assert_eq!(last.answer(&[]), None, "the other side is to move");
                let Some(reply) = after.moves().next() else { continue };
                let is_over = after.play(reply).unwrap().outcome().is_some();
                let answers = [planned.answer(&[answer.column, reply]), last.answer(&[reply])];
                assert!(is_over || answers.iter().all(Option::is_some), "{line}");
            }
        }
    }
}

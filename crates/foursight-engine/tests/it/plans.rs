//! The finder of plans, and games that follow the plans in the repository.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use foursight::plan::{Plan, SHIPPED};
use foursight::reason::Claim;
use foursight::{AnySize, Column, Outcome, Player, Position, Score};
use foursight_engine::planner::{Finding, Found, NoPlan, PlanSearch, find};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Level, LevelPlayer, Limits, OpeningBooks, Solution,
    Solve, TableSize,
};

use crate::naive::size;
use crate::scores::slow_tests;

/// Finds a plan from the empty board, or from a first move, and checks it.
#[track_caller]
fn check(text: &str, start: &[usize], hero: Player, claim: Claim, most: usize) -> Plan {
    let size = size(text);
    let start: Vec<Column> = start.iter().copied().map(Column::new).collect();
    let mut solver = AnySolver::new(size, TableSize::from_mib(8));
    let search = PlanSearch { max_expanded: 50, ..PlanSearch::default() };
    let Found { plan, is_finished } = find(size, &start, hero, &mut solver, search).unwrap();
    assert!(is_finished, "nothing stopped it");
    let checked = plan.check().unwrap_or_else(|error| panic!("{error}\n{plan}"));
    assert_eq!((plan.claim(), plan.hero(), plan.start()), (claim, hero, &*start));
    assert!(checked.n_lines() <= most, "{} lines", checked.n_lines());
    assert_eq!(plan.to_string().parse::<Plan>().unwrap(), plan);
    plan
}

#[test]
fn small_boards_have_short_plans() {
    check("4x4 3", &[], Player::First, Claim::Wins, 3);
    check("5x5", &[0], Player::Second, Claim::Holds, 10);
    check("4x4", &[], Player::First, Claim::Holds, 4);
    check("4x4", &[], Player::Second, Claim::Holds, 4);
    check("5x4", &[], Player::First, Claim::Holds, 20);
    check("5x4", &[], Player::Second, Claim::Holds, 6);
    check("4x5", &[], Player::First, Claim::Holds, 20);
    check("4x5", &[], Player::Second, Claim::Holds, 10);
    check("5x5", &[], Player::First, Claim::Holds, 30);
    check("4x6", &[], Player::Second, Claim::Holds, 2);
    check("6x5", &[], Player::First, Claim::Holds, 1);
    check("5x5", &[], Player::Second, Claim::Holds, 30);
    check("6x4", &[], Player::Second, Claim::Wins, 150);
    if slow_tests() {
        let found = check("6x5", &[], Player::Second, Claim::Holds, 500);
        assert_eq!(found, stored_plan(), "the same on every machine");
    }
}

/// A plan that takes half a minute to find.
fn stored_plan() -> Plan {
    include_str!("../data/6x5-second.plan").parse().unwrap()
}

#[test]
fn a_stored_plan_of_another_board_holds() {
    let plan = stored_plan();
    assert_eq!((plan.claim(), plan.hero(), plan.start()), (Claim::Holds, Player::Second, &[][..]));
    assert_eq!(plan.check().unwrap().n_lines(), plan.lines().len());
}

#[test]
fn a_side_that_loses_has_no_plan() {
    let size = size("4x4 3");
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let mut no_plan = |columns: &[usize], hero| {
        let columns: Vec<Column> = columns.iter().copied().map(Column::new).collect();
        find(size, &columns, hero, &mut solver, PlanSearch::default()).unwrap_err()
    };
    assert_eq!(no_plan(&[], Player::Second), NoPlan::Loses);
    assert_eq!(no_plan(&[0, 1, 0, 1, 0], Player::First), NoPlan::Over);
    assert_eq!(no_plan(&[9], Player::First), NoPlan::Over);
}

/// A search that is stopped after `n_reports`, and its findings.
fn run(known: Vec<Finding>, n_reports: usize) -> (Result<Found, NoPlan>, Vec<Finding>) {
    let size = size("5x5");
    let mut solver = AnySolver::new(size, TableSize::from_mib(8));
    let (mut found, mut n_left, cancel) = (known.clone(), n_reports, AtomicBool::new(false));
    let search = PlanSearch {
        known,
        keep: Box::new(|finding| found.push(finding.clone())),
        report: Box::new(|_| {
            n_left = n_left.saturating_sub(1);
            cancel.store(n_left == 0, Ordering::Relaxed);
        }),
        cancel: Some(&cancel),
        ..PlanSearch::default()
    };
    let plan = find(size, &[], Player::First, &mut solver, search);
    (plan, found)
}

#[test]
fn a_search_resumes_where_it_stopped() {
    let (plan, all) = run(Vec::new(), usize::MAX);
    let mut known = Vec::new();
    for n_reports in [10, 20, 30] {
        let (stopped, found) = run(known, n_reports);
        assert_eq!(stopped, Err(NoPlan::Stopped));
        assert!(found.len() < all.len(), "it stops before all is found");
        known = found.iter().map(read).collect();
    }
    assert_eq!(run(known, usize::MAX), (plan, all), "the same questions in the same order");
}

#[test]
fn a_search_that_is_stopped_while_it_improves_has_a_plan_and_resumes() {
    let finished = run(Vec::new(), usize::MAX).0.unwrap();
    assert!(finished.is_finished);
    let stopped = (1..).map(|n| run(Vec::new(), 20 * n));
    let (stopped, known) =
        stopped.into_iter().find_map(|(found, known)| Some((found.ok()?, known))).unwrap();
    assert!(!stopped.is_finished, "it had more to try");
    stopped.plan.check().unwrap();
    assert_eq!(run(known, usize::MAX).0, Ok(finished));
}

/// A solver that sets a flag after a number of questions.
struct Stopping<'a> {
    solver: AnySolver,
    n_left: usize,
    cancel: &'a AtomicBool,
}

impl Solve<AnySize> for Stopping<'_> {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        assert!(self.n_left > 0 || control.limits.are_reached(0), "the search is stopped, too");
        self.n_left = self.n_left.saturating_sub(1);
        self.cancel.store(self.n_left == 0, Ordering::Relaxed);
        self.solver.solve_within(position, known, goal, control)
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

#[test]
fn what_is_looked_for_when_the_search_is_stopped_is_not_kept() {
    let size = size("5x5");
    let (_, all) = run(Vec::new(), usize::MAX);
    for n_left in [1, 2, 10, 50, 51, 52] {
        let cancel = AtomicBool::new(false);
        let solver = AnySolver::new(size, TableSize::from_mib(8));
        let mut solver = Stopping { solver, n_left, cancel: &cancel };
        let mut found = Vec::new();
        let search = PlanSearch {
            keep: Box::new(|finding| {
                assert!(!cancel.load(Ordering::Relaxed), "after {n_left} questions: {finding}");
                found.push(finding.clone());
            }),
            cancel: Some(&cancel),
            ..PlanSearch::default()
        };
        let stopped = find(size, &[], Player::First, &mut solver, search);
        assert_eq!(stopped, Err(NoPlan::Stopped), "after {n_left} questions");
        assert!(all.starts_with(&found), "after {n_left} questions");
    }
}

/// A finding written and read again.
fn read(finding: &Finding) -> Finding {
    let line = finding.to_string();
    let read = Finding::read(&line, size("5x5")).unwrap_or_else(|| panic!("{line}"));
    assert_eq!(&read, finding, "{line}");
    let half = &line[..line.len() / 2];
    assert_ne!(Finding::read(half, size("5x5")).as_ref(), Some(finding));
    read
}

/// The number of levels: from 0, which plays at random, to 10, which plays by exact scores.
const N_LEVELS: usize = 11;

/// Plays a game that follows a plan, checks that the plan achieves its claim, and returns the number of discs at the
/// end.
#[track_caller]
fn play(plan: &Plan, mut reply: impl FnMut(&Position<AnySize>) -> Column) -> usize {
    let (mut position, mut moves) = (*plan.position(), Vec::new());
    while position.outcome().is_none() {
        let column = plan.answer(&moves).map_or_else(|| reply(&position), |cell| cell.column);
        position = position.play(column).unwrap();
        moves.push(column);
    }
    let is_achieved = match plan.claim() {
        Claim::Wins => position.outcome() == Some(Outcome::Win(plan.hero())),
        Claim::Holds => position.outcome() != Some(Outcome::Win(plan.hero().other())),
    };
    assert!(is_achieved, "{}: {moves:?}", plan.lines()[0]);
    position.ply()
}

fn book_solver() -> BookSolver<AnySolver> {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(16));
    BookSolver::new(OpeningBooks::embedded(), solver)
}

#[test]
fn the_plans_of_the_repository_beat_every_level() {
    let n_games = if slow_tests() { 10_010 } else { 33 };
    // In the opening, the solver would think for long about moves that all lose.
    let nodes = if slow_tests() { 2_000_000 } else { 20_000 };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for text in SHIPPED {
        let (plan, mut solver) = (text.parse().unwrap(), book_solver());
        let mut n_discs = [0; N_LEVELS];
        for seed in 0..n_games {
            let level = seed as usize % N_LEVELS;
            let mut player = LevelPlayer::new(Level::new(level as i64).unwrap(), seed);
            n_discs[level] += play(&plan, |position| {
                let control = &mut Control::limited(limits);
                player.choose(position, &mut solver, control).expect("the game is open")
            });
        }
        let mean = |n| format!("{:.1}", n as f64 / (n_games as f64 / N_LEVELS as f64));
        let line = &plan.lines()[0];
        println!("{n_games} games of {line}: discs by level: {}", n_discs.map(mean).join(" "));
    }
}

/// The solver loses as late as it can, and chooses any of several equally good moves.
#[test]
fn the_plans_of_the_repository_beat_the_exact_solver() {
    if !slow_tests() {
        return;
    }
    for text in SHIPPED {
        let (plan, mut solver): (Plan, _) = (text.parse().unwrap(), book_solver());
        let (mut known, mut random) = (HashMap::new(), Rng::with_seed(1));
        let mut n_discs = BTreeMap::new();
        for _ in 0..1_000 {
            let end = play(&plan, |position| {
                let best = known.entry(position.key()).or_insert_with(|| {
                    let control = &mut Control::default();
                    solver.solve_moves(position, Goal::Score, control).best_columns()
                });
                random.choice(&*best).copied().expect("some move is best")
            });
            *n_discs.entry(end).or_insert(0) += 1;
        }
        let (line, n_known) = (&plan.lines()[0], known.len());
        println!("1,000 games of {line}: {n_known} positions, games by discs: {n_discs:?}");
    }
}

//! The finder of plans, and games that follow the plans in the repository.

use foursight::plan::{Plan, SHIPPED};
use foursight::reason::Claim;
use foursight::{AnySize, Column, Outcome, Player};
use foursight_engine::planner::{Finding, Found, NoPlan, Search, find};
use foursight_engine::{
    AnySolver, BookSolver, Control, Level, LevelPlayer, Limits, OpeningBooks, Solve, TableSize,
};

use crate::naive::size;
use crate::scores::slow_tests;

/// Finds a plan from the empty board, or from a first move, and checks it.
#[track_caller]
fn check(text: &str, start: &[usize], hero: Player, claim: Claim, most: usize) -> Plan {
    let size = size(text);
    let start: Vec<Column> = start.iter().copied().map(Column::new).collect();
    let mut solver = AnySolver::new(size, TableSize::from_mib(8));
    let search = Search { max_expanded: 50, ..Search::default() };
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
    if slow_tests() {
        check("5x5", &[], Player::Second, Claim::Holds, 200);
        check("6x4", &[], Player::Second, Claim::Wins, 200);
        check("4x6", &[], Player::Second, Claim::Holds, 200);
        check("6x5", &[], Player::First, Claim::Holds, 1_000);
        check("6x5", &[], Player::Second, Claim::Holds, 1_000);
    }
}

#[test]
fn a_side_that_loses_has_no_plan() {
    let size = size("4x4 3");
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let mut no_plan = |columns: &[usize], hero| {
        let columns: Vec<Column> = columns.iter().copied().map(Column::new).collect();
        find(size, &columns, hero, &mut solver, Search::default()).unwrap_err()
    };
    assert_eq!(no_plan(&[], Player::Second), NoPlan::Loses);
    assert_eq!(no_plan(&[0, 1, 0, 1, 0], Player::First), NoPlan::Over);
    assert_eq!(no_plan(&[9], Player::First), NoPlan::Over);
}

/// A search that is stopped after `n_reports`; what it has found.
fn run(known: Vec<Finding>, n_reports: usize) -> (Result<Found, NoPlan>, Vec<Finding>) {
    let size = size("5x5");
    let mut solver = AnySolver::new(size, TableSize::from_mib(8));
    let (mut found, mut n_left) = (known.clone(), n_reports);
    let search = Search {
        known,
        keep: Box::new(|finding| found.push(finding.clone())),
        go_on: Box::new(move |_| {
            n_left = n_left.saturating_sub(1);
            n_left > 0
        }),
        ..Search::default()
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

/// A finding as it is read again.
fn read(finding: &Finding) -> Finding {
    let line = finding.to_string();
    let read = Finding::read(&line, size("5x5")).unwrap_or_else(|| panic!("{line}"));
    assert_eq!(&read, finding, "{line}");
    let half = &line[..line.len() / 2];
    assert_ne!(Finding::read(half, size("5x5")).as_ref(), Some(finding));
    read
}

/// Levels from 0, which plays at random, to 10, which plays by exact scores.
const N_LEVELS: usize = 11;

/// Plays games of a plan against every level, from random moves to the exact solver, and prints how long they last.
fn play(plan: &Plan, n_games: u64) {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(16));
    let mut solver = BookSolver::new(OpeningBooks::embedded(), solver);
    let mut n_discs = [0; N_LEVELS];
    for seed in 0..n_games {
        let mut player =
            LevelPlayer::new(Level::new((seed % N_LEVELS as u64) as i64).unwrap(), seed);
        let mut moves = Vec::new();
        let mut position = *plan.position();
        while position.outcome().is_none() {
            let column = match plan.answer(&moves) {
                Some(cell) => cell.column,
                None => choose(&mut player, &position, &mut solver),
            };
            position = position.play(column).unwrap();
            moves.push(column);
        }
        let is_achieved = match plan.claim() {
            Claim::Wins => position.outcome() == Some(Outcome::Win(plan.hero())),
            Claim::Holds => position.outcome() != Some(Outcome::Win(plan.hero().other())),
        };
        assert!(is_achieved, "{} against {:?}: {moves:?}", plan.lines()[0], player.level());
        n_discs[(seed % N_LEVELS as u64) as usize] += position.ply();
    }
    let means = n_discs.map(|n| format!("{:.1}", n as f64 / (n_games as f64 / N_LEVELS as f64)));
    println!("{n_games} games of {}: discs by level: {}", plan.lines()[0], means.join(" "));
}

fn choose(
    player: &mut LevelPlayer,
    position: &foursight::Position<AnySize>,
    solver: &mut impl Solve<AnySize>,
) -> Column {
    // In the opening, the solver would think for long about moves that all lose.
    let nodes = if slow_tests() { 2_000_000 } else { 20_000 };
    let mut control = Control::limited(Limits { nodes: Some(nodes), ..Limits::default() });
    player.choose(position, solver, &mut control).expect("the game is open")
}

#[test]
fn the_plans_of_the_repository_beat_every_level() {
    let n_games = if slow_tests() { 1_001 } else { 33 };
    for text in SHIPPED {
        play(&text.parse().unwrap(), n_games);
    }
}

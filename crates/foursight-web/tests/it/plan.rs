//! The plan that the page teaches, and the games that it counts: `cargo xtask beat` writes them into one file.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use foursight::plan::Plan;
use foursight::{AnySize, Column, Outcome, Player, Position};

/// The page's file.
pub(crate) fn taught() -> String {
    read("page/plans/first.plan")
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The moves of a game in which the plan wins against random play.
pub(crate) fn random_game(plan: &Plan, random: &mut Rng) -> String {
    let (mut position, mut moves) = (*plan.position(), Vec::new());
    while position.outcome().is_none() {
        let column = match plan.answer(&moves) {
            Some(cell) => cell.column,
            None => random.choice(position.moves().collect::<Vec<_>>()).unwrap(),
        };
        position = position.play(column).unwrap();
        moves.push(column);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
    moves.into_iter().map(Column::symbol).collect()
}

#[test]
fn the_page_teaches_the_plan_of_the_repository() {
    let plan: Plan = taught().parse().unwrap();
    let whole: Plan = read("../foursight/plans/first.plan").parse().unwrap();
    assert!(plan == whole, "run `cargo xtask beat`");
}

#[test]
fn in_its_games_every_reply_needs_a_line() {
    let text = taught();
    let plan: Plan = text.parse().unwrap();
    for (name, n_games) in [("level", 900), ("trial", 100)] {
        for level in 1..=10 {
            let head = format!("# {name} {level}: ");
            let games = text.lines().find_map(|line| line.strip_prefix(&head)).unwrap();
            let mut n = 0;
            for game in games.split(' ') {
                let (replies, times) = game.split_once('*').unwrap_or((game, "1"));
                check_game(&plan, replies.trim_matches('-'));
                n += times.parse::<usize>().unwrap();
            }
            assert_eq!(n, n_games, "{head}");
        }
    }
}

#[track_caller]
fn check_game(plan: &Plan, replies: &str) {
    let mut position: Position<AnySize> = *plan.position();
    for symbol in replies.chars() {
        let step = plan.step(&position).expect("each position has a line");
        position = position.play(step.cell.column).unwrap();
        let column = Column::from_symbol(symbol).unwrap();
        let reply = position.landing(column).unwrap();
        assert!(step.has_own(reply), "{replies}: {reply} has no line of its own");
        position = position.play(column).unwrap();
        assert!(!position.moves().any(|column| position.is_winning_move(column)), "{replies}");
    }
    assert!(plan.step(&position).is_some(), "{replies}");
}

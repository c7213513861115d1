//! Counts which positions of the first player's plan come up against the levels, for `cargo xtask beat`.
//!
//! The trainer teaches the plan in the order of these counts. It uses other games, the trials, to count how many
//! somebody would win.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context, Result};
use foursight::plan::{Plan, SHIPPED};
use foursight::{AnySize, Position, STANDARD};
use foursight_engine::{BookSolver, Control, Level, LevelPlayer, OpeningBooks, Solver};

/// The games of each level, by their seeds: those that are counted, and the trials.
const COUNTED: Range<u64> = 100..1_000;
const TRIALS: Range<u64> = 0..100;

const HEAD: &str = "\
# Games of the levels against first.plan: 900 of each that are counted, and 100 trials. Written by `cargo xtask beat`.
# Of each game, the second player's replies after which the plan needs a line, - for none; after a star, how often that came.";

pub(crate) fn run() -> Result<()> {
    let plan: Plan = SHIPPED[0].parse().context("the first player's plan")?;
    let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
    println!("{HEAD}");
    for level in 1..=10 {
        let level = Level::new(level).context("levels go up to 10")?;
        for (name, seeds) in [("level", COUNTED), ("trial", TRIALS)] {
            let mut games = BTreeMap::new();
            for seed in seeds {
                *games.entry(replies(&plan, level, seed, &mut solver)).or_insert(0) += 1;
            }
            println!("{name} {level}:{}", text_of(&games));
        }
        eprintln!("tools: level {level}");
    }
    Ok(())
}

/// The replies of a level to the plan, until a rule answers all others or the plan completes a line; `-` for none.
fn replies(plan: &Plan, level: Level, game: u64, solver: &mut BookSolver<Solver>) -> String {
    let mut player = LevelPlayer::new(level, game);
    let mut position = Position::new();
    let mut replies = String::new();
    while let Some(step) = plan.step(&position.to_any()) {
        position = position.play(step.cell.column).expect("the plan is checked");
        let reply = player.choose(&position, solver, &mut Control::default());
        let reply = reply.expect("the plan has not won yet");
        let cell = position.landing(reply).expect("it is legal");
        position = position.play(reply).expect("it is legal");
        if !step.has_own(cell) || finishes(&position.to_any()) {
            break;
        }
        replies.push(reply.symbol());
    }
    if replies.is_empty() { "-".to_owned() } else { replies }
}

fn text_of(games: &BTreeMap<String, usize>) -> String {
    let items = games.iter().map(|(replies, n)| match n {
        1 => format!(" {replies}"),
        n => format!(" {replies}*{n}"),
    });
    items.collect()
}

fn finishes(position: &Position<AnySize>) -> bool {
    position.moves().any(|column| position.is_winning_move(column))
}

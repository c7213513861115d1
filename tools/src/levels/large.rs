//! Boards that cannot be solved: every level against the one below, and level 10 against a far weaker one.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};

use super::{LEAST_SHARE, LevelsArgs, PAGE, PERFECT, Rung, play};
use crate::{save_section, target, workspace};

/// The boards.
const BOARDS: [&str; 4] = ["8x8", "9x7", "9x9", "10x10"];

/// Stands for all these boards together.
const ALL: &str = "all";

/// The time per move.
const CLOCK: &str = "1s";

/// The first line of this part of the page.
const HEADING: &str = "## Boards that cannot be solved\n";

/// The share of points that level 10 must score against the far weaker level, over all boards.
const LEAST_SHARE_OF_PERFECT: f64 = 0.95;

/// Where the others play this many pairs, level 10 plays one: it uses its whole clock.
const PAIRS_FOR_ONE_OF_PERFECT: usize = 20;

/// The games that the weights of `foursight_engine`'s evaluation come from.
const N_LEARNED: &str = "10,000";

/// A level that must not have a chance against the perfect one.
const FAR_BELOW: usize = 5;

pub(super) fn run(args: &LevelsArgs) -> Result<()> {
    let pairs = args.pairs.unwrap_or(100);
    let level = |level: usize| format!("level:{level}");
    let below = (1..PERFECT).map(|n| ([level(n), level(n - 1)], pairs));
    let others = [PERFECT - 1, FAR_BELOW].map(level);
    let of_perfect = others.map(|other| ([level(PERFECT), other], pairs_of_perfect(pairs)));
    let meetings: Vec<([String; 2], usize)> = below.chain(of_perfect).collect();
    let mut rungs: Vec<(&str, Rung)> = Vec::new();
    for board in BOARDS {
        let options = [
            format!("--size={board}"),
            format!("--clock={CLOCK}"),
            // Many boards are lost for one side after four random plies.
            "--openings=random:2".to_owned(),
            "--no-grades".to_owned(),
        ];
        for (number, (players, pairs)) in meetings.iter().enumerate() {
            let folder = target()?.join("levels").join(board).join(number.to_string());
            rungs.push((board, play(&folder, players, *pairs, args.seed, &options)?));
        }
    }
    let far_below =
        |rung: &&Rung| rung.player == level(PERFECT) && rung.opponent == level(FAR_BELOW);
    let mut on_all = rungs.iter().map(|(_, rung)| rung).filter(far_below);
    let first = on_all.next().context("level 10 has not played")?.clone();
    rungs.push((ALL, on_all.fold(first, Rung::and)));
    save_section(PAGE, HEADING, &part(&rungs, pairs, args.seed)?)?;
    for (board, rung) in &rungs {
        let least = if *board == ALL { LEAST_SHARE_OF_PERFECT } else { LEAST_SHARE };
        rung.check(least).with_context(|| board.to_string())?;
    }
    Ok(())
}

/// The pairs that level 10 plays where the others play `pairs`.
fn pairs_of_perfect(pairs: usize) -> usize {
    pairs.div_ceil(PAIRS_FOR_ONE_OF_PERFECT)
}

/// The page from this part on, as it is.
pub(super) fn rest_of_page() -> Result<String> {
    let page = fs::read_to_string(workspace().join(PAGE))?;
    Ok(page.find(HEADING).map_or_else(String::new, |start| page[start..].to_owned()))
}

fn part(rungs: &[(&str, Rung)], pairs: usize, seed: u64) -> Result<String> {
    let on_boards = rungs.iter().filter(|(board, _)| *board != ALL);
    let n_faults: u64 = on_boards.map(|(_, rung)| rung.faults).sum();
    let mut part = format!(
        "On these boards, nobody can calculate to the end of the game from the first move on. Levels 5 to 10 play by \
         estimates until they can: a search whose depth grows with its time and that ends in an evaluation of open \
         lines, of threats by their rows, and of who must play below a threat once the rest of the board is full. Its \
         weights come from {N_LEARNED} games that it played against itself; its value is the share of the points that a \
         side can expect. Whatever shows an estimate calls it likely, or not proved.\n\n\
         The games had {CLOCK} per move and openings of two random plies, {pairs} pairs for each line, or {} \
         where level {PERFECT} plays. Levels lost {n_faults} of these games by the clock or another fault. `cargo xtask \
         levels --large --pairs {pairs} --seed {seed}` plays the games again and rewrites this part of the page.\n\n\
         | board | level | against | games | won | drawn | lost | points |\n|---|---|---|---|---|---|---|---|\n",
        pairs_of_perfect(pairs)
    );
    for (board, rung) in rungs {
        writeln!(part, "| {board} | {} |", rung.cells())?;
    }
    Ok(part)
}

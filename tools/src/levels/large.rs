//! Boards that cannot be solved: every level against the one below, and level 10 against ordinary programs.

use std::env;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};

use super::{LEAST_SHARE, LevelsArgs, PAGE, PERFECT, Rung, play};
use crate::{save, target, workspace};

/// The boards.
const BOARDS: [&str; 4] = ["8x8", "9x7", "9x9", "10x10"];

/// Stands for all these boards together.
const ALL: &str = "all";

/// The time per move.
const CLOCK: &str = "1s";

/// The first line of this part of the page.
const HEADING: &str = "## Boards that cannot be solved\n";

/// The share of points that level 10 must score against each of the others, over all boards.
const LEAST_SHARE_OF_PERFECT: f64 = 0.95;

/// Where the others play this many pairs, level 10 plays one: it uses its whole clock.
const PAIRS_FOR_ONE_OF_PERFECT: usize = 20;

/// The games that the weights of `foursight_engine`'s evaluation come from.
const N_LEARNED: &str = "10,000";

/// A level that must not have a chance against the perfect one.
const FAR_BELOW: usize = 5;

pub(super) fn run(args: &LevelsArgs) -> Result<()> {
    let pairs = args.pairs.unwrap_or(100);
    let tools = env::current_exe()?;
    let tools = tools.to_str().context("the path of this program is not text")?;
    let level = |level: usize| format!("level:{level}");
    let rival = |name: &str| format!("{name}='{tools}' rival {name}");
    let below = (1..PERFECT).map(|n| ([level(n), level(n - 1)], pairs));
    let others = [level(PERFECT - 1), level(FAR_BELOW), rival("alpha-beta"), rival("uct")];
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
    for other in [&level(FAR_BELOW), "alpha-beta", "uct"] {
        let of_other = |rung: &&Rung| rung.player == level(PERFECT) && rung.opponent == other;
        let mut on_all = rungs.iter().map(|(_, rung)| rung).filter(of_other);
        let first = on_all.next().context("it has not played")?.clone();
        rungs.push((ALL, on_all.fold(first, Rung::and)));
    }
    let page = fs::read_to_string(workspace().join(PAGE))?;
    let standard = page.split(HEADING).next().unwrap_or_default();
    save(PAGE, &format!("{standard}{}", part(&rungs, pairs, args.seed)?))?;
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

/// The current text of this part of the page.
pub(super) fn part_of_page() -> Result<String> {
    let page = fs::read_to_string(workspace().join(PAGE))?;
    Ok(page.split_once(HEADING).map_or_else(String::new, |(_, part)| format!("{HEADING}{part}")))
}

fn part(rungs: &[(&str, Rung)], pairs: usize, seed: u64) -> Result<String> {
    let on_boards = rungs.iter().filter(|(board, _)| *board != ALL);
    let (n_faults, n_faults_of_others) = on_boards.fold((0, 0), |(levels, others), (_, rung)| {
        (levels + rung.faults, others + rung.faults_of_others)
    });
    let mut part = format!(
        "{HEADING}\n\
         On these boards, nobody can calculate to the end of the game from the first move on. Levels 5 to 10 play by \
         estimates until they can: a search whose depth grows with its time and that ends in an evaluation of open \
         lines, of threats by their rows, and of who must play below a threat once the rest of the board is full. Its \
         weights come from {N_LEARNED} games that it played against itself; its value is the share of the points that a \
         side can expect. Whatever shows an estimate calls it likely, or not proved.\n\n\
         The games had {CLOCK} per move and openings of two random plies, {pairs} pairs for each line, or {} \
         where level {PERFECT} plays. Levels lost {n_faults} of these games by the clock or another fault. \
         `alpha-beta` looks eight plies ahead and counts open lines; `uct` plays random games from the leaves of a growing \
         tree for as long as its clock allows. These two lost {n_faults_of_others} by the clock or another fault. \
         `cargo xtask levels --large --pairs {pairs} --seed {seed}` plays the games again and rewrites this part of the \
         page.\n\n\
         | board | level | against | games | won | drawn | lost | points |\n|---|---|---|---|---|---|---|---|\n",
        pairs_of_perfect(pairs)
    );
    for (board, rung) in rungs {
        writeln!(part, "| {board} | {} |", rung.cells())?;
    }
    Ok(part)
}

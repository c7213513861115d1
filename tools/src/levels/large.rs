//! Boards that cannot be solved: every level against the one below, and level 10 against ordinary programs.

use std::env;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};

use super::{LEAST_SHARE, LevelsArgs, PAGE, PERFECT, Rung, play};
use crate::{save, target, workspace};

/// The boards.
const BOARDS: [&str; 4] = ["8x8", "9x7", "9x9", "10x10"];

/// The time per move.
const CLOCK: &str = "1s";

/// The first line of this part of the page.
const HEADING: &str = "## Boards that cannot be solved\n";

/// The share of points that level 10 must score against ordinary programs.
const LEAST_SHARE_OF_RIVALS: f64 = 0.95;

/// The games that the weights of `foursight_engine`'s evaluation come from.
const N_LEARNED: &str = "1,600";

/// The levels that differ by five: a beginner must not have a chance against the best.
const FAR_BELOW: usize = 5;

pub(super) fn run(args: &LevelsArgs) -> Result<()> {
    let pairs = args.pairs.unwrap_or(20);
    let tools = env::current_exe()?;
    let tools = tools.to_str().context("the path of this program is not text")?;
    let level = |level: usize| format!("level:{level}");
    let rival = |name: &str| format!("{name}='{tools}' rival {name}");
    let mut meetings: Vec<[String; 2]> = (1..=PERFECT).map(|n| [level(n), level(n - 1)]).collect();
    meetings.push([level(PERFECT), level(FAR_BELOW)]);
    meetings.extend(["alpha-beta", "uct"].map(|name| [level(PERFECT), rival(name)]));
    let mut rungs: Vec<(&str, Rung)> = Vec::new();
    for board in BOARDS {
        let options = [
            format!("--size={board}"),
            format!("--clock={CLOCK}"),
            // Many boards are lost for one side after four random plies.
            "--openings=random:2".to_owned(),
            "--no-grades".to_owned(),
        ];
        for (number, players) in meetings.iter().enumerate() {
            let folder = target()?.join("levels").join(board).join(number.to_string());
            rungs.push((board, play(&folder, players, pairs, args.seed, &options)?));
        }
    }
    let page = fs::read_to_string(workspace().join(PAGE))?;
    let standard = page.split(HEADING).next().unwrap_or_default();
    save(PAGE, &format!("{standard}{}", part(&rungs, pairs, args.seed)?))?;
    for (board, rung) in &rungs {
        let is_far = !rung.opponent.starts_with("level:") || rung.opponent == level(FAR_BELOW);
        let is_far = is_far && rung.player == level(PERFECT);
        let least = if is_far { LEAST_SHARE_OF_RIVALS } else { LEAST_SHARE };
        rung.check(least).with_context(|| board.to_string())?;
    }
    Ok(())
}

/// The current text of this part of the page.
pub(super) fn part_of_page() -> Result<String> {
    let page = fs::read_to_string(workspace().join(PAGE))?;
    Ok(page.split_once(HEADING).map_or_else(String::new, |(_, part)| format!("{HEADING}{part}")))
}

fn part(rungs: &[(&str, Rung)], pairs: usize, seed: u64) -> Result<String> {
    let mut part = format!(
        "{HEADING}\n\
         On these boards, nobody can calculate to the end of the game from the first move on. Levels 5 to 10 play by \
         estimates until they can: a search whose depth grows with its time and that ends in an evaluation of open \
         lines, of threats by their rows, and of who must play below a threat once the rest of the board is full. Its \
         weights come from {N_LEARNED} games that it played against itself; its value is the share of the points that a \
         side can expect. Whatever shows an estimate calls it likely, or not proved. The games had {CLOCK} per move and openings of two random plies, {pairs} pairs for each line. \
         `alpha-beta` looks eight plies ahead and counts open lines; `uct` plays random games from the leaves of a \
         growing tree for as long as its clock allows. `cargo xtask levels --large --pairs {pairs} --seed {seed}` plays \
         the games again and rewrites this part of the page; nobody was late.\n\n\
         | board | level | against | games | won | drawn | lost | points |\n|---|---|---|---|---|---|---|---|\n"
    );
    for (board, rung) in rungs {
        writeln!(part, "| {board} | {} |", rung.cells())?;
    }
    Ok(part)
}

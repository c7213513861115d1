//! The threats that levels overlook in the games of `cargo xtask levels`: by the direction of the line, by the distance
//! from the last disc, and discs right below a threat.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use foursight::line::{Direction, line_starts};
use foursight::notation::moves;
use foursight::{Bitboard, Bits, Cell, Column, Position, STANDARD, Size};
use serde_json::Value;

use super::{folder, read_lines};

/// The highest level of the table, which is never careless.
const CAREFUL: usize = 6;

/// Fewer chances than these have no figure.
const FEW: usize = 30;

const HEAD: &str = "\
| level | wins: up | row | diagonal | blocks: up | row | diagonal | in the last disc's column | next to it | farther | steps |
|---|---|---|---|---|---|---|---|---|---|---|
";

/// The first columns of the table that count wins, blocks by direction, blocks by distance, and steps.
const WINS: usize = 0;
const BLOCKS: usize = 3;
const DISTANCES: usize = 6;
const STEPS: usize = 9;

/// The chances of a level in each column of the table, and how many of them it missed.
type Chances = [[usize; 2]; STEPS + 1];

/// The section of the page, from the stored games of the ladder.
pub(super) fn section() -> Result<String> {
    let mut levels = [Chances::default(); CAREFUL + 1];
    for level in 1..=CAREFUL {
        for game in read_lines(&folder(level)?.join("games.jsonl"))? {
            add_game(&mut levels[level - 1..=level], &game).context("a stored game")?;
        }
    }
    let mut section = format!(
        "The games above also show what each level overlooks, in percent: the only cell that wins at once; the only \
         one that stops the opponent's next disc from winning, by the direction of the line and by the distance from the \
         last disc; and how often it plays a *step*, a disc right below a cell where the opponent then wins, where it \
         could do otherwise. From level {CAREFUL} on, a level leaves such a cell only where it has lost anyway.\n\n{HEAD}"
    );
    for (level, chances) in levels.iter().enumerate() {
        let share = |[missed, all]: [usize; 2]| match all {
            ..FEW => " - |".to_owned(),
            all => format!(" {:.0} |", 100.0 * missed as f64 / all as f64),
        };
        writeln!(section, "| {level} |{}", chances.map(share).concat())?;
    }
    writeln!(section, "\nEach figure stands for at least {FEW} chances.")?;
    Ok(section)
}

/// Adds a game between two levels, whose numbers the stored game uses.
fn add_game(levels: &mut [Chances], game: &Value) -> Option<()> {
    let (opening, played) = (game["opening"].as_str()?, game["moves"].as_str()?);
    let players = [0, 1].map(|side| game["players"][side].as_u64());
    let columns = moves::read(&format!("{opening}{played}"), STANDARD).ok()?;
    for (ply, pair) in columns.moves().windows(2).enumerate().skip(opening.len() - 1) {
        let (last, position) = (pair[0], &columns.positions()[ply + 1]);
        let level = players[position.ply() % 2]? as usize;
        add_move(&mut levels[level], position, last, pair[1]);
    }
    Some(())
}

fn add_move(chances: &mut Chances, position: &Position, last: Column, played: Column) {
    let mut add = |column: usize, is_missed: bool| {
        let [missed, all] = &mut chances[column];
        *missed += usize::from(is_missed);
        *all += 1;
    };
    let playable = position.playable_cells();
    let wins: Vec<Cell> = (position.winning_cells() & playable).cells().collect();
    let threats = position.opponent_winning_cells();
    let blocks: Vec<Cell> = (threats & playable).cells().collect();
    match (&*wins, &*blocks) {
        (&[win], _) => add(WINS + direction(position.mover(), win), played != win.column),
        ([], &[block]) => {
            let is_missed = played != block.column;
            add(BLOCKS + direction(position.opponent(), block), is_missed);
            let distance = last.index().abs_diff(block.column.index());
            add(DISTANCES + distance.min(2), is_missed);
        }
        ([], []) => {
            let is_step = |&cell: &Cell| threats.contains(Cell { row: cell.row + 1, ..cell });
            let (steps, others): (Vec<Cell>, Vec<Cell>) = playable.cells().partition(is_step);
            if !steps.is_empty() && !others.is_empty() {
                add(STEPS, steps.iter().any(|step| step.column == played));
            }
        }
        _ => {}
    }
}

/// 0 for a line up a column, 1 for one along a row, 2 for a diagonal: the first of these that the cell completes.
fn direction<S: Size>(discs: Bitboard<S>, cell: Cell) -> usize {
    let size = discs.size();
    let line = discs.bits() | Bitboard::from_cell(size, cell).bits();
    let runs = |&direction: &Direction| line_starts(size, line, direction) != S::Bits::ZERO;
    Direction::ALL.iter().position(runs).expect("the cell completes a line").min(2)
}

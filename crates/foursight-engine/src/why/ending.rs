//! The endings of games against a strategy, as the checker has seen them: in zugzwang, or otherwise.

use foursight::reason::{Claim, End, Proof};
use foursight::{AnySize, Bitboard, Cell};

use super::story::{above, completed_line, winning_cells};
use super::strategy::{Often, Outcome};
use crate::short_sort::sort_short_by_key;

/// The maximum number of cells that a sentence lists.
const MAX_CELLS: usize = 3;

/// The outcome of the strategy in `proof`, which begins with answers.
pub(super) fn outcome(proof: &Proof<AnySize>) -> Outcome {
    if proof.reason().claim == Claim::Holds {
        return Outcome::Never;
    }
    let hero = proof.reason().hero;
    let winning = winning_cells(proof.position(), hero);
    let line = |cells: &[Cell]| match cells {
        [cell] if winning.contains(*cell) => completed_line(proof.position(), hero, *cell),
        _ => Vec::new(),
    };
    if let Some((cells, at_latest)) = zugzwang(proof, winning) {
        return Outcome::RunsOut { line: line(&cells), cells, at_latest };
    }
    let (cells, often) = most_often(proof);
    Outcome::Line { line: line(&cells), cells, often }
}

/// The winning cells below which the opponent must play in the end if it blocks all it can, and whether it can also
/// lose earlier. `None` if some games end otherwise.
fn zugzwang(proof: &Proof<AnySize>, winning: Bitboard<AnySize>) -> Option<(Vec<Cell>, bool)> {
    let mut cells = Vec::new();
    let mut at_latest = false;
    for (End { reply, cells: finishes, is_resisting }, _) in proof.ends() {
        let above = above(*reply);
        if !is_resisting {
            at_latest = true;
        } else if *finishes != [above] || !winning.contains(above) {
            return None;
        } else if !cells.contains(&above) {
            cells.push(above);
        }
    }
    sort_short_by_key(&mut cells, |&cell| cell);
    ((1..=MAX_CELLS).contains(&cells.len())).then_some((cells, at_latest))
}

/// The few cells in which the hero completes a line most often; none if there are too many.
pub(super) fn most_often(proof: &Proof<AnySize>) -> (Vec<Cell>, Often) {
    let resisting: Vec<(&End, usize)> = proof.ends().filter(|(end, _)| end.is_resisting).collect();
    let n_all: usize = resisting.iter().map(|(_, n_positions)| n_positions).sum();
    let mut cells: Vec<Cell> = Vec::new();
    loop {
        let mut counts: Vec<(Cell, usize)> = Vec::new();
        let mut n_left = 0;
        for (end, n_positions) in &resisting {
            if is_in(end, &cells) {
                continue;
            }
            n_left += n_positions;
            for cell in &end.cells {
                match counts.iter_mut().find(|(known, _)| known == cell) {
                    Some((_, n)) => *n += n_positions,
                    None => counts.push((*cell, *n_positions)),
                }
            }
        }
        if n_left == 0 {
            let is_always = proof.ends().all(|(end, _)| is_in(end, &cells));
            sort_short_by_key(&mut cells, |&cell| cell);
            return (cells, if is_always { Often::Always } else { Often::AtLatest });
        }
        // All cells with the same count; otherwise, the mirror image could get different cells.
        let most = counts.iter().map(|(_, n)| *n).max().unwrap_or_default();
        let next: Vec<Cell> =
            counts.into_iter().filter(|(_, n)| *n == most).map(|(cell, _)| cell).collect();
        if cells.len() + next.len() > MAX_CELLS {
            let is_most = 2 * n_left < n_all;
            sort_short_by_key(&mut cells, |&cell| cell);
            return (if is_most { cells } else { Vec::new() }, Often::Mostly);
        }
        cells.extend(next);
    }
}

/// Whether the hero can complete a line in one of `cells`.
pub(super) fn is_in(end: &End, cells: &[Cell]) -> bool {
    end.cells.iter().any(|cell| cells.contains(cell))
}

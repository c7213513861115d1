//! The answer of a [`Follow`] rule to a disc of the other side.

use alloc::vec::Vec;

use super::Follow;
use super::grid::Grid;
use crate::{Cell, Player};

/// The hero's answer by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) cell: Cell,
    pub(super) kind: Kind,
}

/// The origin of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The partner or the cell above, or a spare column if neither can be played.
    Plain,
    /// A block, if it differs from the plain answer.
    Block,
    /// A disc that makes a double threat.
    DoubleThreat,
    /// Another cell, because the plain answer would let the other side complete a line at once.
    Detour,
}

impl Kind {
    pub(super) const COUNT: usize = Self::Detour as usize + 1;
}

impl Follow {
    /// The answer of `hero` to a disc of the other side in `reply`.
    pub(super) fn answer(&self, grid: &mut Grid, hero: Player, reply: Cell) -> Option<Answer> {
        let above = Cell { row: reply.row + 1, ..reply };
        let plain = self.partner(reply).into_iter().chain([above]);
        let plain: Vec<Cell> = plain.filter(|&cell| grid.is_landing(cell)).collect();
        let first = plain.first().copied();
        if let Some(cell) = grid.finish(hero.other()) {
            let kind = if first == Some(cell) { Kind::Plain } else { Kind::Block };
            return Some(Answer { cell, kind });
        }
        if self.double_threats
            && let Some(cell) = grid.double_threat(hero)
        {
            return Some(Answer { cell, kind: Kind::DoubleThreat });
        }
        let spare: Vec<Cell> =
            self.spare.iter().filter_map(|&column| grid.landing(column)).collect();
        let is_safe = |&cell: &Cell| {
            grid.drop(cell, hero);
            let is_safe = grid.finish(hero.other()).is_none();
            grid.take_back(cell);
            is_safe
        };
        let cell = plain.into_iter().chain(spare).find(is_safe).or(first)?;
        let is_plain = first.is_none_or(|first| first == cell);
        Some(Answer { cell, kind: if is_plain { Kind::Plain } else { Kind::Detour } })
    }
}

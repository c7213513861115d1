//! The disc that a strategy plays after given moves, and the answer of a [`Follow`] rule to a disc of the other side.

use alloc::vec::Vec;

use super::grid::Grid;
use super::{Answers, Follow, Reason, Start, Turn};
use crate::{Cell, Column, Player, Position, Size};

pub(super) fn next_move<S: Size>(
    reason: &Reason,
    position: &Position<S>,
    moves: &[Column],
) -> Option<Cell> {
    let hero = reason.hero;
    let mut grid = Grid::new(position);
    let mut moves = moves.iter();
    let (mut turn, mut rules) = match &reason.start {
        Start::Hero(turn) => (Some(turn.cell()), Rules::after(turn)),
        Start::Other(answers) => (None, Rules::Answers(answers)),
    };
    loop {
        if let Some(cell) = turn {
            let Some(&column) = moves.next() else { return Some(cell) };
            if column != cell.column || grid.completes(cell, hero) {
                return None;
            }
            grid.drop(cell, hero);
        }
        let reply = grid.landing(*moves.next()?)?;
        grid.drop(reply, hero.other());
        let answer = rules.answer(&mut grid, hero, reply)?;
        (turn, rules) = (Some(answer.0), answer.1);
    }
}

/// The hero's instructions at some point of a strategy.
#[derive(Clone, Copy)]
enum Rules<'a> {
    Answers(&'a Answers),
    Follow(&'a Follow),
    /// The hero has completed a line.
    Finished,
}

impl<'a> Rules<'a> {
    fn after(turn: &'a Turn) -> Self {
        match turn {
            Turn::Finish(_) => Self::Finished,
            Turn::Play(_, answers) => Self::Answers(answers),
        }
    }

    /// The hero's cell after a disc of the other side in `reply`, and the hero's rules from then on.
    fn answer(self, grid: &mut Grid, hero: Player, reply: Cell) -> Option<(Cell, Self)> {
        if let Some(cell) = grid.finish(hero) {
            return Some((cell, Self::Finished));
        }
        let follow = match self {
            Self::Finished => return None,
            Self::Follow(follow) => follow,
            Self::Answers(answers) => match answers.named(reply) {
                Some(turn) => return Some((turn.cell(), Self::after(turn))),
                None => answers.follow.as_ref()?,
            },
        };
        Some((follow.answer(grid, hero, reply)?.cell, Self::Follow(follow)))
    }
}

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

//! The disc that a strategy plays after given moves.

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

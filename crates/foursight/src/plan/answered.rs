//! The hero's turns that follow a rule, after a line of the plan.

use alloc::vec::Vec;

use super::rest::HeroTurn;
use super::{Plan, Step, finish};
use crate::reason::{Answers, Turn};
use crate::{AnySize, Cell, Column, Player, Position, Size};

impl Plan {
    /// The hero's last turn that follows a line's answers, on the way to `position` or in it.
    pub(super) fn answered_turn(&self, position: &Position<AnySize>) -> Option<HeroTurn> {
        let find = |target| {
            let is_before = |line: &&super::Line| is_within(&line.position, &target);
            self.lines.iter().filter(is_before).find_map(|line| {
                let after = line.position.play(line.step.cell.column).ok()?;
                let moves = [&*line.moves, &[line.step.cell.column]].concat();
                self.answered(&target, (after, &moves), &line.step, &mut Vec::new())
            })
        };
        find(*position).or_else(|| {
            let (before, moves, step) = find(position.mirror())?;
            let width = position.size().width();
            let moves = moves.iter().map(|column| column.mirror(width)).collect();
            Some((before.mirror(), moves, step.mirror(width)))
        })
    }

    /// The turn that leads to `target` if the other side is to move after `step` and the step has answers.
    fn answered(
        &self,
        target: &Position<AnySize>,
        (after, moves): (Position<AnySize>, &[Column]),
        step: &Step,
        seen: &mut Vec<(Position<AnySize>, Answers)>,
    ) -> Option<HeroTurn> {
        let answers = step.answers.as_ref()?;
        // Other orders of the same discs lead to the same turns.
        let state = (after, answers.clone());
        if !is_within(&after, target) || seen.contains(&state) {
            return None;
        }
        seen.push(state);
        let other = self.hero.other();
        let replies = after.moves().filter_map(|column| after.landing(column));
        let played = replies.filter(|&cell| has(target, other, cell) && !step.own.contains(&cell));
        played.into_iter().find_map(|reply| {
            let next = after.play(reply.column).ok().filter(|next| finish(next).is_none())?;
            let turn: Turn = self.turn(&after, reply, answers)?;
            let step = Step::of_turn(turn)?;
            let moves = [moves, &[reply.column]].concat();
            let end = next.play(step.cell.column).ok()?;
            if next == *target || end == *target {
                return Some((next, moves, step));
            }
            let on = [&*moves, &[step.cell.column]].concat();
            self.answered(target, (end, &on), &step, seen)
        })
    }
}

/// Whether `target` contains every disc of `position`.
fn is_within(position: &Position<AnySize>, target: &Position<AnySize>) -> bool {
    [Player::First, Player::Second]
        .into_iter()
        .all(|player| position.discs_of(player).cells().all(|cell| has(target, player, cell)))
}

fn has(position: &Position<AnySize>, player: Player, cell: Cell) -> bool {
    position.disc_at(cell) == Some(player)
}

//! The rest of a plan: the lines that games from one of its positions can still need.

use alloc::vec;
use alloc::vec::Vec;

use super::{Plan, Step, finish, needs_line};
use crate::reason::{Answers, Turn};
use crate::{AnySize, Cell, Column, Player, Position, Size};

/// A turn of the hero: the position, moves that lead to it, and the step there.
type HeroTurn = (Position<AnySize>, Vec<Column>, Step);

impl Plan {
    /// The plan from the open `position` on, in which either side may be to move.
    ///
    /// If the other side is to move, the rest starts before the hero's disc that leads to `position`. If the hero
    /// follows a rule, the rest is one line with this rule. `None` if the hero can complete a line, or if no game that
    /// follows the plan reaches this position or its mirror image.
    ///
    /// ```
    /// use foursight::plan::{Plan, SHIPPED};
    /// use foursight::{AnySize, Position};
    ///
    /// let plan: Plan = SHIPPED[0].parse()?;
    /// let position = "41537".parse::<Position>()?.to_any();
    /// let rest = plan.rest(&position).expect("the first player plays 4, 5 and 7");
    /// assert_eq!(rest.check()?.n_lines(), rest.lines().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rest(&self, position: &Position<AnySize>) -> Option<Self> {
        if position.size() != self.position.size() {
            return None;
        }
        let Some(first) = self.last_turn(position) else {
            let (_, moves, step) = self.answered_turn(position)?;
            let start = moves.clone();
            return Self::new(position.size(), start, (self.hero, self.claim), [(moves, step)])
                .ok();
        };
        let (size, start) = (position.size(), first.1.clone());
        // Lines in the order of their moves.
        let mut lines = Vec::new();
        let mut is_seen = vec![false; self.lines.len()];
        let mut pending = vec![first];
        while let Some((position, moves, step)) = pending.pop() {
            let index = self.number(&position)?;
            if core::mem::replace(&mut is_seen[index], true) {
                continue;
            }
            pending.extend(self.next_turns(&position, &moves, &step));
            lines.push((moves, step));
        }
        Self::new(size, start, (self.hero, self.claim), lines).ok()
    }

    /// The hero's last turn on the way to `position`, or in it.
    fn last_turn(&self, position: &Position<AnySize>) -> Option<HeroTurn> {
        let (size, key) = (position.size(), position.canonical_key());
        let is_turn = position.side_to_move() == self.hero;
        let reached = |index: usize| {
            let line = &self.lines[index];
            if is_turn {
                Some(line.position)
            } else {
                line.position.play(line.step.cell.column).ok()
            }
        };
        let is_key = |reached: Option<Position<_>>| {
            reached.is_some_and(|reached| reached.canonical_key() == key)
        };
        let index = if is_turn {
            self.number(position)?
        } else {
            (0..self.lines.len()).find(|&index| is_key(reached(index)))?
        };
        let line = &self.lines[index];
        if reached(index).as_ref() == Some(position) {
            return Some((line.position, line.moves.clone(), line.step.clone()));
        }
        let width = size.width();
        let moves = line.moves.iter().map(|column| column.mirror(width)).collect();
        Some((line.position.mirror(), moves, line.step.mirror(width)))
    }

    /// The turns after those replies to `step` that have lines of their own, the last one first.
    fn next_turns(
        &self,
        position: &Position<AnySize>,
        moves: &[Column],
        step: &Step,
    ) -> Vec<HeroTurn> {
        let Ok(after) = position.play(step.cell.column) else { return Vec::new() };
        let mut columns: Vec<Column> = after.moves().collect();
        columns.reverse();
        let turn = |column: Column| {
            let reply = after.landing(column)?;
            if !step.has_own(reply) || !needs_line(&after, reply) {
                return None;
            }
            let next = after.play(column).ok()?;
            Some((next, [moves, &[step.cell.column, column]].concat(), self.step(&next)?))
        };
        columns.into_iter().filter_map(turn).collect()
    }
}

impl Plan {
    /// The hero's last turn that follows a line's answers, on the way to `position` or in it.
    fn answered_turn(&self, position: &Position<AnySize>) -> Option<HeroTurn> {
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

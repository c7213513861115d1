//! The rest of a plan: the lines that games from one of its positions can still need.

use alloc::vec;
use alloc::vec::Vec;

use super::{Plan, Step, needs_line};
use crate::{AnySize, Column, Position, Size};

/// A turn of the hero: the position, moves that lead to it, and the step there.
pub(super) type HeroTurn = (Position<AnySize>, Vec<Column>, Step);

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

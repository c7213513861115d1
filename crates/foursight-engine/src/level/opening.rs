//! The play of levels under an opening rule: the discs they place for both sides, and when they swap sides.

use foursight::{Choice, Column, Opening, Position, Size, Verdict};

use super::{Level, LevelPlayer, MAX_NODES, SKILLS};
use crate::estimate::{self, estimate};
use crate::{Control, Goal, Limits, Solve};

impl LevelPlayer {
    /// A choice in a game with an opening rule: a disc to place, a swap of sides or a move; `None` if the game is over.
    pub fn choose_by_rule<S: Size>(
        &mut self,
        position: &Position<S>,
        opening: Opening,
        solver: &mut impl Solve<S>,
        control: &mut Control<'_>,
    ) -> Option<Choice> {
        let column = match opening.n_to_place {
            0 if opening.may_swap && self.swaps(position, solver, control) => {
                return Some(Choice::Swap);
            }
            0 => self.choose(position, solver, control),
            n_to_place => self.place(position, n_to_place, solver, control),
        };
        column.map(Choice::Play)
    }

    /// Whether to swap sides in `position` rather than move: whether the side to move loses, or is likely to.
    ///
    /// A level tosses a coin as often as it would play without calculating or estimating.
    pub fn swaps<S: Size>(
        &mut self,
        position: &Position<S>,
        solver: &mut impl Solve<S>,
        control: &mut Control<'_>,
    ) -> bool {
        let Some(limits) = self.insight(control.limits) else { return self.random.bool() };
        let mut half = Control::limited(limits.part(2));
        match solver.solve(position, Goal::Verdict, &mut half).verdict() {
            Some(verdict) => verdict == Verdict::Loss,
            None => estimate(position, rest(limits)).is_some_and(|(_, share)| share < EVEN),
        }
    }

    /// A disc to place in `position`, the first of `n_to_place`, after which the opponent chooses a side; `None` if the
    /// board is full.
    ///
    /// The last disc leaves the sides as equal as possible, as far as the level calculates or estimates. All others are
    /// random.
    pub fn place<S: Size>(
        &mut self,
        position: &Position<S>,
        n_to_place: usize,
        solver: &mut impl Solve<S>,
        control: &mut Control<'_>,
    ) -> Option<Column> {
        let columns: Vec<Column> = position.moves().collect();
        let limits = self.insight(control.limits).filter(|_| n_to_place <= 1);
        let Some(limits) = limits else { return self.pick(&columns) };
        let mut half = Control::limited(limits.part(2));
        let scores = solver.solve_moves(position, Goal::Score, &mut half);
        let proved: Option<Vec<i32>> = columns
            .iter()
            .map(|&column| Some(scores.get(column)?.score()?.value().abs()))
            .collect();
        let advantages = proved.unwrap_or_else(|| {
            let of_move = |&column: &Column| {
                let next = position.play(column).expect("the move is legal");
                // A move that ends the game leaves nothing to choose.
                let share = estimate(&next, rest(limits)).map_or(0, |(_, share)| share);
                share.abs_diff(EVEN).into()
            };
            columns.iter().map(of_move).collect()
        });
        let least = advantages.iter().min()?;
        let moves = columns.iter().zip(&advantages).filter(|&(_, advantage)| advantage == least);
        self.pick(&moves.map(|(&column, _)| column).collect::<Vec<_>>())
    }

    /// The limits for a decision by calculation or estimate; `None` if this level decides without either.
    fn insight<'a>(&mut self, limits: Limits<'a>) -> Option<Limits<'a>> {
        if self.level == Level::PERFECT {
            return Some(limits);
        }
        let has_insight = self.random.u8(0..100) < SKILLS[usize::from(self.level.0)].insight;
        let nodes = limits.nodes.map_or(MAX_NODES, |nodes| nodes.min(MAX_NODES));
        has_insight.then_some(Limits { nodes: Some(nodes), ..limits })
    }
}

/// The share of the points, in percent, at which both sides are equally good.
const EVEN: u8 = 50;

/// The limits of an estimate after a search.
fn rest(limits: Limits<'_>) -> Limits<'_> {
    Limits { nodes: Some(estimate::NODES), ..limits }
}

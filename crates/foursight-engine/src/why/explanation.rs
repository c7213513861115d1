//! What is known of why a position has its result.

use foursight::reason::{Claim, Proof};
use foursight::{AnySize, Column, Player, Position, STANDARD, Verdict};

use super::finder;
use crate::{Control, Goal, MoveScores, Solve};

/// The most moves of best play after which an example looks for a reason.
const MAX_EXAMPLE: usize = 12;

/// Why a position has its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// One side wins, by a strategy.
    Certain(Proof<AnySize>),
    /// Neither side wins, since each has a strategy to hold.
    Draw {
        /// The strategy of the side to move.
        mover: Proof<AnySize>,
        /// The strategy of the other side.
        opponent: Proof<AnySize>,
    },
    /// There is no short reason, only an example of best play that reaches a position with one.
    Example {
        /// The moves of both sides.
        line: Vec<Column>,
        /// The reason of the position at its end.
        then: Box<Explanation>,
    },
    /// Nothing but a score and a line.
    Bare,
}

impl Explanation {
    pub(super) fn find(
        position: &Position<AnySize>,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        if position.outcome().is_some() {
            return Self::Bare;
        }
        if let Some(found) = Self::at_once(position, scores) {
            return found;
        }
        let mut line = solver.principal_variation(position, control);
        line.truncate(MAX_EXAMPLE);
        let mut end = *position;
        for (n_moves, &column) in (1..).zip(&line) {
            end = end.play(column).expect("best play is legal");
            if end.outcome().is_some() {
                break;
            }
            let scores = solver.solve_moves(&end, Goal::Score, control);
            if let Some(then) = Self::at_once(&end, &scores) {
                line.truncate(n_moves);
                return Self::Example { line, then: Box::new(then) };
            }
        }
        Self::Bare
    }

    /// A reason of the position itself.
    fn at_once(position: &Position<AnySize>, scores: &MoveScores) -> Option<Self> {
        let verdict = scores.best()?.verdict()?;
        let hero = position.side_to_move();
        let mut kept: Vec<(Column, i32)> = scores
            .moves()
            .filter(|(_, solution)| solution.verdict() == Some(verdict))
            .map(|(column, solution)| (column, solution.lower.value()))
            .collect();
        kept.sort_by_key(|&(_, score)| -score);
        let first: Vec<Column> = kept.into_iter().map(|(column, _)| column).collect();
        let find = |hero: Player, claim| prove(position, hero, claim, &first);
        match verdict {
            Verdict::Win => find(hero, Claim::Wins).map(Self::Certain),
            Verdict::Loss => find(hero.other(), Claim::Wins).map(Self::Certain),
            Verdict::Draw => Some(Self::Draw {
                mover: find(hero, Claim::Holds)?,
                opponent: find(hero.other(), Claim::Holds)?,
            }),
        }
    }

    /// Moves that show the explanation: the longest resistance to its strategy, or best play.
    pub(super) fn line(
        &self,
        position: &Position<AnySize>,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Vec<Column> {
        let Self::Certain(proof) = self else {
            return solver.principal_variation(position, control);
        };
        let (mut end, mut line) = (*position, Vec::new());
        while end.outcome().is_none() {
            let column = match proof.answer(&line) {
                Some(cell) => cell.column,
                None => match solver.best_move(&end, control) {
                    Some((column, _)) => column,
                    None => break,
                },
            };
            end = end.play(column).expect("both sides play legal moves");
            line.push(column);
        }
        line
    }
}

/// A reason why `hero` gets what it claims in `position`, if a short one is found.
///
/// If the hero is to move, `first` has the moves that keep the claimed result, the best first. The finder counts what it
/// tries, and its answer is always the same.
pub fn prove(
    position: &Position<AnySize>,
    hero: Player,
    claim: Claim,
    first: &[Column],
) -> Option<Proof<AnySize>> {
    let reason = match position.with_size(STANDARD) {
        Some(position) => finder::find(&position, hero, claim, first),
        None => finder::find(position, hero, claim, first),
    };
    reason?.check(position).ok()
}

//! A reason that was shown, found again in order to play against it.

use foursight::{AnySize, Cell, Column, Position, Verdict};

use super::explanation::{going_on, held, strategy};
use super::mapping::Mapping;
use super::{Explanation, ShortReason};
use crate::{Control, MoveScores, Solve};

impl Explanation {
    /// All reasons that [`Why::of_position`](super::Why::of_position) and [`Why::of_move`](super::Why::of_move) may give
    /// for a position, and all of its lessons: the strategies of both sides and the short ones or, without one, a strategy that holds for the side that wins, and
    /// a map of replies or a plan.
    pub fn all(
        position: &Position<AnySize>,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Vec<Self> {
        let (verdict, mover) =
            (scores.best().and_then(|best| best.verdict()), position.side_to_move());
        let mut go_on = going_on(control, None);
        let both = [mover, mover.other()].into_iter();
        let mut found: Vec<Self> = both
            .filter_map(|hero| strategy(position, hero, scores, &mut go_on))
            .map(Self::Certain)
            .collect();
        found.extend(ShortReason::each(position, &mut go_on).map(Self::Certain));
        if !found.is_empty() {
            return found;
        }
        if verdict == Some(Verdict::Win) {
            found.extend(held(position, scores, &mut go_on).map(Self::Certain));
        }
        drop(go_on);
        let hero = if verdict == Some(Verdict::Loss) { mover.other() } else { mover };
        let map = Mapping::new(solver, control).find(position, hero, scores);
        found.extend(Self::map_or_plan(position, map, false));
        found
    }

    /// A strategy's move after `moves` of both sides from the explained position on; `None` if it is not the strategy's
    /// turn, or it would not have played these moves, or there is none against them.
    pub fn answer(&self, moves: &[Column]) -> Option<Cell> {
        match self {
            Self::Certain(proof) | Self::Kept(proof) => proof.answer(moves),
            Self::Draw { mover, opponent } => {
                mover.answer(moves).or_else(|| opponent.answer(moves))
            }
            Self::Replies { map, .. } => map.answer(moves),
            Self::Plan { plan, .. } => plan.answer(moves),
            Self::Example { .. } | Self::Bare => None,
        }
    }
}

//! Moves that need no search: low levels, and what is known of a position already.

use std::ops::RangeInclusive;

use foursight::{AnySize, Column, Position, Score};
use foursight_engine::{Control, Goal, Level, LevelPlayer, Solution, Solve};

use super::knowledge::Knowledge;

/// The levels up to this one look only two plies ahead unless they calculate to the end.
const LOW_LEVEL: u8 = 5;

/// Solves nothing, and says what is known.
struct Known<'a> {
    knowledge: &'a Knowledge,
    /// Whether something was asked that is not known.
    is_lacking: bool,
}

impl Knowledge {
    /// The move that a level chooses, if that takes next to no time; `None` also after the end of the game.
    pub(super) fn choose_move(
        &self,
        position: &Position<AnySize>,
        level: Level,
        seed: u64,
    ) -> Option<Column> {
        let mut known = Known { knowledge: self, is_lacking: false };
        let control = &mut Control::default();
        let column = if level == Level::PERFECT {
            known.best_move(position, control).map(|(column, _)| column)
        } else if level.number() <= LOW_LEVEL {
            LevelPlayer::new(level, seed).choose(position, &mut known, control)
        } else {
            None
        };
        // It would have chosen otherwise if it knew more.
        column.filter(|_| !known.is_lacking)
    }
}

impl Solve<AnySize> for Known<'_> {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        _: Goal,
        _: &mut Control<'_>,
    ) -> Solution {
        let score = self.knowledge.score(position);
        self.is_lacking |= score.is_none();
        let (lower, upper) = known.into_inner();
        score.map_or_else(
            || Solution { lower, upper, ..Solution::unproved(position) },
            Solution::exact,
        )
    }

    fn clear(&mut self) {}
}

#[cfg(test)]
mod tests {
    use foursight::notation::moves;
    use foursight_engine::{BookSolver, OpeningBooks, Solver};

    use super::*;

    #[test]
    fn moves_without_a_search_are_those_of_the_levels() {
        let knowledge = Knowledge::new(OpeningBooks::embedded());
        let position = |text| moves::position(text, AnySize::default()).unwrap();
        let mut n_known = 0;
        for level in Level::all() {
            for (text, seed) in [("4455", 1), ("44", 2), ("2252576253462", 3), ("445567", 4)] {
                let position = position(text);
                let Some(column) = knowledge.choose_move(&position, level, seed) else { continue };
                n_known += 1;
                let mut solver =
                    BookSolver::new(OpeningBooks::embedded(), Solver::new(position.size()));
                let mut player = LevelPlayer::new(level, seed);
                let chosen = player.choose(&position, &mut solver, &mut Control::default());
                assert_eq!(Some(column), chosen, "level {level} after {text}");
            }
        }
        assert!(n_known >= 5 * 4 + 3, "{n_known} moves needed no search");
    }
}

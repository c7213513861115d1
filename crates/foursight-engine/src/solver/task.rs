//! One position to solve, with its known bounds.

use std::ops::RangeInclusive;

use foursight::{Player, Position, Score, Size};

use super::ask::Answer;
use crate::clock::Instant;
use crate::lanes::Lanes;
use crate::node::Node;
use crate::ordering::Model;
use crate::search::{Search, Stopped};
use crate::table::Access;
use crate::{Control, Goal, Solution};

/// One position to solve, with its known bounds.
pub(super) struct Task<S: Size> {
    pub(super) root: Node<S>,
    is_first_player: bool,
    lower: i32,
    upper: i32,
    /// The bounds that questions assume until one is proved: they depend on the number of empty cells alone.
    asked: [i32; 2],
}

impl<S: Size> Task<S> {
    /// The task, or the answer if it takes no search or a limit is reached.
    pub(super) fn new(
        position: &Position<S>,
        known: RangeInclusive<Score>,
        control: &Control<'_>,
    ) -> Result<Self, Solution> {
        if let Some(score) = score_at_sight(position) {
            return Err(Solution::exact(score));
        }
        let Some(root) = Node::new(position) else {
            return Err(Solution::exact(Score::loss_next(position)));
        };
        let [least, most] = [known.start(), known.end()].map(|score| score.value());
        let lower = root.min().max(least);
        let asked = [lower, root.max().min(most).max(lower)];
        let unproved = Solution::unproved(position);
        let lower = lower.max(unproved.lower.value());
        let upper = asked[1].min(unproved.upper.value()).max(lower);
        // A search checks its limits only every thousand nodes, so many short searches in a row would never check them.
        if control.limits.are_reached(0) {
            let [lower, upper] = [lower, upper].map(|value| Score::new(value as i8));
            return Err(Solution { lower, upper, nodes: 0, from_book: false });
        }
        let is_first_player = position.side_to_move() == Player::First;
        Ok(Self { root, is_first_player, lower, upper, asked })
    }

    /// A search with one thread.
    pub(super) fn search<'a, 'c>(
        &self,
        table: Access<'a, S>,
        columns: &'a Lanes<S::Bits>,
        order: &'a Model,
        control: &'a mut Control<'c>,
    ) -> Search<'a, 'c, S> {
        let start = control.progress.is_some().then(Instant::now);
        Search {
            table,
            own_table: None,
            columns,
            order,
            control,
            team: None,
            lower: self.lower,
            upper: self.upper,
            nodes: 0,
            start,
        }
    }

    /// Asks one question after another until `goal` is proved or a limit reached.
    pub(super) fn prove<'a, 'c>(
        &self,
        search: &mut Search<'a, 'c, S>,
        goal: Goal,
        mut ask: impl FnMut(&mut Search<'a, 'c, S>, i32) -> Answer,
    ) -> Solution {
        let mut questions = Questions { n_asked: 0, goal, is_first_player: self.is_first_player };
        while !search.solution().proves(goal) {
            let lower = if search.lower == self.lower { self.asked[0] } else { search.lower };
            let upper = if search.upper == self.upper { self.asked[1] } else { search.upper };
            let beta = questions.next_beta(lower, upper).clamp(search.lower + 1, search.upper);
            let alpha = beta - 1;
            match ask(search, alpha) {
                Ok(score) if score > alpha => search.lower = search.lower.max(score),
                Ok(score) => search.upper = search.upper.min(score),
                Err(Stopped) => break,
            }
            search.report();
        }
        search.solution()
    }
}

/// The score of a game that is over or ends with the next disc.
fn score_at_sight<S: Size>(position: &Position<S>) -> Option<Score> {
    let wins = || position.winning_cells() & position.playable_cells();
    Score::at_end(position).or_else(|| (!wins().is_empty()).then(|| Score::win_now(position)))
}

/// The order of questions.
pub(super) struct Questions {
    pub(super) n_asked: usize,
    pub(super) goal: Goal,
    pub(super) is_first_player: bool,
}

impl Questions {
    /// The next `beta` to ask about, given a score from `lower` to `upper`, which differ.
    ///
    /// Answers far from 0 are cheap, and they leave bounds in the table that help with the costly ones. So first rule
    /// out the quick wins and losses, then ask for the verdict, on the side where it is more likely, and last for the
    /// distance, from the side of the draw.
    pub(super) fn next_beta(&mut self, lower: i32, upper: i32) -> i32 {
        self.n_asked += 1;
        let beta = match (self.goal, self.n_asked) {
            (Goal::AtLeast(score), _) => score.value(),
            (Goal::Score, 1) => upper / 2 + 1,
            (Goal::Score, 2) => lower / 2,
            (Goal::Score, _) if lower > 3 || upper < -3 => lower + (upper - lower + 1) / 2,
            _ if lower < 0 && upper > 0 => i32::from(self.is_first_player),
            _ if lower == 0 => 1,
            _ if upper == 0 => 0,
            _ if lower > 0 => lower + 1 + (upper - lower - 1) / 3,
            _ => upper - (upper - lower - 1) / 3,
        };
        beta.clamp(lower + 1, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to every question is open, and the answers lead to every score.
    #[test]
    fn questions_narrow_to_the_score() {
        for (goal, is_first_player) in [
            (Goal::Score, true),
            (Goal::Score, false),
            (Goal::Verdict, true),
            (Goal::Verdict, false),
        ] {
            for score in -20..=20 {
                let (mut lower, mut upper) = (-20, 20);
                let mut questions = Questions { n_asked: 0, goal, is_first_player };
                while lower < upper {
                    let beta = questions.next_beta(lower, upper);
                    assert!(lower < beta && beta <= upper, "{lower} {beta} {upper}");
                    if score >= beta { lower = beta } else { upper = beta - 1 }
                }
                assert_eq!(lower, score);
                assert!(questions.n_asked < 20);
            }
        }
    }
}

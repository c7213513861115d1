//! One position to solve, with its known bounds.

use std::ops::RangeInclusive;

use foursight::{Player, Position, Score, Size};

use super::ask::Answer;
use super::questions::Questions;
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

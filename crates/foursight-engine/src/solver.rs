//! The exact solver: which questions are asked of the search, and when it stops.
//!
//! The score is found by asking "is it at least `beta`?" for one `beta` after another, each question
//! a window of width one. The search answers with a bound that may prove more than was asked.

use std::time::Instant;

use foursight::{Position, Score, Size, Standard};

use crate::node::Node;
use crate::ordering::ColumnOrder;
use crate::search::{Search, Stopped};
use crate::table::TranspositionTable;
use crate::{Control, Goal, Solution, Solve, TableSize};

/// An exact solver for boards of one size.
///
/// It keeps what it has proved from one position to the next.
#[derive(Debug)]
pub struct Solver<S: Size = Standard> {
    table: TranspositionTable<S>,
    columns: ColumnOrder<S::Bits>,
}

impl<S: Size> Solver<S> {
    /// A solver for boards of `size` with a table of the default size.
    pub fn new(size: S) -> Self {
        Self::with_table(size, TableSize::default())
    }

    /// A solver for boards of `size` with a table of `table_size`.
    pub fn with_table(size: S, table_size: TableSize) -> Self {
        Self { table: TranspositionTable::new(size, table_size), columns: ColumnOrder::new(size) }
    }
}

impl<S: Size> Solve<S> for Solver<S> {
    fn solve(&mut self, position: &Position<S>, goal: Goal, control: &mut Control<'_>) -> Solution {
        if let Some(score) = score_at_sight(position) {
            return Solution::exact(score);
        }
        let Some(root) = Node::new(position) else {
            return Solution::exact(Score::loss_next(position.size().n_cells(), position.ply()));
        };
        self.table.start_generation();
        let search = Search {
            table: &mut self.table,
            columns: &self.columns,
            control,
            lower: root.min(),
            upper: root.max(),
            nodes: 0,
            start: Instant::now(),
        };
        narrow(search, &root, goal, position.ply().is_multiple_of(2))
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// The score of a game that is over or ends with the next disc.
fn score_at_sight<S: Size>(position: &Position<S>) -> Option<Score> {
    let (n_cells, ply) = (position.size().n_cells(), position.ply());
    if position.is_won() {
        return Some(Score::lost(n_cells, ply));
    }
    if position.is_full() {
        return Some(Score::DRAW);
    }
    let wins = position.winning_cells() & position.playable_cells();
    (!wins.is_empty()).then(|| Score::win_now(n_cells, ply))
}

/// Asks until the bounds prove `goal` or a limit is reached.
fn narrow<S: Size>(
    mut search: Search<'_, '_, S>,
    root: &Node<S>,
    goal: Goal,
    is_first_player: bool,
) -> Solution {
    let mut questions = Questions { n_asked: 0, goal, is_first_player };
    while !search.solution().proves(goal) {
        let alpha = questions.next_beta(search.lower, search.upper) - 1;
        match search.search(root, alpha) {
            Ok(score) if score > alpha => search.lower = search.lower.max(score),
            Ok(score) => search.upper = search.upper.min(score),
            Err(Stopped) => break,
        }
        search.report();
    }
    search.solution()
}

/// The order of questions.
struct Questions {
    n_asked: usize,
    goal: Goal,
    is_first_player: bool,
}

impl Questions {
    /// The `beta` to ask about next, with the score from `lower` to `upper`, which differ.
    ///
    /// Far from 0 the answers are cheap, and they leave bounds in the table that help with the dear
    /// ones: first the quick wins and losses are ruled out, then the verdict is asked for, on the
    /// side where it is more likely, and last the distance, from the side of the draw.
    fn next_beta(&mut self, lower: i32, upper: i32) -> i32 {
        self.n_asked += 1;
        let beta = match (self.goal, self.n_asked) {
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

    /// Every question is open, and the answers lead to every score.
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

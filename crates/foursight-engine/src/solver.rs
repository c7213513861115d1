//! The exact solver: a position's score, found by asking the search one question after another.
//!
//! Each question is "is the score at least `beta`?", a window of width one. The answer is a bound that may
//! prove more than was asked. [`questions`] chooses the next one, [`ask`](mod@ask) puts it to one thread or
//! several.

mod ask;
mod own_tables;
mod questions;

use std::num::NonZeroUsize;
use std::time::Instant;

use foursight::{Player, Position, Score, Size, Standard};

use crate::lanes::{Lanes, columns_from_center};
use crate::node::Node;
use crate::search::{Search, Stopped};
use crate::table::{Access, TranspositionTable};
use crate::{Control, Goal, Solution, Solve, TableError, TableSize, ThreadBudget};
use ask::ask;
use own_tables::OwnTables;
use questions::Questions;

/// An exact solver for boards of one size.
///
/// It keeps what it has proved from one position to the next.
#[derive(Debug)]
pub struct Solver<S: Size = Standard> {
    table: TranspositionTable<S>,
    columns: Lanes<S::Bits>,
    threads: ThreadBudget,
    own_tables: OwnTables<S>,
}

impl<S: Size> Solver<S> {
    /// A solver for boards of `size` with a table of the default size.
    pub fn new(size: S) -> Self {
        Self::with_table(size, TableSize::default())
    }

    /// A solver for boards of `size` with a table of `table_size`.
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`Solver::try_with_table`] returns an error instead.
    pub fn with_table(size: S, table_size: TableSize) -> Self {
        Self::try_with_table(size, table_size).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A solver for boards of `size` with a table of `table_size`.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table.
    pub fn try_with_table(size: S, table_size: TableSize) -> Result<Self, TableError> {
        let table = TranspositionTable::new(size, table_size)?;
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let own_tables = OwnTables::new(size);
        Ok(Self { table, columns: columns_from_center(size), threads, own_tables })
    }

    /// The same solver, which searches with several threads where one would take long: a number of its own, or a
    /// [`ThreadBudget`] that it shares with other solvers.
    ///
    /// The score does not depend on it; the number of nodes does.
    #[must_use]
    pub fn with_threads(self, threads: impl Into<ThreadBudget>) -> Self {
        Self { threads: threads.into(), ..self }
    }
}

impl<S: Size> Solve<S> for Solver<S> {
    fn solve(&mut self, position: &Position<S>, goal: Goal, control: &mut Control<'_>) -> Solution {
        if let Some(score) = score_at_sight(position) {
            return Solution::exact(score);
        }
        let Some(root) = Node::new(position) else {
            return Solution::exact(Score::loss_next(position));
        };
        // A search looks at its limits only every thousand nodes: many short ones in a row would not see them.
        if control.limits.are_reached(0) {
            let [lower, upper] = [root.min(), root.max()].map(|value| Score::new(value as i8));
            return Solution { lower, upper, nodes: 0, from_book: false };
        }
        self.table.start_search();
        let _own_place = self.threads.take();
        let mut search = Search {
            table: Access { table: &self.table, is_shared: false },
            own_table: None,
            columns: &self.columns,
            control,
            team: None,
            lower: root.min(),
            upper: root.max(),
            nodes: 0,
            start: Instant::now(),
        };
        let is_first_player = position.side_to_move() == Player::First;
        let mut questions = Questions { n_asked: 0, goal, is_first_player };
        while !search.solution().proves(goal) {
            let alpha = questions.next_beta(search.lower, search.upper) - 1;
            match ask(&mut search, &root, alpha, &self.threads, &self.own_tables) {
                Ok(score) if score > alpha => search.lower = search.lower.max(score),
                Ok(score) => search.upper = search.upper.min(score),
                Err(Stopped) => break,
            }
            search.report();
        }
        let solution = search.solution();
        self.table.end_search(solution.nodes);
        solution
    }

    fn clear(&mut self) {
        self.table.clear();
        self.own_tables.clear();
    }
}

/// The score of a game that is over or ends with the next disc.
fn score_at_sight<S: Size>(position: &Position<S>) -> Option<Score> {
    let wins = || position.winning_cells() & position.playable_cells();
    Score::at_end(position).or_else(|| (!wins().is_empty()).then(|| Score::win_now(position)))
}

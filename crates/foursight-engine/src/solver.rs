//! The exact solver: a position's score, found by asking the search one question after another.
//!
//! Each question is "is the score at least `beta`?", a window of width one. The answer is a bound that may prove more
//! than was asked. [`task`] chooses the next question, and [`ask`](mod@ask) puts it to one thread or several.

mod ask;
mod own_tables;
mod side_by_side;
mod task;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use foursight::{Position, Score, Size, Standard};

use crate::lanes::{Lanes, columns_from_center};
use crate::ordering::Model;
use crate::search::Search;
use crate::table::{Access, TranspositionTable};
use crate::{Control, Goal, Solution, Solve, TableError, TableSize, ThreadBudget};
use ask::{NODES_ALONE, ask};
use own_tables::OwnTables;
use task::Task;

/// An exact solver for boards of one size.
///
/// It keeps what it has proved from one position to the next.
#[derive(Debug)]
pub struct Solver<S: Size = Standard> {
    table: TranspositionTable<S>,
    columns: Lanes<S::Bits>,
    order: &'static Model,
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
        let columns = columns_from_center(size);
        Ok(Self { table, columns, order: Model::learned(size), threads, own_tables })
    }

    /// The same solver with another order of moves.
    #[must_use]
    pub fn with_order(self, order: &'static Model) -> Self {
        Self { order, ..self }
    }

    /// The same solver, but long searches use several threads: a fixed number, or a [`ThreadBudget`] that it shares
    /// with other solvers.
    ///
    /// The score does not depend on it; the number of nodes does.
    #[must_use]
    pub fn with_threads(self, threads: impl Into<ThreadBudget>) -> Self {
        Self { threads: threads.into(), ..self }
    }
}

impl<S: Size> Solve<S> for Solver<S> {
    fn solve_within(
        &mut self,
        position: &Position<S>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        let task = match Task::new(position, known, control) {
            Ok(task) => task,
            Err(solution) => return solution,
        };
        self.table.start_search();
        let _own_place = self.threads.take();
        let Self { table, columns, order, threads, own_tables } = self;
        let mut search = task.search(Access { table, is_shared: false }, columns, order, control);
        let ask = |search: &mut Search<'_, '_, S>, alpha| {
            ask(search, &task.root, alpha, threads, own_tables)
        };
        let solution = task.prove(&mut search, goal, ask);
        self.table.end_search(solution.nodes);
        solution
    }

    fn solve_each(
        &mut self,
        positions: &[(Position<S>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Vec<Solution> {
        let (mut solutions, mut n_nodes) = (Vec::new(), 0);
        while n_nodes < NODES_ALONE || !self.threads.has_spare() {
            let Some((position, known)) = positions.get(solutions.len()) else { return solutions };
            let solution = self.solve_within(position, known.clone(), goal, control);
            n_nodes += solution.nodes;
            solutions.push(solution);
        }
        let rest = &positions[solutions.len()..];
        solutions.extend(self.solve_side_by_side(rest, goal, control));
        solutions
    }

    fn clear(&mut self) {
        self.table.clear();
        self.own_tables.clear();
    }
}

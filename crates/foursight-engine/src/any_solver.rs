//! A solver for a board whose size is known only at run time.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use foursight::size::SizeVisitor;
use foursight::{AnySize, Position, Score, Size};

use crate::ordering::Model;
use crate::{Control, Goal, Solution, Solve, Solver, TableError, TableSize, ThreadBudget};

/// An exact solver for boards of one size, chosen at run time.
///
/// Per node, boards with lines of four whose bitboards fit into 64 bits (up to 8x8, 9x7 and 10x6) take up to 1.6 times as
/// long as the standard one, larger boards up to 3.3 times. Other line lengths take up to nine times as long.
pub struct AnySolver {
    solver: Box<dyn Solve<AnySize> + Send>,
}

impl AnySolver {
    /// A solver for boards of `size` with a table of `table_size`.
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`AnySolver::try_with_threads`] returns an error instead.
    pub fn new(size: AnySize, table_size: TableSize) -> Self {
        Self::with_threads(size, table_size, NonZeroUsize::MIN)
    }

    /// A solver with a number of threads, as with [`Solver::with_threads`].
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`AnySolver::try_with_threads`] returns an error instead.
    pub fn with_threads(
        size: AnySize,
        table_size: TableSize,
        threads: impl Into<ThreadBudget>,
    ) -> Self {
        let solver = Self::try_with_threads(size, table_size, threads);
        solver.unwrap_or_else(|error| panic!("{error}"))
    }

    /// A solver for boards of `size` with a table of `table_size` and a number of threads.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table.
    pub fn try_with_threads(
        size: AnySize,
        table_size: TableSize,
        threads: impl Into<ThreadBudget>,
    ) -> Result<Self, TableError> {
        Self::build(size, table_size, threads.into(), Model::learned(size))
    }

    /// A solver with another order of moves.
    ///
    /// # Panics
    ///
    /// If there is not enough memory.
    pub fn with_order(size: AnySize, table_size: TableSize, order: &'static Model) -> Self {
        let solver = Self::build(size, table_size, NonZeroUsize::MIN.into(), order);
        solver.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Not generic, so the search is compiled with this crate, which is optimized even where its users are not.
    fn build(
        size: AnySize,
        table_size: TableSize,
        threads: ThreadBudget,
        order: &'static Model,
    ) -> Result<Self, TableError> {
        Ok(Self { solver: size.dispatch(BuildSolver { table_size, threads, order })? })
    }
}

impl Solve<AnySize> for AnySolver {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        self.solver.solve_within(position, known, goal, control)
    }

    fn solve_each(
        &mut self,
        positions: &[(Position<AnySize>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Vec<Solution> {
        self.solver.solve_each(positions, goal, control)
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

struct BuildSolver {
    table_size: TableSize,
    threads: ThreadBudget,
    order: &'static Model,
}

impl SizeVisitor for BuildSolver {
    type Output = Result<Box<dyn Solve<AnySize> + Send>, TableError>;

    fn visit<S: Size>(self, size: S) -> Self::Output {
        let solver = Solver::try_with_table(size, self.table_size)?;
        let solver = solver.with_threads(self.threads).with_order(self.order);
        Ok(Box::new(OnBoard { size, solver }))
    }
}

/// A solver that takes its positions in their run-time form.
struct OnBoard<S: Size> {
    size: S,
    solver: Solver<S>,
}

impl<S: Size> OnBoard<S> {
    /// A position of the solver's board.
    ///
    /// # Panics
    ///
    /// If it is of another size.
    fn own(&self, position: &Position<AnySize>) -> Position<S> {
        position.with_size(self.size).expect("a solver is asked about its own board")
    }
}

impl<S: Size> Solve<AnySize> for OnBoard<S> {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        self.solver.solve_within(&self.own(position), known, goal, control)
    }

    fn solve_each(
        &mut self,
        positions: &[(Position<AnySize>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Vec<Solution> {
        let own =
            |(position, known): &(_, RangeInclusive<Score>)| (self.own(position), known.clone());
        let positions: Vec<_> = positions.iter().map(own).collect();
        self.solver.solve_each(&positions, goal, control)
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

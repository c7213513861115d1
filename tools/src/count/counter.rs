//! The number of positions at each ply, without looking at each of them.
//!
//! Every position before a position without lines has no lines either. So lines play no part in whether a sequence of
//! moves leads to such a position: what matters is whether red and yellow discs can be taken from its columns
//! alternately. A small decision diagram answers this question column by column (`orders`). A second small machine, an
//! automaton, detects whether there is a line (`lines`, `automaton`). Both read the cells in the same order, so
//! positions that have led both to the same point can be added up (`sum`): on the standard board, at most 21 million
//! points stand for all positions of a ply.
//!
//! A won position can be reached if it has a last disc: a disc on top of a column, on all lines, without which some
//! sequence of moves leads to the position. Several discs may qualify, but the position counts once. The reader
//! therefore *marks* some of them, in every possible way (`marked`), and the positions with an even number of marks are
//! subtracted from those with an odd number.

mod automaton;
mod lines;
mod marked;
mod memory;
mod numbers;
mod orders;
mod run;
mod sum;
mod symbol;

use std::num::NonZeroUsize;

use foursight::{AnySize, Size};

use automaton::Automaton;
use marked::DiagramColumn;
pub(crate) use memory::CountError;
use memory::Memory;
use orders::Orders;
use sum::Sum;

/// The counts of a board so far; a [`Counter`] continues from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    size: AnySize,
    /// The positions without a line, of each ply that is counted.
    without_line: Vec<u64>,
    /// The positions that the last disc won, of these plies and the next one.
    won: Vec<u64>,
}

/// The positions of one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlyCount {
    /// Number of discs.
    pub(crate) ply: usize,
    /// All positions that games reach; a position and its mirror image are two.
    pub(crate) positions: u64,
    /// Positions that the last disc won.
    pub(crate) won: u64,
}

impl Tally {
    /// Nothing counted yet. The empty board is not won.
    pub(crate) fn new(size: AnySize) -> Self {
        Self { size, without_line: Vec::new(), won: vec![0] }
    }

    /// A tally with the numbers of an earlier one, unless they cannot belong to `size`.
    pub(crate) fn resume(size: AnySize, without_line: Vec<u64>, won: Vec<u64>) -> Option<Self> {
        let tally = Self { size, without_line, won };
        let is_plausible = tally.without_line.len() <= size.n_cells() + 1
            && tally.won.len() == tally.without_line.len() + 1
            && tally.fits();
        is_plausible.then_some(tally)
    }

    /// Whether the number of all positions fits into 64 bits.
    fn fits(&self) -> bool {
        let mut numbers = self.without_line.iter().chain(&self.won);
        numbers.try_fold(0, |sum: u64, &number| sum.checked_add(number)).is_some()
    }

    /// The board.
    pub(crate) fn size(&self) -> AnySize {
        self.size
    }

    /// Every ply that is counted.
    pub(crate) fn plies(&self) -> impl Iterator<Item = PlyCount> + '_ {
        let numbers = self.without_line.iter().zip(&self.won).enumerate();
        numbers.map(|(ply, (open, &won))| PlyCount { ply, positions: open + won, won })
    }

    /// The positions without a line, of each ply that is counted.
    pub(crate) fn without_line(&self) -> &[u64] {
        &self.without_line
    }

    /// The positions that the last disc won, of each ply that is counted and of the next one.
    pub(crate) fn won(&self) -> &[u64] {
        &self.won
    }

    /// The number of positions that are counted.
    pub(crate) fn n_positions(&self) -> u64 {
        self.plies().map(|ply| ply.positions).sum()
    }

    /// The number of counted positions that the last disc won.
    pub(crate) fn n_won(&self) -> u64 {
        self.plies().map(|ply| ply.won).sum()
    }

    /// Whether all plies are counted.
    pub(crate) fn is_complete(&self) -> bool {
        self.without_line.len() > self.size.n_cells()
    }
}

/// Counts the positions of a board, ply by ply.
pub(crate) struct Counter {
    tally: Tally,
    resources: Resources,
    /// The readers of positions, unless all plies are counted.
    readers: Option<(Automaton, Orders)>,
}

/// The resources that a count may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resources {
    /// Number of threads.
    pub(crate) n_threads: NonZeroUsize,
    /// The maximum memory, in bytes. With less, a count takes longer.
    pub(crate) max_bytes: usize,
}

/// The current step of a [`Counter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The ply being counted; none during preparation.
    pub(crate) ply: Option<usize>,
    /// The column being read, counted from 0. With little memory, columns are read several times.
    pub(crate) column: usize,
}

impl Counter {
    /// Prepares to continue from `tally`. Calls `report` with every step.
    ///
    /// # Errors
    ///
    /// If the memory is too small for the board.
    pub(crate) fn new(
        tally: Tally,
        resources: Resources,
        report: &mut dyn FnMut(Step),
    ) -> Result<Self, CountError> {
        if tally.is_complete() {
            return Ok(Self { tally, resources, readers: None });
        }
        let memory = Memory::new(resources.max_bytes);
        let automaton =
            Automaton::new(tally.size, memory, &mut |column| report(Step { ply: None, column }))?;
        let mut orders = Orders::new(tally.size);
        for _ in 0..tally.without_line.len() {
            orders.advance();
        }
        Ok(Self { tally, resources, readers: Some((automaton, orders)) })
    }

    /// Counts the next ply. Returns whether there was one. Calls `report` with every step.
    ///
    /// # Errors
    ///
    /// If the memory is too small for the board, or a number too large for 64 bits.
    pub(crate) fn count_ply(&mut self, report: &mut dyn FnMut(Step)) -> Result<bool, CountError> {
        let Some((automaton, orders)) = &mut self.readers else { return Ok(false) };
        let ply = self.tally.without_line.len();
        let diagram = marked::diagram(orders, self.tally.size);
        let diagrams: usize = diagram.iter().map(DiagramColumn::n_bytes).sum();
        let n_bytes = automaton.n_bytes() + orders.n_bytes() + diagrams;
        let memory = Memory::new(self.resources.max_bytes).without(n_bytes);
        let sum = Sum::new(automaton, &diagram, self.resources.n_threads);
        let mut report = |column| report(Step { ply: Some(ply), column });
        let [without_line, odd, even] = sum.verdicts(memory, &mut report)?;
        let mut tally = self.tally.clone();
        tally.without_line.push(without_line);
        tally.won.push(odd - even);
        if !tally.fits() {
            return Err(CountError::TooLarge);
        }
        self.tally = tally;
        orders.advance();
        if self.tally.is_complete() {
            self.readers = None;
        }
        Ok(true)
    }

    /// The counts so far.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }
}

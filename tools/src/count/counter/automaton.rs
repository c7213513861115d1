//! The smallest automaton that reads positions and accepts those whose lines are in order.

use std::mem;

use foursight::{AnySize, Size};

use super::lines::{Reader, State, Verdict};
use super::memory::{CountError, Memory};
use super::numbers::Numbers;
use super::symbol::Symbol;

/// The states that follow a state for each symbol, numbered from 1; 0 means none.
type Successors = [u32; Symbol::ALL.len()];

/// The automaton, column by column.
///
/// Before the first column it has one state; after the last one it has the three states of [`Automaton::VERDICTS`].
pub(super) struct Automaton {
    pub(super) columns: Vec<AutomatonColumn>,
}

/// The states before each cell of a column, those of the bottom row first.
pub(super) struct AutomatonColumn {
    /// The offsets at which each row's states begin, and at which the last ones end.
    pub(super) rows: Vec<usize>,
    /// The steps to each state of the rows above the bottom row, and then to the states before the next column.
    pub(super) predecessors: Predecessors,
}

/// The steps that lead to each of some states.
pub(super) struct Predecessors {
    starts: Vec<usize>,
    /// For each step, the state that it leaves, times 8, plus the symbol.
    steps: Vec<u32>,
}

impl Predecessors {
    /// The states of the column from which `symbol` leads to `state`.
    pub(super) fn of(&self, state: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let steps = &self.steps[self.starts[state]..self.starts[state + 1]];
        steps.iter().map(|&step| (step as usize / 8, step as usize % 8))
    }

    /// Number of states that the steps lead to.
    pub(super) fn n_targets(&self) -> usize {
        self.starts.len() - 1
    }
}

impl Automaton {
    /// The states after the last cell.
    pub(super) const VERDICTS: [Verdict; 3] =
        [Verdict::LineFree, Verdict::OddMarks, Verdict::EvenMarks];

    /// Calls `report` with the number of each column that it is about to read.
    pub(super) fn new(
        size: AnySize,
        memory: Memory,
        report: &mut dyn FnMut(usize),
    ) -> Result<Self, CountError> {
        let (cells, verdicts) = explore(size, memory, report)?;
        let cells = minimized(cells, verdicts, size);
        let mut next_numbers = Self::VERDICTS.len();
        let mut columns = Vec::new();
        for cells in cells.chunks(size.height()).rev() {
            columns.push(AutomatonColumn::new(cells, next_numbers)?);
            next_numbers = cells[0].len();
        }
        columns.reverse();
        Ok(Self { columns })
    }

    /// Size in memory, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        let columns = self.columns.iter().map(|column| &column.predecessors);
        columns.map(|p| size_of_val(&p.starts[..]) + size_of_val(&p.steps[..])).sum()
    }
}

/// The successors of all states before each cell, and the verdicts after the last one.
fn explore(
    size: AnySize,
    memory: Memory,
    report: &mut dyn FnMut(usize),
) -> Result<(Vec<Vec<Successors>>, Vec<Verdict>), CountError> {
    let (reader, height) = (Reader::new(size), size.height());
    let mut cells = Vec::with_capacity(size.n_cells());
    let mut n_states = 0;
    let mut before = vec![State::START];
    for column in 0..size.width() {
        report(column);
        let mut before_next_column = Numbers::new();
        for row in 0..height {
            let mut above = Numbers::new();
            let mut successors = vec![Successors::default(); before.len()];
            n_states += before.len();
            for (state, successors) in before.iter().zip(&mut successors) {
                for (symbol, successor) in Symbol::ALL.into_iter().zip(successors) {
                    if let Some(next) = reader.read(state, (column, row), symbol) {
                        let goes_on = symbol.goes_on(row, height);
                        let numbers = if goes_on { &mut above } else { &mut before_next_column };
                        *successor = numbers.number(next) + 1;
                    }
                }
                let n_new = above.in_order.len() + before_next_column.in_order.len();
                memory
                    .check(n_states * size_of::<Successors>() + n_new * Numbers::<State>::BYTES)?;
            }
            cells.push(successors);
            before = above.in_order;
        }
        before = before_next_column.in_order;
    }
    Ok((cells, before.iter().map(State::verdict).collect()))
}

/// Merges states with the same successors, and removes those from which nothing is accepted.
fn minimized(
    mut cells: Vec<Vec<Successors>>,
    verdicts: Vec<Verdict>,
    size: AnySize,
) -> Vec<Vec<Successors>> {
    let accepted = verdicts.into_iter().map(|verdict| {
        Automaton::VERDICTS.iter().position(|&v| v == verdict).map_or(0, |place| place as u32 + 1)
    });
    let mut next_column: Vec<u32> = [0].into_iter().chain(accepted).collect();
    let mut above = Vec::new();
    for (cell, successors) in cells.iter_mut().enumerate().rev() {
        let row = cell % size.height();
        let mut numbers = Numbers::new();
        let renumbered = mem::take(successors).into_iter().map(|mut successors| {
            for (symbol, successor) in Symbol::ALL.into_iter().zip(&mut successors) {
                let goes_on = symbol.goes_on(row, size.height());
                let renumbered = if goes_on { &above } else { &next_column };
                *successor = renumbered[*successor as usize];
            }
            let is_dead = successors == Successors::default();
            if is_dead { 0 } else { numbers.number(successors) + 1 }
        });
        above = [0].into_iter().chain(renumbered).collect();
        *successors = numbers.in_order;
        if row == 0 {
            next_column = mem::take(&mut above);
        }
    }
    cells
}

impl AutomatonColumn {
    /// The column, from the successors of the states of each row, and the number of states before the next column.
    fn new(cells: &[Vec<Successors>], n_next: usize) -> Result<Self, CountError> {
        let mut rows = vec![0];
        for cell in cells {
            rows.push(rows[rows.len() - 1] + cell.len());
        }
        let n_inside = rows[rows.len() - 1] - rows[1];
        if u32::try_from(rows[rows.len() - 1] * 8).is_err() {
            return Err(CountError::TooLarge);
        }
        let mut steps = Vec::new();
        for (row, cell) in cells.iter().enumerate() {
            for (state, successors) in (rows[row]..).zip(cell) {
                for symbol in Symbol::ALL {
                    let successor = successors[symbol as usize] as usize;
                    if successor > 0 {
                        let goes_on = symbol.goes_on(row, cells.len());
                        let first = if goes_on { rows[row + 1] - rows[1] } else { n_inside };
                        steps.push((first + successor - 1, (state * 8 + symbol as usize) as u32));
                    }
                }
            }
        }
        Ok(Self { rows, predecessors: Predecessors::new(n_inside + n_next, &steps) })
    }
}

impl Predecessors {
    /// Sorts steps, each with the state that it leads to, by that state.
    fn new(n_targets: usize, steps: &[(usize, u32)]) -> Self {
        let mut starts = vec![0; n_targets + 1];
        for &(target, _) in steps {
            starts[target + 1] += 1;
        }
        for target in 0..n_targets {
            starts[target + 1] += starts[target];
        }
        let mut places = starts.clone();
        let mut sorted = vec![0; steps.len()];
        for &(target, step) in steps {
            sorted[places[target]] = step;
            places[target] += 1;
        }
        Self { starts, steps: sorted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 3x3 board has no room for a line, so one state before each cell will do.
    #[test]
    fn states_are_as_few_as_can_be() {
        for (width, height, n_states) in [(3, 3, 9), (4, 4, 3_492), (5, 4, 22_229)] {
            let size = AnySize::new(width, height, 4).expect("the size is valid");
            let memory = Memory::new(1 << 30);
            let automaton = Automaton::new(size, memory, &mut |_| ()).expect("there is memory");
            let n_found = automaton.columns.iter().map(|column| column.rows[height]).sum::<usize>();
            assert_eq!(n_found, n_states, "{size}");
        }
    }
}

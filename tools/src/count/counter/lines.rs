//! The facts about a position's lines that its reader must remember.
//!
//! The state holds, for each cell still to come next to a cell that was read, the run of discs that ends there, in each
//! direction. Runs that no longer fit between the edges of the board are forgotten, which keeps the number of states
//! small.

use foursight::{AnySize, Size};

use super::run::Run;
use super::symbol::Symbol;

/// Directions of lines, apart from the vertical: level, rising and falling.
const N_DIRECTIONS: usize = 3;
const RISING: usize = 1;
const FALLING: usize = 2;
/// The highest board.
const MAX_HEIGHT: usize = 10;

/// The reader's knowledge of the marks and of the line that must run through all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    None,
    /// More marks must follow before a line is complete.
    Open,
    /// All marks were read, but no line through them.
    Closed,
    /// A line runs through all marks.
    Done,
}

/// The memory of a reader between two cells.
///
/// Before row r of column c is read, the runs of rows from r on come from column c - 1 and lead to the cell of their row.
/// The runs of lower rows start from column c and are stored with the row in which they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The bytes of the runs: ten for each direction, then the vertical one.
    runs: [u8; N_DIRECTIONS * MAX_HEIGHT + 1],
    /// Twice the number of [`Marks`], and 1 if an odd number of marks was read.
    marks: u8,
}

/// Whether the position has no line or, if it has lines, how many marks they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    LineFree,
    OddMarks,
    EvenMarks,
    Rejected,
}

impl State {
    /// Before the first cell.
    pub(super) const START: Self = Self { runs: [0; _], marks: 0 };

    /// The verdict after the last cell.
    pub(super) fn verdict(&self) -> Verdict {
        match (self.marks(), self.marks % 2) {
            (Marks::None, _) => Verdict::LineFree,
            (Marks::Done, 1) => Verdict::OddMarks,
            (Marks::Done, _) => Verdict::EvenMarks,
            _ => Verdict::Rejected,
        }
    }

    fn marks(&self) -> Marks {
        [Marks::None, Marks::Open, Marks::Closed, Marks::Done][usize::from(self.marks / 2)]
    }

    fn set_marks(&mut self, marks: Marks) {
        self.marks = marks as u8 * 2 + self.marks % 2;
    }

    fn run(&self, direction: usize, row: usize) -> Run {
        Run::from_byte(self.runs[direction * MAX_HEIGHT + row])
    }

    fn set_run(&mut self, direction: usize, row: usize, run: Run) {
        self.runs[direction * MAX_HEIGHT + row] = run.to_byte();
    }

    fn vertical(&self) -> Run {
        Run::from_byte(self.runs[N_DIRECTIONS * MAX_HEIGHT])
    }

    fn set_vertical(&mut self, run: Run) {
        self.runs[N_DIRECTIONS * MAX_HEIGHT] = run.to_byte();
    }

    /// Replaces every run through a mark.
    fn replace_marked(&mut self, replacement: impl Fn(u8, u8) -> u8) {
        for byte in &mut self.runs {
            if let Run::Marked { total, after } = Run::from_byte(*byte) {
                *byte = Run::own(replacement(total, after)).to_byte();
            }
        }
    }
}

/// Reads the cells of a board of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    width: usize,
    height: usize,
    connect: u8,
}

impl Reader {
    pub(super) fn new(size: AnySize) -> Self {
        Self { width: size.width(), height: size.height(), connect: size.connect() as u8 }
    }

    /// The state after `symbol` is read in `column` and `row`, unless that rules the position out.
    ///
    /// If the column ends with the symbol, it is the state before the next column.
    pub(super) fn read(
        self,
        state: &State,
        (column, row): (usize, usize),
        symbol: Symbol,
    ) -> Option<State> {
        let mut next = *state;
        let mut first_empty = row + 1;
        match symbol {
            Symbol::End => first_empty = row,
            Symbol::Own => self.read_own(&mut next, column, row)?,
            Symbol::Other => self.read_other(&mut next, column, row)?,
            Symbol::Mark => self.read_mark(&mut next, column, row, false)?,
            Symbol::LastMark => self.read_mark(&mut next, column, row, true)?,
        }
        if !symbol.goes_on(row, self.height) {
            self.end_column(&mut next, first_empty);
        }
        let needs_line = matches!(next.marks(), Marks::Open | Marks::Closed);
        let has_run = next.runs.iter().any(|&byte| Run::from_byte(byte).is_marked());
        (!needs_line || has_run).then_some(next)
    }

    fn read_own(self, state: &mut State, column: usize, row: usize) -> Option<()> {
        let mut is_done = false;
        for direction in 0..N_DIRECTIONS {
            let run = match state.run(direction, row) {
                Run::Own(total) => Run::Own(self.lengthened(total)?),
                Run::Marked { total, after } if total + 1 < self.connect => {
                    Run::Marked { total: total + 1, after: after + 1 }
                }
                Run::Marked { .. } if state.marks() != Marks::Closed => return None,
                Run::Marked { after, .. } => {
                    is_done = true;
                    Run::Own(after + 1)
                }
                Run::None | Run::Other(_) => Run::Own(1),
            };
            self.put(state, direction, (column, row), run);
        }
        let below = if let Run::Own(total) = state.vertical() { total } else { 0 };
        self.put_vertical(state, row, Run::Own(self.lengthened(below)?));
        if is_done {
            state.set_marks(Marks::Done);
            state.replace_marked(|_, after| after);
        }
        Some(())
    }

    fn read_other(self, state: &mut State, column: usize, row: usize) -> Option<()> {
        let other = |run| if let Run::Other(total) = run { total } else { 0 };
        for direction in 0..N_DIRECTIONS {
            let total = self.lengthened(other(state.run(direction, row)))?;
            self.put(state, direction, (column, row), Run::Other(total));
        }
        let total = self.lengthened(other(state.vertical()))?;
        self.put_vertical(state, row, Run::Other(total));
        Some(())
    }

    /// Reads a mark. Only lines through all marks count.
    fn read_mark(self, state: &mut State, column: usize, row: usize, is_last: bool) -> Option<()> {
        let is_first = match state.marks() {
            Marks::None => true,
            Marks::Open => false,
            Marks::Closed | Marks::Done => return None,
        };
        state.marks ^= 1;
        let mut is_done = false;
        // A line that ends here is welcome if it runs through all marks and this mark is the last one.
        let mut complete = |runs_through_all: bool| {
            is_done = true;
            (runs_through_all && is_last).then_some(())
        };
        if matches!(state.vertical(), Run::Own(total) if total + 1 >= self.connect) {
            complete(is_first)?;
        }
        let mut runs = [Run::None; N_DIRECTIONS];
        for (direction, run) in runs.iter_mut().enumerate() {
            let (total, after) = match state.run(direction, row) {
                Run::Marked { total, after } => (total + 1, Some(after + 1)),
                Run::Own(total) => (total + 1, is_first.then_some(0)),
                Run::None | Run::Other(_) => (1, is_first.then_some(0)),
            };
            *run = match after {
                _ if total >= self.connect => {
                    complete(after.is_some())?;
                    Run::own(after.unwrap_or(0))
                }
                Some(after) => Run::Marked { total, after },
                None => Run::Own(total),
            };
        }
        if !is_first {
            // The line runs through the first mark and this one, so the first mark's other runs become ordinary runs.
            if !runs.iter().any(|run| run.is_marked()) && !is_done {
                return None;
            }
            for direction in 0..N_DIRECTIONS {
                state.set_run(direction, row, Run::None);
            }
            state.replace_marked(|total, _| total);
        }
        for (direction, run) in runs.into_iter().enumerate() {
            self.put(state, direction, (column, row), run);
        }
        state.set_marks(match (is_done, is_last) {
            (true, _) => Marks::Done,
            (false, true) => Marks::Closed,
            (false, false) => Marks::Open,
        });
        if is_done {
            state.replace_marked(|_, after| after);
        }
        Some(())
    }

    /// A run with one more disc, unless it becomes a line.
    fn lengthened(self, total: u8) -> Option<u8> {
        (total + 1 < self.connect).then_some(total + 1)
    }

    /// Stores a run that ends in a cell, if it can still become a line.
    fn put(self, state: &mut State, direction: usize, (column, row): (usize, usize), run: Run) {
        let missing = usize::from(self.connect - run.total());
        let fits = column + missing < self.width
            && match direction {
                RISING => row + missing < self.height,
                FALLING => row >= missing,
                _ => true,
            };
        state.set_run(direction, row, if fits { run } else { Run::None });
    }

    fn put_vertical(self, state: &mut State, row: usize, run: Run) {
        let fits = row + usize::from(self.connect - run.total()) < self.height;
        state.set_vertical(if fits { run } else { Run::None });
    }

    /// Turns the runs toward the cells of the next column.
    fn end_column(self, state: &mut State, first_empty: usize) {
        let height = self.height;
        for row in first_empty..height {
            (0..N_DIRECTIONS).for_each(|direction| state.set_run(direction, row, Run::None));
        }
        let of = |direction| direction * MAX_HEIGHT..direction * MAX_HEIGHT + height;
        // No run rises above the top row or falls below the bottom row, so the rows that wrap around are empty.
        state.runs[of(RISING)].rotate_right(1);
        state.runs[of(FALLING)].rotate_left(1);
        state.set_vertical(Run::None);
    }
}

const _: () = assert!(size_of::<State>() == 32);

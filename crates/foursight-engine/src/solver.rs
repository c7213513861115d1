//! The exact search: negamax with null windows, a transposition table and an order of moves.
//!
//! The score is found by asking "is it above `alpha`?" for one `alpha` after another, each question
//! a window of width one. The search answers with a bound that may prove more than was asked
//! (fail-soft). A node is a position in which the side to move cannot win at once, so a question
//! is about the moves that do not lose at once.

use std::time::Instant;

use foursight::{Bitboard, Column, Position, Score, Size, Standard};

use crate::ordering::OrderedMoves;
use crate::solve::sort_from_center;
use crate::table::TranspositionTable;
use crate::{Control, Goal, Progress, Solution, Solve, TableSize};

/// How many nodes are searched between two looks at the limits.
const CHECK_INTERVAL: u64 = 1 << 12;

/// From this many discs on, mirror images are too rare to be looked for.
const MIRROR_PLY: usize = 20;

/// An exact solver for boards of one size.
///
/// It keeps what it has proved from one position to the next.
#[derive(Debug)]
pub struct Solver<S: Size = Standard> {
    table: TranspositionTable<S::Bits>,
    /// The columns from the center outward.
    columns: Vec<Column>,
}

impl<S: Size> Solver<S> {
    /// A solver for boards of `size` with a table of the default size.
    pub fn new(size: S) -> Self {
        Self::with_table(size, TableSize::default())
    }

    /// A solver for boards of `size` with a table of `table_size`.
    pub fn with_table(size: S, table_size: TableSize) -> Self {
        let mut columns: Vec<Column> = size.columns().collect();
        sort_from_center(&mut columns, size);
        Self { table: TranspositionTable::new(table_size), columns }
    }
}

impl<S: Size> Solve<S> for Solver<S> {
    fn solve(&mut self, position: &Position<S>, goal: Goal, control: &mut Control<'_>) -> Solution {
        let (n_cells, ply) = (position.size().n_cells(), position.ply());
        if position.is_won() {
            return Solution::exact(Score::lost(n_cells, ply));
        }
        if position.is_full() {
            return Solution::exact(Score::DRAW);
        }
        if !(position.winning_cells() & position.playable_cells()).is_empty() {
            return Solution::exact(Score::win_now(n_cells, ply));
        }
        let (lower, upper) = bounds(position);
        let start = Instant::now();
        Search { solver: self, control, lower, upper, nodes: 0, start }.run(position, goal)
    }
}

/// One run of a [`Solver`].
struct Search<'a, 'c, S: Size> {
    solver: &'a mut Solver<S>,
    control: &'a mut Control<'c>,
    /// What is proved of the score so far.
    lower: i8,
    upper: i8,
    nodes: u64,
    start: Instant,
}

/// A limit was reached before the question was answered.
struct Stopped;

impl<S: Size> Search<'_, '_, S> {
    /// Narrows the bounds of a position without a win in one until they prove `goal`.
    fn run(mut self, position: &Position<S>, goal: Goal) -> Solution {
        while !self.solution().proves(goal) {
            let alpha = next_question(self.lower, self.upper, goal);
            match self.search(position, alpha) {
                Ok(score) if score > alpha => self.lower = score,
                Ok(score) => self.upper = score,
                Err(Stopped) => break,
            }
            self.report();
        }
        self.solution()
    }

    fn solution(&self) -> Solution {
        let (lower, upper) = (Score::new(self.lower), Score::new(self.upper));
        Solution { lower, upper, nodes: self.nodes }
    }

    /// A score `s` such that the position's is at least `s` if `s > alpha` and at most `s` if not.
    fn search(&mut self, position: &Position<S>, alpha: i8) -> Result<i8, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.must_stop() {
            return Err(Stopped);
        }
        let (mut lower, mut upper) = bounds(position);
        let moves = position.non_losing_moves();
        if moves.is_empty() {
            return Ok(lower);
        }
        if position.ply() + 2 >= position.size().n_cells() {
            // Neither of the last two discs completes a line.
            return Ok(Score::DRAW.value() as i8);
        }
        let key =
            if position.ply() < MIRROR_PLY { position.canonical_key() } else { position.key() };
        if let Some(entry) = self.solver.table.get(key) {
            (lower, upper) = (lower.max(entry.lower), upper.min(entry.upper));
        }
        if lower > alpha {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        let best = self.search_moves(position, moves, alpha)?;
        let (lower, upper) = if best > alpha { (best, upper) } else { (lower, best) };
        self.solver.table.insert(key, lower, upper);
        Ok(best)
    }

    /// The same over the moves of a position, none of which loses at once.
    fn search_moves(
        &mut self,
        position: &Position<S>,
        moves: Bitboard<S>,
        alpha: i8,
    ) -> Result<i8, Stopped> {
        let mut best = i8::MIN;
        for landing in OrderedMoves::new(position, moves, &self.solver.columns) {
            let next = position.play_unchecked(landing);
            best = best.max(-self.search(&next, -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// Tells how it goes, and whether a limit is reached.
    fn must_stop(&mut self) -> bool {
        self.report();
        self.control.limits.are_reached(self.nodes)
    }

    fn report(&mut self) {
        let Solution { lower, upper, nodes } = self.solution();
        if let Some(progress) = &mut self.control.progress {
            progress(&Progress { lower, upper, nodes, elapsed: self.start.elapsed() });
        }
    }
}

/// Bounds that follow from the number of discs alone, for a position without a win in one.
fn bounds<S: Size>(position: &Position<S>) -> (i8, i8) {
    let (n_cells, ply) = (position.size().n_cells(), position.ply());
    let lower = Score::loss_next(n_cells, ply);
    // A win with the next disc but one.
    let upper = Score::win_now(n_cells, (ply + 2).min(n_cells + 1));
    (lower.value() as i8, upper.value() as i8)
}

/// The `alpha` to ask about next: near zero first, where the answer is cheapest to prove.
fn next_question(lower: i8, upper: i8, goal: Goal) -> i8 {
    if goal == Goal::Verdict {
        return if lower < 0 { -1 } else { 0 };
    }
    let middle = lower + (upper - lower) / 2;
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}

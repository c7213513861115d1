//! The share of positions that a map of replies explains if no single reason does.

use foursight::{AnySize, Column, Position};
use foursight_engine::why::{Explanation, Why};
use foursight_engine::{AnySolver, BookSolver, Control, Goal, OpeningBooks, Solve, TableSize};

use super::N_MAPPED_GAMES;

/// The plies at which positions are explained.
const PLIES: [usize; 3] = [4, 8, 12];

pub(super) struct Maps {
    solver: BookSolver<AnySolver>,
    positions: [Count; PLIES.len()],
    mistakes: Count,
}

/// The number of positions or mistakes explained.
#[derive(Clone, Copy, Default)]
struct Count {
    /// By one reason.
    reason: usize,
    /// By a map with a plan against every reply, against all but one, and against fewer.
    whole: usize,
    but_one: usize,
    fewer: usize,
    all: usize,
}

impl Default for Maps {
    fn default() -> Self {
        let solver = AnySolver::new(AnySize::default(), TableSize::default());
        Self {
            solver: BookSolver::new(OpeningBooks::embedded(), solver),
            positions: [Count::default(); PLIES.len()],
            mistakes: Count::default(),
        }
    }
}

impl Maps {
    pub(super) fn add_position(&mut self, position: &Position) {
        let row = PLIES.iter().position(|&ply| ply == position.ply());
        let why = row.map(|row| (row, self.why(position, None)));
        if let Some((row, why)) = why {
            self.positions[row].add(&why);
        }
    }

    pub(super) fn add_mistake(&mut self, before: &Position, after: &Position) {
        let is_played = |column: &Column| before.play(*column) == Ok(*after);
        let column = before.moves().find(is_played);
        let why = self.why(before, column);
        self.mistakes.add(&why);
    }

    /// The explanation of the position or of the move in it.
    fn why(&mut self, position: &Position, column: Option<Column>) -> Why {
        let (position, control) = (position.to_any(), &mut Control::default());
        let scores = self.solver.solve_moves(&position, Goal::Score, control);
        match column {
            Some(column) => Why::of_move(&position, column, &scores, &mut self.solver, control),
            None => Why::of_position(&position, &scores, &mut self.solver, control),
        }
    }

    pub(super) fn print(&self) {
        println!(
            "\nMaps of replies in the first {N_MAPPED_GAMES} of these games, and in the mistakes made there; each column includes \
             those to its left:\n\n\
             | | a reason | or a map or plan of all replies | a map of all but one | of fewer | number |\n|---|---|---|---|---|---|"
        );
        for (ply, count) in PLIES.iter().zip(self.positions) {
            println!("| positions at ply {ply} | {}", count.row());
        }
        println!("| mistakes | {}", self.mistakes.row());
    }
}

impl Count {
    fn add(&mut self, why: &Why) {
        self.all += 1;
        match &why.explanation {
            Explanation::Certain(_) | Explanation::Draw { .. } | Explanation::Kept(_) => {
                self.reason += 1;
            }
            Explanation::Replies { map, .. } => match map.n_open() {
                0 => self.whole += 1,
                1 => self.but_one += 1,
                _ => self.fewer += 1,
            },
            Explanation::Plan { .. } => self.whole += 1,
            Explanation::Example { .. } | Explanation::Bare => {}
        }
    }

    fn row(self) -> String {
        let mut n = 0;
        let shares = [self.reason, self.whole, self.but_one, self.fewer].map(|count| {
            n += count;
            format!("{:.0} %", 100.0 * n as f64 / self.all.max(1) as f64)
        });
        format!("{} | {} |", shares.join(" | "), self.all)
    }
}

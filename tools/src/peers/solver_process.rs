//! A solver process that answers one line at a time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::{Board, STANDARD, checkouts};
use crate::workspace;

pub(super) struct SolverProcess {
    pub(super) name: &'static str,
    board: Board,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl SolverProcess {
    pub(super) fn start(name: &'static str, board: Board) -> Result<Self> {
        let mut command = match name {
            super::BITBULLY => {
                let mut command = super::python()?;
                command.arg(workspace().join("tools/peers/line_bitbully.py"));
                command
            }
            super::PONS => checkouts::line_solver()?,
            name => {
                let mut command = Command::new(super::built()?.join("release/foursight-peers"));
                command.arg(name);
                // Ours has a type of its own for the standard board.
                command.args((board != STANDARD).then(|| board.to_string()));
                command
            }
        };
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} does not start"))?;
        let input = process.stdin.take().expect("it was piped");
        let output = BufReader::new(process.stdout.take().expect("it was piped"));
        let mut solver = Self { name, board, process, input, output };
        if board == STANDARD {
            // The first answer absorbs lazy initialization: its search is long enough to use a whole table. That of
            // Pons's solver leaves hardly anything in its table.
            let is_pons = name == super::PONS;
            solver.answer(if is_pons {
                "2252576253462244111563365343671351441"
            } else {
                "274552224131661"
            })?;
        }
        Ok(solver)
    }

    /// The score of the position after `moves`, and the time it took from a cold table.
    pub(super) fn solve(&mut self, moves: &str) -> Result<(i32, Duration)> {
        if self.name == super::PONS {
            // It keeps its table from line to line.
            *self = Self::start(self.name, self.board)?;
        }
        self.answer(moves)
    }

    fn answer(&mut self, moves: &str) -> Result<(i32, Duration)> {
        let start = Instant::now();
        writeln!(self.input, "{moves}")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let elapsed = start.elapsed();
        let answer = || format!("{} answers {line:?} to {moves:?}", self.name);
        if self.name == super::PONS {
            // This solver does not report its time.
            return Ok((checkouts::read_pons(&line).with_context(answer)?, elapsed));
        }
        let (score, nanos) = line.trim().split_once(' ').with_context(answer)?;
        Ok((score.parse()?, Duration::from_nanos(nanos.parse()?)))
    }
}

impl Drop for SolverProcess {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

//! Ordinary programs to measure the levels against, as players of the arena.

mod alpha_beta;
mod uct;

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;
use foursight::notation::moves;
use foursight::protocol::{BestMove, Command, Go, Reply};
use foursight::size::SizeVisitor;
use foursight::{AnySize, Column, Position, Size};

/// An ordinary program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rival {
    /// Looks eight plies ahead and counts open lines.
    AlphaBeta,
    /// Plays random games from the leaves of a growing tree, as long as the clock allows.
    Uct,
}

/// The share of its time that a rival reserves for the system's other work.
const RESERVE: u32 = 8;

impl Rival {
    /// Obeys the lines of `docs/protocol.md` that a referee sends.
    pub(crate) fn run(self) -> Result<()> {
        let mut position = Position::empty(AnySize::default());
        for line in io::stdin().lock().lines() {
            let reply = match Command::read(&line?).context("an unexpected command")? {
                Some(Command::Size { width, height }) => {
                    position = Position::empty(AnySize::new(width, height, 4)?);
                    Reply::PositionReset
                }
                Some(Command::Position(text)) => {
                    position = moves::position(&text, position.size())?;
                    match position.ply() {
                        0 => Reply::PositionReset,
                        ply => Reply::Played(ply),
                    }
                }
                Some(Command::Go(Go { movetime, .. })) => {
                    let time = movetime.unwrap_or(Duration::from_secs(1));
                    let deadline = Instant::now() + time.saturating_sub(time / RESERVE);
                    let choice = Choice { rival: self, position, deadline };
                    let column = position.size().dispatch(choice);
                    Reply::BestMove(BestMove { column, value: None })
                }
                Some(Command::Quit) => break,
                _ => continue,
            };
            println!("{reply}");
            io::stdout().flush()?;
        }
        Ok(())
    }
}

/// The choice of a move in an open position.
struct Choice {
    rival: Rival,
    position: Position<AnySize>,
    deadline: Instant,
}

impl SizeVisitor for Choice {
    type Output = Column;

    fn visit<S: Size>(self, size: S) -> Column {
        let position = self.position.with_size(size).expect("it is of this size");
        match self.rival {
            Rival::AlphaBeta => alpha_beta::choose(&position),
            Rival::Uct => uct::choose(&position, self.deadline),
        }
    }
}

//! `foursight play`: a game between people and machines, with prompts on standard input.

mod command;
mod player;
mod record;
mod session;

use std::io::{self, IsTerminal};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use foursight::notation::{Expected, Notation};
use foursight_engine::{AnySolver, BookSolver, TableSize};

use crate::args::{BoardArgs, BookArgs, n_cores, seconds};
use crate::commands::show::Style;
use crate::failure::InvalidPosition;
pub(crate) use player::PlayerKind;
use player::Seat;
use session::Session;

/// Play a game. At the prompt, `help` lists what can be typed.
///
/// PLAYER is human, random, level:N with N from 0 to 10, or perfect.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Who plays red and moves first.
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    red: PlayerKind,
    /// Who plays yellow.
    #[arg(long, value_name = "PLAYER", default_value = "level:6")]
    yellow: PlayerKind,
    /// A number that makes the machine's random choices the same each time.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    board: BoardArgs,
    /// Moves to start after, such as 44.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    start: String,
    /// How long the perfect player may think about a move; then it plays as level 9.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    move_time: Duration,
    #[command(flatten)]
    books: BookArgs,
    /// How the board looks.
    #[arg(long, value_enum, default_value_t = Style::Discs)]
    style: Style,
}

pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let size = args.board.size()?;
    let game = Notation::Moves
        .read(&args.start, Expected::Size(size))
        .map_err(InvalidPosition::from)
        .context("--start")?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let solver = AnySolver::with_threads(size, TableSize::for_threads(n_cores()), n_cores());
    let mut session = Session {
        n_start: game.moves().len(),
        game,
        seats: [Seat::new(args.red, seed), Seat::new(args.yellow, seed.wrapping_add(1))],
        solver: BookSolver::new(args.books.books()?, solver),
        move_time: args.move_time,
        style: args.style.into(),
        is_interactive: io::stdin().is_terminal(),
        input: io::stdin().lock(),
        out: anstream::stdout(),
    };
    session.run()
}

//! `foursight arena replay`: a stored game, move by move.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::{Game, duration};
use foursight_arena::Annulment;
use foursight_arena::store::read_run;
use foursight_render::Diagram;

use super::show::{find, position, title};
use crate::args::Style;
use crate::output::{color_name, printable};

/// Replay a stored game on the terminal, move by move.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// Tournament folder.
    folder: PathBuf,
    /// Number of the game to replay.
    game: usize,
    /// Time between two moves [default: 700ms on a terminal, otherwise 0].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    delay: Option<Duration>,
    /// Style of the board.
    #[arg(long, value_enum, default_value_t = Style::Discs)]
    style: Style,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<()> {
    let (plan, games) = read_run(&args.folder)?;
    let stored = find(&games, args.game)?;
    let whole = position(&plan, stored)?;
    let default = if io::stdout().is_terminal() { 700 } else { 0 };
    let delay = args.delay.unwrap_or(Duration::from_millis(default));
    let mut out = anstream::stdout();
    writeln!(out, "{}\n", title(&plan, stored))?;
    let mut game = Game::new(*whole.start());
    for (index, &column) in whole.moves().iter().enumerate() {
        let side = game.side_to_move();
        game.play(column)?;
        let chosen = index.checked_sub(stored.opening.len());
        let how = match chosen.and_then(|index| stored.micros.get(index)) {
            Some(&micros) => format!("in {:.3} s", micros as f64 / 1e6),
            None => "in the opening".to_owned(),
        };
        writeln!(out, "{}. {} plays {column} {how}", index + 1, color_name(side))?;
        writeln!(out, "{}", Diagram::of_game(&game).to_text(args.style.into()))?;
        out.flush()?;
        thread::sleep(delay);
    }
    let annulled = if Annulment::of(&games).covers(stored) { ", annulled" } else { "" };
    writeln!(out, "{}: {}{annulled}", stored.result, printable(&stored.reason))?;
    Ok(())
}

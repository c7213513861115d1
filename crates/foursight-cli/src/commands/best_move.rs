//! `foursight move`: the move of a level.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::notation::moves;
use foursight_engine::{Level, LevelPlayer};
use serde_json::json;

use crate::args::{QuestionArgs, SeedArgs};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::progress::with_spinner;

/// Print the column that a level plays, counted from 1; level 10 plays the best move.
///
/// If level 10 cannot calculate to the end within --time-limit, it plays by an estimate.
#[derive(Args, Debug)]
#[command(mut_arg("time_limit", |arg| arg.help("Time limit for the search [default: 1m]")))]
pub(crate) struct MoveArgs {
    #[command(flatten)]
    question: QuestionArgs,
    /// Playing strength, from 0 (random) to 10 (perfect).
    #[arg(long, value_name = "N", default_value_t = Level::PERFECT)]
    level: Level,
    #[command(flatten)]
    seed: SeedArgs,
    /// Print the JSON object that `GET /api/move` returns.
    #[arg(long)]
    json: bool,
}

/// The default time limit.
const TIME_LIMIT: Duration = Duration::from_mins(1);

pub(crate) fn run(args: &MoveArgs) -> Result<()> {
    let mut game = args.question.position.open_game()?;
    let mut solver = args.question.solver(&game)?;
    let mut player = LevelPlayer::new(args.level, args.seed.seed());
    player.look_at(game.moves().last().copied());
    let column =
        with_spinner("thinking", args.question.search.limits_within(TIME_LIMIT), |control| {
            player.choose(game.position(), &mut solver, control)
        });
    let column = column.expect("the game is open");
    if interrupt::is_set() {
        return Err(Interrupted.into());
    }
    game.play(column).expect("a level plays legal moves");
    let line = if args.json {
        let pos = moves::of_game(&game).map(|columns| moves::write(&columns)).ok();
        json!({ "column": column.index() + 1, "swap": false, "pos": pos }).to_string()
    } else {
        column.to_string()
    };
    Ok(writeln!(io::stdout(), "{line}")?)
}

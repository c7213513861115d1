//! `foursight beat`: learns the plan by which red wins every game.

mod command;
mod progress;
mod trainer;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use fastrand::Rng;
use foursight::AnySize;
use foursight_engine::trainer::Course;
use foursight_engine::{Level, n_cores};
use foursight_render::TextStyle;
use foursight_tui as tui;

use self::progress::Progress;
use self::trainer::Trainer;
use crate::args::{BookArgs, DataArgs, SeedArgs, Style};
use crate::failure::UsageError;
use crate::prompt::Prompt;

/// Learn to beat everybody: with the right moves, red wins every game.
///
/// Asks for the moves of a plan that wins against every reply, starting with the positions that come up most often
/// against the level you want to beat, and asks again before you forget. Type `help` at the prompt for the commands.
/// Your progress is kept in the data folder, in beat.json; the page saves and loads the same file.
#[derive(Args, Debug)]
pub(crate) struct BeatArgs {
    /// Training mode.
    #[arg(value_enum, default_value_t = Way::Learn)]
    way: Way,
    /// The level to beat, 1 to 10 [default: the last one, initially 5].
    #[arg(long, value_name = "N", value_parser = read_level)]
    level: Option<Level>,
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    books: BookArgs,
    /// Style of the board [default: discs; letters in a C locale and on the Linux console]
    #[arg(long, value_enum)]
    style: Option<Style>,
}

/// A training mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// One position at a time: which disc does the plan play?
    Learn,
    /// Whole games against the level.
    Play,
    /// You are yellow: try to stop the plan.
    Hole,
}

/// A level that a person may want to beat: level 0, which plays at random, does not repeat itself.
fn read_level(text: &str) -> Result<Level, String> {
    let level = text.parse::<Level>().ok().filter(|&level| level != Level::RANDOM);
    level.ok_or_else(|| "expected a level from 1 to 10".to_owned())
}

pub(crate) fn run(args: &BeatArgs) -> Result<()> {
    let folder = args.data.folder()?;
    let path = folder.join("beat.json");
    let name = path.display().to_string();
    let mut progress = Progress::read(&path)
        .map_err(|error| UsageError(error.to_string()))
        .with_context(|| name.clone())?;
    if let Some(level) = args.level {
        progress.level = level.number();
    }
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let style = match args.style {
        Some(style) => style.into(),
        None if tui::prefers_ascii() => TextStyle::Letters,
        None => TextStyle::Discs,
    };
    let mut trainer = Trainer {
        course: Course::new(),
        progress,
        path,
        solver: tui::game::solver(AnySize::default(), args.books.books()?, n_cores()),
        random: Rng::with_seed(args.seed.seed()),
        style,
        last: None,
        prompt: Prompt::new(),
    };
    trainer.run(args.way)
}

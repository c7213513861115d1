//! `foursight arena check`: a dry run for the author of a bot.

mod by_hand;
mod fault;
mod full_board;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use foursight::record::size_text;
use foursight::{AnySize, Column, Player, Position, Size, duration};
use foursight_arena::{
    Build, Channel, Clock, Contestant, Dialect, GameSettings, NoConsole, PlayedGame, Termination,
    TimeLimits, play,
};
use foursight_sandbox::{Layer, Room, Sandbox};

use super::class::run_folder_of;
use super::solvers;
use crate::contestant::{ContestantArg, build, confine};
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::output::{printable, warn};

/// Try a player before a tournament: dialect, start, both sides, a nearly full board, output.
///
/// It plays on the board and by the clock of the referee that its dialect comes from, unless others are given.
/// Exit code 0 means that it is fit to play, 1 that something is wrong. For each fault it prints a command that
/// reproduces it by hand.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The player: its file or folder, DIALECT: before either, or a command line.
    player: ContestantArg,
    /// Clock: 1s per move, 60s+1s per game plus per move, kaggle, theaigames or codingame [default: that of the
    /// dialect, or 1s].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<Clock>,
    /// Columns x rows, each from 3 to 10 [default: 9x7 for codingame, otherwise 7x6].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
    /// Allow the second player to take over the first disc instead of moving.
    #[arg(long)]
    steal: bool,
    /// Time the player has to start and give its first answer.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration::read)]
    start_time: Duration,
    #[command(flatten)]
    isolation: IsolationArgs,
}

/// Its clock is longer than the machine may be busy.
const OPPONENT: &str = "random@10s";

/// A slower start than this is reported.
const SLOW_START: Duration = Duration::from_secs(1);

struct Check<'a> {
    contestant: &'a ContestantArg,
    clock: Clock,
    size: AnySize,
    steal: bool,
    limits: TimeLimits,
    sandbox: Sandbox,
    n_faults: usize,
}

pub(crate) fn run(args: &CheckArgs) -> Result<()> {
    // As in a tournament of its class: what it can read there decides whether it starts.
    let mut contestant = args.player.clone();
    let out = contestant.files().last().and_then(|file| run_folder_of(file));
    confine(std::slice::from_mut(&mut contestant), out.as_deref());
    let Some(dialect) = contestant.dialect().filter(|_| !contestant.needs_console()) else {
        return Err(UsageError("a check tries programs; a person needs none".to_owned()).into());
    };
    let sandbox = args.isolation.sandbox([&contestant], out.as_deref())?;
    let layers: Vec<String> = sandbox.layers().iter().map(ToString::to_string).collect();
    let mut out = anstream::stdout();
    writeln!(out, "player     {contestant}: {}", printable(contestant.text()))?;
    writeln!(out, "dialect    {dialect}")?;
    let (size, clock) = (args.size(dialect)?, contestant.clock().or(args.clock));
    let of_dialect = |is_default| if is_default { ", that of its dialect" } else { "" };
    let is_default_size = args.size.is_none() && args.connect.is_none();
    writeln!(out, "board      {}{}", size_text(size), of_dialect(is_default_size))?;
    let has_dialect_clock = clock.is_none() && dialect.clock().is_some();
    let clock = clock.or(dialect.clock()).unwrap_or_default();
    writeln!(out, "clock      {clock}{}", of_dialect(has_dialect_clock))?;
    writeln!(
        out,
        "isolation  {}",
        if layers.is_empty() { "none".into() } else { layers.join(", ") }
    )?;
    writeln!(out, "may read   {}", printable(&readable(&contestant, &sandbox)))?;
    let python = solvers::python_of(&contestant);
    let warning =
        python.and_then(|python| solvers::warning(&python, &sandbox, &contestant.readable()));
    if let Some(warning) = warning {
        warn(&printable(&warning));
    }
    let room = Room::new()?;
    let mut builds =
        build(std::slice::from_mut(&mut contestant), &sandbox, &room.path().join("programs"))?;
    if let Some(build) = builds.pop().flatten() {
        tell_build(&build)?;
        anyhow::ensure!(build.fault.is_none(), "it does not compile");
    }
    let contestant = &contestant;
    let limits = TimeLimits { start: args.start_time, ..TimeLimits::default() };
    let steal = args.steal;
    let mut check = Check { contestant, clock, size, steal, limits, sandbox, n_faults: 0 };
    check.games(dialect)?;
    match check.n_faults {
        0 => writeln!(out, "fit to play")?,
        n => anyhow::bail!("{n} of the checks failed"),
    }
    Ok(())
}

impl CheckArgs {
    /// The board: that of the dialect unless another is given.
    fn size(&self, dialect: Dialect) -> Result<AnySize> {
        let size = self.size.unwrap_or(dialect.size());
        let size = size.with_connect(self.connect.unwrap_or(size.connect()));
        size.map_err(|error| UsageError(error.to_string()).into())
    }
}

impl Check<'_> {
    fn games(&mut self, dialect: Dialect) -> Result<()> {
        // One that does not start fails in the same way each time, and may take long to do so.
        if self.game("as red", Player::First, &[])? {
            self.game("as yellow", Player::Second, &[])?;
            if dialect.takes_openings() {
                self.game_on_full_board()?;
            }
        }
        Ok(())
    }

    /// Plays the last moves on a nearly full board.
    fn game_on_full_board(&mut self) -> Result<()> {
        let Some(opening) = full_board::moves(self.size) else {
            writeln!(
                anstream::stdout(),
                "full board not tried: no way to fill this board was found"
            )?;
            return Ok(());
        };
        let position = Position::from_columns(self.size, opening.iter().copied());
        let color = position.expect("the moves are legal").side_to_move();
        self.game("full board", color, &opening)?;
        Ok(())
    }

    /// Plays a game against a random player; whether another one can tell more.
    fn game(&mut self, name: &str, color: Player, opening: &[Column]) -> Result<bool> {
        let size = self.size;
        let player = self.contestant.contestant(size, 1);
        let opponent: ContestantArg = OPPONENT.parse().expect("there is a random player");
        let opponent = opponent.contestant(size, 1);
        let seats =
            if color == Player::First { [&player, &opponent] } else { [&opponent, &player] };
        let start = Instant::now();
        let record = self.play(seats, opening);
        if record.termination == Termination::Interrupted {
            return Err(Interrupted.into());
        }
        if record.winner == Some(color.other()) && fault::is_fault(&record.termination) {
            self.n_faults += 1;
            self.tell_fault(name, &record, &player, color)?;
            return Ok(!matches!(record.termination, Termination::StartFailure(_)));
        }
        let n_moves = record.moves.len();
        let longest = own_times(&record, color).max().unwrap_or_default();
        writeln!(
            anstream::stdout(),
            "{name:<10} ok: {n_moves} moves in {:.1} s, at most {:.3} s for one",
            start.elapsed().as_secs_f64(),
            longest.as_secs_f64()
        )?;
        tell_slow_start(&record, color)?;
        Ok(true)
    }

    fn play(&self, seats: [&Contestant; 2], opening: &[Column]) -> PlayedGame {
        let settings = GameSettings {
            size: self.size,
            opening,
            clock: self.clock,
            limits: self.limits,
            steal: self.steal,
            sandbox: &self.sandbox,
            cancel: interrupt::flag(),
        };
        play(seats, &settings, &mut NoConsole)
    }
}

/// Reports how the player compiled, with what the compiler printed.
fn tell_build(build: &Build) -> Result<()> {
    let mut out = anstream::stdout();
    let seconds = build.time.unwrap_or_default().as_secs_f64();
    let result = build
        .fault
        .as_ref()
        .map_or_else(|| format!("ok in {seconds:.1} s"), |fault| printable(fault));
    writeln!(out, "compiler   {result}")?;
    for line in build.log.lines() {
        writeln!(out, "           | {}", printable(line))?;
    }
    Ok(())
}

/// What a player may read besides the system's programs, in words.
fn readable(contestant: &ContestantArg, sandbox: &Sandbox) -> String {
    let keeps = |layer: &Layer| matches!(layer, Layer::Landlock | Layer::Namespaces | Layer::Wrap);
    if !sandbox.layers().iter().any(keeps) {
        return "whatever you may: no layer keeps files from it".to_owned();
    }
    let also = contestant.readable().into_iter().map(|path| format!(" and {}", path.display()));
    format!("its own files{}", also.collect::<String>())
}

/// Reports a first line that came late.
fn tell_slow_start(record: &PlayedGame, own: Player) -> Result<()> {
    let first =
        record.log.iter().find(|line| line.player == own && line.channel == Channel::Received);
    let start = first.map_or(Duration::ZERO, |line| Duration::from_micros(line.micros));
    if start > SLOW_START {
        let seconds = start.as_secs_f64();
        writeln!(anstream::stdout(), "           slow: its first line came after {seconds:.1} s")?;
    }
    Ok(())
}

fn own_times(record: &PlayedGame, side: Player) -> impl Iterator<Item = Duration> {
    let first = usize::from(side == Player::Second) + record.opening.len() % 2;
    record.moves.iter().skip(first % 2).step_by(2).map(|played| played.time)
}

//! `foursight arena check`: a dry run for the author of a bot, or for a whole class.

mod class;
#[cfg(target_os = "linux")]
mod examine;
mod fault;
mod full_board;
mod rules;
mod trial;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::record::size_text;
use foursight::{AnySize, OpeningRule, Size, duration};
use foursight_arena::{Build, Clock, Dialect, Source};
use foursight_sandbox::{Layer, Room, Sandbox};

use super::class::{class_of, run_folder_of};
use crate::args::{ClockRule, opening_rule};
use crate::contestant::{CLASS_FILE, ContestantArg, build, confine, has_players_below, main_file};
use crate::failure::UsageError;
use crate::isolation::IsolationArgs;
use crate::output::printable;
#[cfg(target_os = "linux")]
pub(crate) use examine::examine;
pub(in crate::commands) use rules::Rules;
use trial::{NAMES, Trial};

/// Test a player before a tournament: dialect, start, both sides, a nearly full board, output.
///
/// A class.toml beside the player's file sets the board and clock; without one, the player's dialect decides. Options
/// override both. Exit code 0 means that the player is fit to play, 1 that something is wrong. Each fault comes with a
/// command that reproduces it by hand. After a timeout, the check stops.
///
/// For a class, it prints one line per player; exit code 0 means that all are fit to play.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The player: its file, folder or zip archive, with an optional DIALECT: prefix, or a command line. Or a class:
    /// a folder of players or its class.toml.
    player: Subject,
    /// Clock: 1s (per move), 60s+1s (per game, plus an increment per move), kaggle, theaigames, codingame or dialect
    /// [default: from the class.toml or the dialect, or 1s].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<ClockRule>,
    /// Columns x rows, each from 3 to 10 [default: from the class.toml, 9x7 for codingame, or 7x6].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
    /// Opening rule [default: from the class.toml, or none].
    #[arg(long, value_name = "RULE", value_parser = opening_rule())]
    opening_rule: Option<OpeningRule>,
    /// Time the player has to start and give its first answer [default: 10s].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    start_time: Option<Duration>,
    /// Grace period per move for machine delays [default: 50ms].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    margin: Option<Duration>,
    #[command(flatten)]
    isolation: IsolationArgs,
}

/// The target of a check.
#[derive(Clone, Debug)]
pub(in crate::commands) enum Subject {
    Player(Box<ContestantArg>),
    /// A player's archive.
    Archive(PathBuf),
    /// A folder of players, or its class.toml.
    Class(String),
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = Path::new(text);
        let has_extension =
            |expected| path.extension().is_some_and(|extension| extension == expected);
        if path.is_file() && has_extension("zip") {
            Ok(Self::Archive(path.to_owned()))
        } else if (path.is_file() && has_extension("toml")) || (path.is_dir() && is_class(path)) {
            Ok(Self::Class(text.to_owned()))
        } else {
            text.parse().map(|player| Self::Player(Box::new(player)))
        }
    }
}

/// Whether a folder holds a class's players rather than one player.
fn is_class(folder: &Path) -> bool {
    let main = main_file(folder);
    let is_named = main.as_deref().is_some_and(Source::is_main_name);
    folder.join(CLASS_FILE).is_file() || main.is_none() || (!is_named && has_players_below(folder))
}

/// Slower starts than this are reported.
const SLOW_START: Duration = Duration::from_secs(1);

/// The trial games of a player.
pub(in crate::commands) struct Check<'a> {
    contestant: &'a ContestantArg,
    rules: Rules,
    sandbox: &'a Sandbox,
}

pub(crate) fn run(args: &CheckArgs) -> Result<()> {
    let room = Room::new()?;
    let (contestant, place) = match &args.player {
        Subject::Class(word) => return class::run(args, word, &room),
        Subject::Player(contestant) => ((**contestant).clone(), contestant.files().last().cloned()),
        Subject::Archive(path) => {
            let contestant = ContestantArg::handed_in(path, None, None, room.path());
            (contestant.map_err(UsageError)?, path.canonicalize().ok())
        }
    };
    let is_clock_typed = contestant.clock().is_some();
    let class = place.as_deref().map(|place| class_of(&contestant, place)).transpose()?.flatten();
    let (mut contestant, class) = match class {
        Some((file, settings, listed)) => (listed, Some((file, settings))),
        None => (contestant, None),
    };
    // As in a tournament of the player's class: whether a player starts can depend on what it may read.
    let out = contestant.files().last().and_then(|file| run_folder_of(file));
    confine(std::slice::from_mut(&mut contestant), out.as_deref());
    let dialect = dialect_of(&contestant)?;
    let sandbox = args.isolation.sandbox([&contestant], out.as_deref())?;
    let rules = args.rules(&contestant, is_clock_typed, dialect, class)?;
    contestant = contestant.with_clock(rules.clock).map_err(UsageError)?;
    tell_player(&contestant, dialect, &rules, &sandbox)?;
    let mut builds =
        build(std::slice::from_mut(&mut contestant), &sandbox, &room.path().join("programs"))?;
    if let Some(build) = builds.pop().flatten() {
        tell_build(&build)?;
        anyhow::ensure!(build.fault.is_none(), "it does not compile");
    }
    Check::new(&contestant, rules, &sandbox).games(dialect)
}

/// The dialect of a player that is an external program.
fn dialect_of(contestant: &ContestantArg) -> Result<Dialect> {
    contestant
        .dialect()
        .filter(|_| !contestant.needs_console())
        .ok_or_else(|| UsageError("only programs can be checked, not people".to_owned()).into())
}

fn tell_player(
    contestant: &ContestantArg,
    dialect: Dialect,
    rules: &Rules,
    sandbox: &Sandbox,
) -> Result<()> {
    let layers: Vec<String> = sandbox.layers().iter().map(ToString::to_string).collect();
    let layers = if layers.is_empty() { "none".to_owned() } else { layers.join(", ") };
    let [board, clock] = &rules.origins;
    let mut out = anstream::stdout();
    writeln!(out, "player     {contestant}: {}", printable(contestant.text()))?;
    writeln!(out, "dialect    {dialect}")?;
    writeln!(out, "board      {}{board}", size_text(rules.size))?;
    writeln!(out, "clock      {}{clock}", rules.clock)?;
    let first = dialect.first_column();
    let last = first + rules.size.width() - 1;
    writeln!(out, "columns    numbered from {first} to {last}, from the left")?;
    writeln!(out, "isolation  {layers}")?;
    writeln!(out, "may read   {}", printable(&readable(contestant, sandbox)))?;
    Ok(())
}

/// The result of all trial games.
pub(in crate::commands) enum Verdict {
    Fit {
        /// The time of the slowest start, in words, if a busy machine could refuse the player for it.
        slow_start: Option<String>,
    },
    Unfit {
        /// The first fault.
        reason: String,
        /// Whether other games would end the same way.
        is_last: bool,
    },
}

impl<'a> Check<'a> {
    pub(in crate::commands) fn new(
        contestant: &'a ContestantArg,
        rules: Rules,
        sandbox: &'a Sandbox,
    ) -> Self {
        Self { contestant, rules, sandbox }
    }

    /// Plays the trial games up to the first fault.
    pub(in crate::commands) fn verdict(&self) -> Result<Verdict> {
        let mut slowest = None;
        for number in 0..NAMES.len() {
            let Some(trial) = self.patient_trial(number)? else { continue };
            if let Some(fault) = trial.fault() {
                let reason = format!("{}: {fault}", trial.name);
                return Ok(Verdict::Unfit { reason, is_last: trial.is_last() });
            }
            slowest = slowest.max(self.starts_late(&trial).then(|| trial.start()));
        }
        let slow_start = slowest.map(|start| {
            let (start, allowed) = (start.as_secs_f64(), self.rules.limits.start.as_secs_f64());
            format!("fit to play, but starts slowly: {start:.1} s of the {allowed} s allowed")
        });
        Ok(Verdict::Fit { slow_start })
    }
}

impl Check<'_> {
    /// Plays all trial games and prints the findings.
    fn games(&self, dialect: Dialect) -> Result<()> {
        let mut out = anstream::stdout();
        let (mut n_faults, mut is_slow) = (0, false);
        for number in 0..NAMES.len() {
            let Some(trial) = self.trial(number)? else {
                if dialect.takes_openings() {
                    writeln!(out, "full board not tried: found no way to fill this board")?;
                }
                continue;
            };
            n_faults += usize::from(trial.fault().is_some());
            is_slow |= self.starts_late(&trial);
            self.tell(&trial)?;
            let left = &NAMES[number + 1..];
            if trial.is_last() && !left.is_empty() {
                writeln!(out, "not tried  {}", left.join(", "))?;
                break;
            }
        }
        anyhow::ensure!(n_faults == 0, "{n_faults} of the checks failed");
        let start = self.rules.limits.start.as_secs_f64();
        let doubt = format!(", but a busy machine may not start it within the {start} s allowed");
        writeln!(out, "fit to play{}", if is_slow { &doubt } else { "" })?;
        Ok(())
    }

    fn tell(&self, trial: &Trial) -> Result<()> {
        if let Some(fault) = trial.fault() {
            return self.tell_fault(trial, fault);
        }
        let longest = trial.times().max().unwrap_or_default();
        writeln!(
            anstream::stdout(),
            "{:<10} ok: {} moves in {:.1} s, at most {} ms each",
            trial.name,
            trial.record.moves.len(),
            trial.time.as_secs_f64(),
            longest.as_millis().max(1)
        )?;
        self.tell_slow_move(longest)?;
        self.tell_start(trial)
    }

    /// Reports a late first line.
    fn tell_start(&self, trial: &Trial) -> Result<()> {
        let (start, allowed) = (trial.start().as_secs_f64(), self.rules.limits.start.as_secs_f64());
        if trial.start() > SLOW_START {
            let text =
                format!("slow: its first line came after {start:.1} s of the {allowed} s allowed");
            writeln!(anstream::stdout(), "           {text}")?;
        }
        Ok(())
    }

    /// Reports a move that would be too slow for tournaments with the default clock.
    fn tell_slow_move(&self, longest: Duration) -> Result<()> {
        let usual = Clock::default();
        let is_slow = matches!(usual, Clock::PerMove(most) if longest > most);
        if self.rules.has_dialect_clock && is_slow {
            let text =
                format!("slow: tournaments use the clock {usual} unless they choose another");
            writeln!(anstream::stdout(), "           {text}")?;
        }
        Ok(())
    }

    /// Whether the player's start used most of the allowed time, so that a machine half as fast would have refused the
    /// player.
    fn starts_late(&self, trial: &Trial) -> bool {
        trial.start() * 2 > self.rules.limits.start
    }
}

/// Reports how the player compiled, with the compiler's output.
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

/// The files a player may read besides the system's programs, in words.
fn readable(contestant: &ContestantArg, sandbox: &Sandbox) -> String {
    let keeps = |layer: &Layer| matches!(layer, Layer::Landlock | Layer::Namespaces | Layer::Wrap);
    if !sandbox.layers().iter().any(keeps) {
        return "everything you can read: no layer hides files from it".to_owned();
    }
    let also = contestant.readable().into_iter().map(|path| format!(" and {}", path.display()));
    format!("its own files{}", also.collect::<String>())
}

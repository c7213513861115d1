//! A dry run of a player, for its author, or of all players of a class.

mod all_players;
mod fault;
mod rules;
mod trial;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use foursight::record::size_text;
use foursight::{AnySize, Size};
use foursight_files::printable;
use foursight_sandbox::{Layer, Room, Sandbox};

use crate::entries::{class_of, run_folder_of};
use crate::error::{Result, without_place};
use crate::{Arena, ArenaError, Build, Clock, Dialect, Entrant, Settings, Subject, confine};
pub(crate) use rules::Rules;
use trial::{NAMES, Trial};

/// Slower starts than this are reported.
const SLOW_START: Duration = Duration::from_secs(1);

/// The trial games of a player.
pub(crate) struct Check<'a> {
    arena: &'a Arena<'a>,
    entrant: &'a Entrant,
    rules: Rules,
    sandbox: &'a Sandbox,
    /// Whether its author can repeat a game on this machine.
    is_local: bool,
}

/// The result of checking a player that was handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Whether the player may take part.
    pub is_fit: bool,
    /// The report for its author, line by line.
    pub report: String,
    /// The extension of its main file; empty if there is none.
    pub extension: String,
}

impl Arena<'_> {
    /// Lets a player, or all players of a class, play trial games, and writes what it finds. `given` settings take
    /// precedence over those of the player's class.
    ///
    /// # Errors
    ///
    /// If a player is not fit to play, or this machine cannot run it.
    pub fn check(&self, subject: &Subject, given: Settings, out: &mut dyn Write) -> Result<()> {
        let room = Room::new()?;
        let (entrant, place) = match subject {
            Subject::Class(word) => return all_players::check(self, word, &given, &room, out),
            Subject::Player(entrant) => ((**entrant).clone(), entrant.files().last().cloned()),
            Subject::Archive(path) => {
                let entrant = Entrant::handed_in(path, None, None, room.path());
                (entrant.map_err(ArenaError::Usage)?, path.canonicalize().ok())
            }
        };
        let is_clock_typed = entrant.clock().is_some();
        let class = place.as_deref().map(|place| class_of(&entrant, place)).transpose()?.flatten();
        let (mut entrant, class) = match class {
            Some((file, settings, listed)) => (listed, Some((file, settings))),
            None => (entrant, None),
        };
        // As in a tournament of the player's class: whether a player starts can depend on what it may read.
        let run_folder = entrant.files().last().and_then(|file| run_folder_of(file));
        confine(std::slice::from_mut(&mut entrant), run_folder.as_deref());
        let dialect = dialect_of(&entrant)?;
        let sandbox = (self.isolate)(std::slice::from_ref(&entrant), run_folder.as_slice())?;
        let rules = Rules::of_player(given, &entrant, is_clock_typed, dialect, class)?;
        entrant = entrant.with_clock(rules.clock).map_err(ArenaError::Usage)?;
        write_player(&entrant, dialect, &rules, &sandbox, out)?;
        let programs = room.path().join("programs");
        let mut builds = self.compile(std::slice::from_mut(&mut entrant), &sandbox, &programs)?;
        if let Some(build) = builds.pop().flatten() {
            write_build(&build, out)?;
            if build.fault.is_some() {
                return Err(ArenaError::Failed("it does not compile".to_owned()));
            }
        }
        let start = rules.limits.start.as_secs_f64();
        let check = Check { is_local: true, ..Check::new(self, &entrant, rules, &sandbox) };
        let (n_faults, is_slow) = check.games(out)?;
        if n_faults > 0 {
            return Err(ArenaError::Failed(format!("{n_faults} of the checks failed")));
        }
        let doubt = format!(", but a busy machine may not start it within the {start} s allowed");
        writeln!(out, "fit to play{}", if is_slow { &doubt } else { "" })?;
        Ok(())
    }

    /// Compiles the player in a folder if necessary, and lets it play trial games. The report is for an author who does
    /// not have this program. Compiled programs are kept in the folder `programs`.
    ///
    /// # Errors
    ///
    /// If this machine cannot run it, through no fault of the player.
    pub fn check_handed_in(
        &self,
        folder: &Path,
        size: AnySize,
        clock: Clock,
        programs: &Path,
    ) -> Result<Checked> {
        let unfit = |report: String| Checked { report, ..Checked::default() };
        let mut entrant = match Entrant::in_own_folder(folder) {
            Ok(entrant) if entrant.needs_console() => {
                return Ok(unfit("it needs a person at the console".to_owned()));
            }
            Ok(entrant) => entrant.renamed("the bot"),
            Err(reason) => return Ok(unfit(reason)),
        };
        let extension = entrant.files().last().and_then(|file| file.extension());
        let extension = extension.unwrap_or_default().to_string_lossy().into_owned();
        let (sandbox, build) = self.prepare(&mut entrant, programs)?;
        if let Some((fault, log)) = build.and_then(|build| Some((build.fault?, build.log))) {
            let report = without_place(&format!("{fault}\n{log}"), folder);
            return Ok(Checked { is_fit: false, report, extension });
        }
        let entrant = entrant.with_clock(clock).map_err(ArenaError::Usage)?;
        let check = Check::new(self, &entrant, Rules::new(size, clock), &sandbox);
        let mut report = Vec::new();
        let is_fit = check.games(&mut report)?.0 == 0;
        write!(report, "{}", if is_fit { "fit to play" } else { "needs fixing" })?;
        let report = without_place(&String::from_utf8_lossy(&report), folder);
        Ok(Checked { is_fit, report, extension })
    }
}

/// The dialect of a player that is an external program.
fn dialect_of(entrant: &Entrant) -> Result<Dialect> {
    let dialect = entrant.dialect().filter(|_| !entrant.needs_console());
    let person = || ArenaError::Usage("only programs can be checked, not people".to_owned());
    dialect.ok_or_else(person)
}

fn write_player(
    entrant: &Entrant,
    dialect: Dialect,
    rules: &Rules,
    sandbox: &Sandbox,
    out: &mut dyn Write,
) -> Result<()> {
    let layers: Vec<String> = sandbox.layers().iter().map(ToString::to_string).collect();
    let layers = if layers.is_empty() { "none".to_owned() } else { layers.join(", ") };
    let [board, clock] = &rules.origins;
    writeln!(out, "player     {entrant}: {}", printable(entrant.text()))?;
    writeln!(out, "dialect    {dialect}")?;
    writeln!(out, "board      {}{board}", size_text(rules.size))?;
    writeln!(out, "clock      {}{clock}", rules.clock)?;
    let first = dialect.first_column();
    let last = first + rules.size.width() - 1;
    writeln!(out, "columns    numbered from {first} to {last}, from the left")?;
    writeln!(out, "isolation  {layers}")?;
    writeln!(out, "may read   {}", printable(&readable(entrant, sandbox)))?;
    Ok(())
}

/// The result of all trial games.
pub(crate) enum Verdict {
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
    pub(crate) fn new(
        arena: &'a Arena<'a>,
        entrant: &'a Entrant,
        rules: Rules,
        sandbox: &'a Sandbox,
    ) -> Self {
        Self { arena, entrant, rules, sandbox, is_local: false }
    }

    /// Plays the trial games up to the first fault.
    pub(crate) fn verdict(&self) -> Result<Verdict> {
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
    /// Plays all trial games and writes the findings; returns the number of faults, and whether the player starts late.
    fn games(&self, out: &mut dyn Write) -> Result<(usize, bool)> {
        let (mut n_faults, mut is_slow) = (0, false);
        for number in 0..NAMES.len() {
            let Some(trial) = self.trial(number)? else {
                if self.entrant.dialect().is_some_and(Dialect::takes_openings) {
                    writeln!(out, "full board not tried: found no way to fill this board")?;
                }
                continue;
            };
            n_faults += usize::from(trial.fault().is_some());
            is_slow |= self.starts_late(&trial);
            self.write(&trial, out)?;
            let left = &NAMES[number + 1..];
            if trial.is_last() && !left.is_empty() {
                writeln!(out, "not tried  {}", left.join(", "))?;
                break;
            }
        }
        Ok((n_faults, is_slow))
    }

    fn write(&self, trial: &Trial, out: &mut dyn Write) -> Result<()> {
        if let Some(fault) = trial.fault() {
            return self.write_fault(trial, fault, out);
        }
        let longest = trial.times().max().unwrap_or_default();
        writeln!(
            out,
            "{:<10} ok: {} moves in {:.1} s, at most {} ms each",
            trial.name,
            trial.record.moves.len(),
            trial.time.as_secs_f64(),
            longest.as_millis().max(1)
        )?;
        self.write_slow_move(longest, out)?;
        self.write_start(trial, out)
    }

    /// Reports a late first line.
    fn write_start(&self, trial: &Trial, out: &mut dyn Write) -> Result<()> {
        let (start, allowed) = (trial.start().as_secs_f64(), self.rules.limits.start.as_secs_f64());
        if trial.start() > SLOW_START {
            let text =
                format!("slow: its first line came after {start:.1} s of the {allowed} s allowed");
            writeln!(out, "           {text}")?;
        }
        Ok(())
    }

    /// Reports a move that would be too slow for tournaments with the default clock.
    fn write_slow_move(&self, longest: Duration, out: &mut dyn Write) -> Result<()> {
        let usual = Clock::default();
        let is_slow = matches!(usual, Clock::PerMove(most) if longest > most);
        if self.rules.has_dialect_clock && is_slow {
            let text =
                format!("slow: tournaments use the clock {usual} unless they choose another");
            writeln!(out, "           {text}")?;
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
fn write_build(build: &Build, out: &mut dyn Write) -> Result<()> {
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
fn readable(entrant: &Entrant, sandbox: &Sandbox) -> String {
    let keeps = |layer: &Layer| matches!(layer, Layer::Landlock | Layer::Namespaces | Layer::Wrap);
    if !sandbox.layers().iter().any(keeps) {
        return "everything you can read: no layer hides files from it".to_owned();
    }
    let also = entrant.readable().into_iter().map(|path| format!(" and {}", path.display()));
    format!("its own files{}", also.collect::<String>())
}

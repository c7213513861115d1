//! Checks a whole class, with one line per player.

use std::io::Write;

use anyhow::Result;
use foursight_sandbox::{Room, Sandbox};

use super::{Check, CheckArgs, Verdict, dialect_of};
use crate::commands::arena::class::{Class, gather};
use crate::commands::arena::options::Settings;
use crate::commands::arena::run::default_folder;
use crate::contestant::{ContestantArg, build, confine};
use crate::failure::UsageError;
use crate::output::printable;
use crate::progress::LateSpinner;

/// Checks all players of a class as its tournament would let them play.
pub(super) fn run(args: &CheckArgs, word: &str, room: &Room) -> Result<()> {
    let (words, out) = ([word.to_owned()], room.path());
    let Class { mut contestants, settings, skipped } =
        gather(&words, args.settings(), Vec::new(), out)?;
    // Levels are always fit to play.
    contestants.retain(|contestant| !contestant.is_built_in());
    let n_all = contestants.len() + skipped.len();
    if n_all == 0 {
        return Err(UsageError(format!("{word}: there is no player here")).into());
    }
    let arena = default_folder(&words);
    confine(&mut contestants, Some(&arena));
    let sandbox = args.isolation.sandbox(&contestants, Some(&arena))?;
    let builds = build(&mut contestants, &sandbox, &out.join("programs"))?;
    let names = contestants.iter().map(ContestantArg::name);
    let names = names.chain(skipped.iter().map(|skipped| &*skipped.name));
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let mut stdout = anstream::stdout();
    let mut n_fit = 0;
    let mut spinner = LateSpinner::new();
    for (contestant, build) in contestants.iter().zip(&builds) {
        spinner.say(|| format!("trying {contestant}"));
        let fault = build.as_ref().and_then(|build| build.fault.clone());
        let verdict = match fault {
            Some(fault) => Err(fault),
            None => args.verdict(contestant, &settings, &sandbox)?,
        };
        n_fit += usize::from(verdict.is_ok());
        let (Ok(text) | Err(text)) = verdict;
        spinner
            .suspend(|| writeln!(stdout, "{:<width$}  {}", contestant.name(), printable(&text)))?;
    }
    drop(spinner);
    for skipped in &skipped {
        let line = format!("{:<width$}  skipped: {}", skipped.name, skipped.reason);
        writeln!(stdout, "{}", printable(&line))?;
    }
    writeln!(stdout, "{n_fit} of {n_all} are fit to play")?;
    anyhow::ensure!(
        n_fit == n_all,
        "some players cannot play; for details, check one player at a time"
    );
    Ok(())
}

impl CheckArgs {
    /// The verdict on a player, in a line.
    fn verdict(
        &self,
        contestant: &ContestantArg,
        settings: &Settings,
        sandbox: &Sandbox,
    ) -> Result<Result<String, String>> {
        let dialect = dialect_of(contestant)?;
        let rules = self.rules(contestant, false, dialect, Some((".".into(), settings.clone())))?;
        let contestant = contestant.clone().with_clock(rules.clock).map_err(UsageError)?;
        Ok(match Check::new(&contestant, rules, sandbox).verdict()? {
            Verdict::Fit { slow_start } => {
                Ok(slow_start.unwrap_or_else(|| "fit to play".to_owned()))
            }
            Verdict::Unfit { reason, .. } => Err(reason),
        })
    }
}

//! Checks a whole class, with one line per player.

use std::io::Write;

use foursight_files::printable;
use foursight_sandbox::{Room, Sandbox};

use super::{Check, Rules, Verdict, dialect_of};
use crate::entries::{Entries, default_folder, gather};
use crate::error::Result;
use crate::{Arena, ArenaError, Entrant, Notice, Settings, confine};

/// Checks all players of a class as its tournament would let them play.
pub(super) fn check(
    arena: &Arena<'_>,
    word: &str,
    given: &Settings,
    room: &Room,
    out: &mut dyn Write,
) -> Result<()> {
    let words = [word.to_owned()];
    let Entries { mut entrants, settings, skipped } =
        gather(&words, given.clone(), Vec::new(), room.path(), arena)?;
    // Levels are always fit to play.
    entrants.retain(|contestant| !contestant.is_built_in());
    let n_all = entrants.len() + skipped.len();
    if n_all == 0 {
        return Err(ArenaError::Usage(format!("{word}: there is no player here")));
    }
    let run_folder = default_folder(&words);
    confine(&mut entrants, Some(&run_folder));
    let sandbox = (arena.isolate)(&entrants, &[run_folder])?;
    let builds = arena.compile(&mut entrants, &sandbox, &room.path().join("programs"))?;
    let names = entrants.iter().map(Entrant::name);
    let names = names.chain(skipped.iter().map(|skipped| &*skipped.name));
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let mut n_fit = 0;
    for (entrant, build) in entrants.iter().zip(&builds) {
        arena.progress(&format!("trying {entrant}"));
        let fault = build.as_ref().and_then(|build| build.fault.clone());
        let verdict = match fault {
            Some(fault) => Err(fault),
            None => verdict(arena, entrant, given, &settings, &sandbox)?,
        };
        n_fit += usize::from(verdict.is_ok());
        let (Ok(text) | Err(text)) = verdict;
        (arena.tell)(Notice::Done);
        writeln!(out, "{:<width$}  {}", entrant.name(), printable(&text))?;
    }
    for skipped in &skipped {
        let line = format!("{:<width$}  skipped: {}", skipped.name, skipped.reason);
        writeln!(out, "{}", printable(&line))?;
    }
    writeln!(out, "{n_fit} of {n_all} are fit to play")?;
    if n_fit < n_all {
        let reason = "some players cannot play; for details, check one player at a time";
        return Err(ArenaError::Failed(reason.to_owned()));
    }
    Ok(())
}

/// The verdict on a player, in a line.
fn verdict(
    arena: &Arena<'_>,
    entrant: &Entrant,
    given: &Settings,
    settings: &Settings,
    sandbox: &Sandbox,
) -> Result<Result<String, String>> {
    let class = Some((".".into(), settings.clone()));
    let rules = Rules::of_player(given.clone(), entrant, false, dialect_of(entrant)?, class)?;
    let entrant = entrant.clone().with_clock(rules.clock).map_err(ArenaError::Usage)?;
    Ok(match Check::new(arena, &entrant, rules, sandbox).verdict()? {
        Verdict::Fit { slow_start } => Ok(slow_start.unwrap_or_else(|| "fit to play".to_owned())),
        Verdict::Unfit { reason, .. } => Err(reason),
    })
}

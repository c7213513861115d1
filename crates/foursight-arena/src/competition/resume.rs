//! The terms of a tournament from its players and settings, the stored one that it may resume, and the players whose
//! games are replayed.

use foursight_files::printable;

use crate::error::Result;
use crate::{
    Arena, ArenaError, Entrant, Settings, StoreError, Terms, TermsError, TournamentHeader,
};

/// The word that stands for all changed players in `--again`.
const CHANGED: &str = "changed";

/// Sorts the players into the stored tournament's order, with new players at the end.
pub(super) fn in_stored_order(contestants: &mut [Entrant], stored: Option<&Terms>) {
    let players = stored.map_or(&[][..], |terms| &terms.header.players);
    contestants.sort_by_key(|contestant| {
        players.iter().position(|name| *name == contestant.name()).unwrap_or(players.len())
    });
}

/// The terms for these players. A player whose file is gone keeps its stored fingerprint.
pub(super) fn terms(
    contestants: &[Entrant],
    settings: &Settings,
    openings: String,
    stored: Option<&Terms>,
) -> Result<Terms> {
    let stored_fingerprint = |name: &str| {
        let place = stored?.header.players.iter().position(|player| player == name)?;
        stored?.fingerprints.get(place).cloned()
    };
    let fingerprints = contestants.iter().map(|contestant| {
        let stored = contestant.missing_file().and_then(|_| stored_fingerprint(contestant.name()));
        stored
            .map_or_else(|| contestant.fingerprint(), Ok)
            .map_err(|error| ArenaError::Usage(format!("the files of {contestant}: {error}")))
    });
    let shared = settings.clock().shared();
    let clocks = contestants.iter().map(|player| player.clock().unwrap_or(shared).to_string());
    let has_clocks = contestants.iter().any(|contestant| contestant.clock().is_some());
    let header = TournamentHeader {
        name: settings.name.clone().unwrap_or_else(|| "Tournament".to_owned()),
        size: settings.size()?,
        schedule: settings.schedule(contestants.len())?.to_string(),
        clock: settings.clock().to_string(),
        clocks: clocks.filter(|_| has_clocks).collect(),
        players: contestants.iter().map(|contestant| contestant.name().to_owned()).collect(),
        seed: settings.seed(),
    };
    Ok(Terms {
        header,
        form: settings.schedule(contestants.len())?,
        pairs: settings.n_pairs(),
        openings,
        opening_rule: settings.opening_rule(),
        programs: contestants.iter().map(Entrant::identity).collect(),
        fingerprints: fingerprints.collect::<Result<_, _>>()?,
    })
}

/// Explains what to do about a folder that this tournament cannot use.
pub(super) fn explain(error: StoreError) -> ArenaError {
    let another = "choose another folder with --output";
    let hint = match error.terms_error() {
        None if !error.is_damage() => return error.into(),
        Some(TermsError { remedy: Some(remedy), .. }) => format!("{remedy}, or {another}"),
        _ => format!("{another}, or remove this one"),
    };
    ArenaError::Usage(format!("{error}; {hint}"))
}

/// The selected players: one, several separated by commas, or all that have changed since the `stored` terms.
pub(super) fn players_again(
    words: &[String],
    contestants: &[Entrant],
    terms: &Terms,
    stored: Option<&Terms>,
    arena: &Arena<'_>,
) -> Result<Vec<String>> {
    let mut again = Vec::new();
    for word in words {
        // A player may be called `changed`, or have commas in its name.
        if terms.header.players.contains(word) {
            again.push(word.clone());
        } else if word == CHANGED {
            let changes = stored.map_or_else(Vec::new, |stored| terms.changes(stored));
            if changes.is_empty() {
                arena.warn("--again changed: no player has changed");
            }
            again.extend(changes.into_iter().map(|change| change.name));
        } else {
            again.extend(word.split(',').map(|name| name.trim().to_owned()));
        }
    }
    for name in &again {
        let player = contestants.iter().find(|contestant| contestant.name() == name);
        let fault = match player.map(Entrant::missing_file) {
            None => format!("--again: there is no player {name:?}"),
            Some(Some(reason)) => format!("--again {name}: {reason}"),
            Some(None) => continue,
        };
        return Err(ArenaError::Usage(printable(&fault)));
    }
    Ok(again)
}

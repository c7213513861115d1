//! `--again`: selects the players whose games are replayed.

use foursight_files::printable;

use crate::error::Result;
use crate::{Arena, ArenaError, Entrant, Plan};

/// Stands for all changed players.
const CHANGED: &str = "changed";

/// The selected players: one, several separated by commas, or all that have changed since the `stored` plan.
pub(super) fn players_again(
    words: &[String],
    contestants: &[Entrant],
    plan: &Plan,
    stored: Option<&Plan>,
    arena: &Arena<'_>,
) -> Result<Vec<String>> {
    let mut again = Vec::new();
    for word in words {
        // A player may be called `changed`, or have commas in its name.
        if plan.header.players.contains(word) {
            again.push(word.clone());
        } else if word == CHANGED {
            let changes = stored.map_or_else(Vec::new, |stored| plan.changes(stored));
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

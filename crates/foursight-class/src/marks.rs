//! Files to keep: marks by absolute criteria, and all games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use foursight::record::RecordError;
use foursight_arena::{StoredGame, TournamentHeader, write_games};

use crate::class::Inner;
use crate::seat::Seat;
use crate::settings::Settings;
use crate::table::TableRow;

/// Games after which faults say something.
const MIN_GAMES: usize = 4;

/// The marks of all pupils, as Moodle imports them: `ID,grade,feedback`, the nickname being the ID.
///
/// Of 100 points, 20 are for a bot that has passed its check, 20 for beating level 0 and 5 for each higher level, and 10 for
/// no fault in the last 20 games. Nobody's mark depends on the other pupils.
pub(crate) fn marks(inner: &mut Inner) -> rusqlite::Result<String> {
    let mut text = "ID,grade,feedback\n".to_owned();
    for row in &inner.table()?.rows {
        let (points, feedback) = mark(row);
        // Nicknames consist of letters, digits and signs that need no quotes, and begin with none that is a formula's.
        writeln!(text, "{},{points},{feedback}", row.pupil.nickname).expect("a string takes all");
    }
    Ok(text)
}

fn mark(row: &TableRow) -> (usize, String) {
    if row.version.is_none() {
        return (0, "no bot has passed its check".to_owned());
    }
    let (of_level, level) = match row.beats() {
        Some(level) => (20 + 5 * level, format!("beats level {level}")),
        None => (0, "beats no level for sure".to_owned()),
    };
    let is_sound = row.n_games >= MIN_GAMES && row.n_faults == 0 && !row.is_benched();
    let faults = format!("{} faults in the last {} games", row.n_faults, row.n_games.min(20));
    let rating = row.rating.map_or_else(String::new, |rating| {
        format!("; rating {:.0} ± {:.0}", rating.elo + 0.0, rating.error_95)
    });
    let points = 20 + of_level + if is_sound { 10 } else { 0 };
    (points, format!("has passed its check; {level}; {faults}{rating}"))
}

/// All games, as a game file.
pub(crate) fn game_file(inner: &Inner) -> rusqlite::Result<Result<String, RecordError>> {
    let settings = inner.store.settings()?;
    let rows = inner.store.games()?;
    let mut players: HashMap<Seat, usize> = HashMap::new();
    let mut names = Vec::new();
    let mut games: Vec<StoredGame> = Vec::new();
    for row in rows {
        let mut seats = [0; 2];
        for (place, seat) in seats.iter_mut().zip(row.seats) {
            if let Entry::Vacant(player) = players.entry(seat) {
                player.insert(names.len());
                names.push(full_name(inner, seat)?);
            }
            *place = players[&seat];
        }
        games.push(StoredGame { players: seats, ..row.game });
    }
    Ok(write_games(&header(&settings, names), &games))
}

/// The name of a player, with its version.
fn full_name(inner: &Inner, seat: Seat) -> rusqlite::Result<String> {
    let name = inner.name(seat)?;
    let version = match seat {
        Seat::Version(id) => inner.store.version(id)?,
        Seat::Level(_) => None,
    };
    Ok(version.map_or(name.clone(), |version| format!("{name} v{}", version.number)))
}

/// What reports and game files say about the class.
pub(crate) fn header(settings: &Settings, players: Vec<String>) -> TournamentHeader {
    TournamentHeader {
        name: settings.name.clone(),
        size: settings.size,
        schedule: "ladder".to_owned(),
        clock: settings.clock().to_string(),
        clocks: Vec::new(),
        players,
        seed: 0,
    }
}

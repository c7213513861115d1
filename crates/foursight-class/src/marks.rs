//! What to show about the class: marks by absolute criteria, and the report of its games.

use std::fmt::Write;

use foursight_arena::{GradedGame, Transcript};

use crate::class::{Class, Inner};
use crate::collection::Collection;
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

/// The report of the games between those who play now. What was said in a game is on its own page.
pub(crate) fn report(class: &Class, inner: &Inner) -> rusqlite::Result<String> {
    let mut rows = inner.store.current_games()?;
    for row in &mut rows {
        // It may have a player's last words.
        row.game.reason = row.game.ending.to_string();
    }
    let mut grades = inner.store.grades()?;
    let grades: Vec<Option<GradedGame>> = rows.iter().map(|row| grades.remove(&row.id)).collect();
    let games = Collection::new(inner, rows)?;
    Ok(games.report(&grades, &|_| Transcript::default(), class.host.drawing()))
}

//! Reports of many games for the class: nobody can read there what another pupil's bot wrote.

use std::collections::HashMap;

use foursight::Player;
use foursight_arena::report::{Report, html};
use foursight_arena::store::read_run;
use foursight_arena::{GradedGame, Standings, StoreError, StoredGame, StoredGrades, Transcript};

use crate::bot::Bot;
use crate::class::{Class, Inner};
use crate::collection::Collection;

/// The reason why there is no archive or report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    #[error(transparent)]
    Record(#[from] foursight::record::RecordError),
    #[error(transparent)]
    Tournament(#[from] StoreError),
    #[error(transparent)]
    Zip(#[from] zip::result::ZipError),
    #[error(transparent)]
    File(#[from] std::io::Error),
}

/// The number of lost games of each bot that are graded for the teacher.
const N_LESSONS: usize = 3;

/// Requests grades of the last games that each bot has lost on the board, so that the report says what it misses.
pub(crate) fn want_lessons(class: &Class, inner: &Inner) -> rusqlite::Result<()> {
    let graded = inner.store.grades()?;
    let mut n_lost = HashMap::new();
    for row in inner.store.current_games()?.iter().rev().filter(|row| !row.game.ending.is_fault()) {
        let Some(loser) = row.game.result.loser() else { continue };
        let bot = row.bots[usize::from(loser == Player::Second)];
        let n_lost: &mut usize = n_lost.entry(bot).or_default();
        *n_lost += 1;
        if *n_lost <= N_LESSONS && matches!(bot, Bot::Version(_)) && !graded.contains_key(&row.id) {
            class.lock().want_grades(row.id, None);
        }
    }
    class.wake();
    Ok(())
}

/// The report of the games between current players. A game's log is on the game's own page.
pub(crate) fn of_ladder(class: &Class, inner: &Inner) -> rusqlite::Result<String> {
    let mut rows = inner.store.current_games()?;
    rows.iter_mut().map(|row| &mut row.game).for_each(silence);
    let mut grades = inner.store.grades()?;
    let grades: Vec<Option<GradedGame>> = rows.iter().map(|row| grades.remove(&row.id)).collect();
    let games = Collection::new(inner, rows)?;
    Ok(games.report(&grades, &|_| Transcript::default(), &class.equipment.drawing))
}

/// The report of the games that a final tournament has played so far, without hidden nicknames.
pub(crate) fn of_final(class: &Class, inner: &Inner, folder: &str) -> Result<String, ReportError> {
    let result = class.result(folder);
    let (mut terms, mut games) = read_run(&result)?;
    games.iter_mut().for_each(silence);
    inner.name_for_class(&mut terms.header.players)?;
    let grades = StoredGrades::read(&result)?;
    let grades: Vec<_> = games.iter().map(|game| grades.of(game).cloned()).collect();
    let (header, drawing) = (&terms.header, &class.equipment.drawing);
    let standings = &Standings::new(header, &games, &terms.credit(&games));
    let (games, grades, transcript) = (&games, &grades, &|_| Transcript::default());
    Ok(html(&Report { header, games, grades, transcript, standings, drawing, skipped: &[] }))
}

/// Replaces the full reason of an ending, which may quote a player's last words, with the kind of ending.
fn silence(game: &mut StoredGame) {
    game.reason = game.ending.to_string();
}

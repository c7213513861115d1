//! Reports of many games for the class, and the games as one tournament, whose files and reports the arena writes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foursight::record::RecordError;
use foursight::{OpeningRule, Player};
use foursight_arena::report::{Drawing, Report, html};
use foursight_arena::store::read_run;
use foursight_arena::{
    Credit, GradedGame, Schedule, Standings, StoreError, StoredGame, StoredGrades, Terms,
    TournamentHeader, Transcript, write_games,
};

use crate::bot::Bot;
use crate::class::{Class, Inner};
use crate::settings::Settings;
use crate::store::GameRow;

/// The reason why there is no archive or report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    #[error(transparent)]
    Record(#[from] RecordError),
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

/// Games, with the names of their players.
pub(crate) struct Collection {
    header: TournamentHeader,
    /// The games in their order, with players as numbers.
    pub(crate) games: Vec<StoredGame>,
}

impl Collection {
    pub(crate) fn new(inner: &Inner, rows: Vec<GameRow>) -> rusqlite::Result<Self> {
        let mut players: HashMap<Bot, usize> = HashMap::new();
        let mut names = Vec::new();
        let mut games = Vec::with_capacity(rows.len());
        for row in rows {
            let mut bots = [0; 2];
            for (place, bot) in bots.iter_mut().zip(row.bots) {
                if let Entry::Vacant(player) = players.entry(bot) {
                    player.insert(names.len());
                    names.push(full_name(inner, bot)?);
                }
                *place = players[&bot];
            }
            games.push(StoredGame { players: bots, ..row.game });
        }
        Ok(Self { header: header(&inner.store.settings()?, names), games })
    }

    /// A game file.
    pub(crate) fn text(&self) -> Result<String, RecordError> {
        write_games(&self.header, &self.games)
    }

    /// A page that replays the games, with their grades and conversations.
    pub(crate) fn report(
        &self,
        grades: &[Option<GradedGame>],
        transcript: &dyn Fn(usize) -> Transcript,
        drawing: &Drawing,
    ) -> String {
        let Self { header, games } = self;
        let standings = &Standings::new(header, games, &Credit::None);
        html(&Report { header, games, grades, transcript, standings, drawing, skipped: &[] })
    }

    /// The terms of these games for `foursight arena show`.
    pub(crate) fn terms(&self) -> Terms {
        let header = self.header.clone();
        let none = vec![String::new(); header.players.len()];
        Terms {
            form: Schedule::RoundRobin { cycles: 1 },
            pairs: 1,
            openings: "of the ladder".to_owned(),
            opening_rule: OpeningRule::None,
            programs: none.clone(),
            fingerprints: none,
            header,
        }
    }
}

/// The name of a player, with its version.
fn full_name(inner: &Inner, bot: Bot) -> rusqlite::Result<String> {
    let name = inner.name(bot)?;
    let version = match bot {
        Bot::Version(id) => inner.store.version(id)?,
        Bot::Level(_) => None,
    };
    Ok(version.map_or(name.clone(), |version| format!("{name} v{}", version.number)))
}

/// The header for reports and game files of the class.
fn header(settings: &Settings, players: Vec<String>) -> TournamentHeader {
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

//! The ladder's games as one tournament, whose files and reports the arena writes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foursight::OpeningRule;
use foursight::record::RecordError;
use foursight_arena::report::{Drawing, Report, html};
use foursight_arena::{
    Credit, GradedGame, Schedule, Standings, StoredGame, Terms, TournamentHeader, Transcript,
    write_games,
};

use crate::bot::Bot;
use crate::class::Inner;
use crate::settings::Settings;
use crate::store::GameRow;

/// Games, with the names of their players.
pub(crate) struct Collection {
    header: TournamentHeader,
    games: Vec<StoredGame>,
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

    /// The games in their order, with players as numbers.
    pub(crate) fn games(&self) -> &[StoredGame] {
        &self.games
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

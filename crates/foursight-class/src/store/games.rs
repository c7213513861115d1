//! Games: pairs to play, and the results of their halves.

use std::collections::HashMap;

use foursight::Player;
use foursight_arena::{GradedGame, LoggedGame, StoredGame, Transcript};
use rusqlite::{Connection, OptionalExtension, Row};

use super::{Store, VersionState, json, now, unreadable};
use crate::bot::Bot;

/// The number of faults in a row after which a version is benched.
const MAX_FAULTS: i64 = 5;

/// The time that a game takes besides thinking, in milliseconds: starting both players.
const START_MS: i64 = 500;

/// A game that is to be played: half of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    pub(crate) pair: i64,
    /// 1 if the second player of the pair begins.
    pub(crate) half: u8,
    /// The player who moves first, then the one who moves second.
    pub(crate) bots: [Bot; 2],
    pub(crate) opening: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameRow {
    pub(crate) id: i64,
    /// The player who moved first, then the one who moved second.
    pub(crate) bots: [Bot; 2],
    pub(crate) played_at: i64,
    /// 0 for the first game of its pair, 1 for the second.
    pub(crate) half: u8,
    pub(crate) game: StoredGame,
}

/// A finished game with all its stored data.
#[derive(Clone, Debug)]
pub(crate) struct PlayedRow {
    pub(crate) row: GameRow,
    pub(crate) transcript: Transcript,
    pub(crate) grades: Option<GradedGame>,
}

const COLUMNS: &str = "id, red, yellow, played_at, game, half";

fn read(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let (id, game): (i64, String) = (row.get(0)?, row.get(4)?);
    let game: StoredGame = parsed("game", &game)?;
    let game = StoredGame { number: id as usize, ..game };
    let bots = [Bot::of_number(row.get(1)?), Bot::of_number(row.get(2)?)];
    Ok(GameRow { id, bots, played_at: row.get(3)?, half: row.get(5)?, game })
}

fn parsed<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| unreadable(what, &error))
}

impl Store {
    /// Adds a pair of games to play.
    pub(crate) fn add_pair(&mut self, bots: [Bot; 2], opening: &str) -> rusqlite::Result<i64> {
        let [first, second] = bots.map(Bot::number);
        self.write(|connection| {
            let insert = "INSERT INTO pair (first, second, opening) VALUES (?, ?, ?)";
            connection.execute(insert, (first, second, opening))?;
            Ok(connection.last_insert_rowid())
        })
    }

    /// The halves of pairs that are not played yet, oldest first.
    pub(crate) fn unplayed(&self) -> rusqlite::Result<Vec<Fixture>> {
        let query = "SELECT pair.id, half.number, first, second, opening
             FROM pair JOIN (SELECT 0 AS number UNION SELECT 1) AS half
             WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.pair = pair.id AND game.half = half.number)
             ORDER BY pair.id, half.number";
        let read = |row: &Row<'_>| {
            let half: u8 = row.get(1)?;
            let mut bots = [Bot::of_number(row.get(2)?), Bot::of_number(row.get(3)?)];
            bots.rotate_left(usize::from(half));
            Ok(Fixture { pair: row.get(0)?, half, bots, opening: row.get(4)? })
        };
        self.connection.prepare_cached(query)?.query_map([], read)?.collect()
    }

    /// Drops pairs that nobody will play, because a version has been replaced.
    pub(crate) fn drop_pairs(&mut self, pairs: &[i64]) -> rusqlite::Result<()> {
        self.write(|connection| {
            let unplayed = "DELETE FROM pair WHERE id = ? AND id NOT IN (SELECT pair FROM game)";
            pairs.iter().try_for_each(|id| connection.execute(unplayed, [id]).map(|_| ()))
        })
    }

    /// Stores a finished game and its effect on the versions that played it; `None` if the game is already stored, or
    /// if its pair was removed with a pupil.
    pub(crate) fn finish(
        &mut self,
        fixture: &Fixture,
        played: &LoggedGame,
    ) -> rusqlite::Result<Option<i64>> {
        let LoggedGame { game, transcript } = played;
        let (text, said) = (json(game), json(transcript));
        let [red, yellow] = fixture.bots.map(Bot::number);
        self.write(|connection| {
            let insert =
                "INSERT OR IGNORE INTO game (pair, half, red, yellow, played_at, game, transcript)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM pair WHERE id = ?1)";
            let row = (fixture.pair, fixture.half, red, yellow, now(), text, said);
            if connection.execute(insert, row)? == 0 {
                return Ok(None);
            }
            let id = connection.last_insert_rowid();
            for (index, bot) in fixture.bots.into_iter().enumerate() {
                if let Bot::Version(version) = bot {
                    note(connection, version, index, game)?;
                }
            }
            Ok(Some(id))
        })
    }

    /// The last games, newest first.
    pub(crate) fn last_games(&self, most: u32) -> rusqlite::Result<Vec<GameRow>> {
        let query = format!("SELECT {COLUMNS} FROM game ORDER BY id DESC LIMIT ?");
        self.connection.prepare_cached(&query)?.query_map([most], read)?.collect()
    }

    /// The last games of all versions of a pupil, newest first.
    pub(crate) fn games_of(&self, pupil: i64, most: u32) -> rusqlite::Result<Vec<GameRow>> {
        let query = format!(
            "SELECT {COLUMNS} FROM game WHERE red IN (SELECT id FROM version WHERE pupil = ?1)
             OR yellow IN (SELECT id FROM version WHERE pupil = ?1) ORDER BY id DESC LIMIT ?2"
        );
        self.connection.prepare_cached(&query)?.query_map((pupil, most), read)?.collect()
    }

    /// All games, in the order in which they ended.
    pub(crate) fn games(&self) -> rusqlite::Result<Vec<GameRow>> {
        let query = format!("SELECT {COLUMNS} FROM game ORDER BY id");
        self.connection.prepare_cached(&query)?.query_map([], read)?.collect()
    }

    /// All games between current versions and levels, oldest first.
    pub(crate) fn current_games(&self) -> rusqlite::Result<Vec<GameRow>> {
        let playing = "IN (SELECT current FROM pupil WHERE is_admitted AND current IS NOT NULL)";
        let query = format!(
            "SELECT {COLUMNS} FROM game WHERE (red < 0 OR red {playing}) AND (yellow < 0 OR yellow {playing}) ORDER BY id"
        );
        self.connection.prepare_cached(&query)?.query_map([], read)?.collect()
    }

    pub(crate) fn game(&self, id: i64) -> rusqlite::Result<Option<PlayedRow>> {
        let query = format!("SELECT {COLUMNS}, transcript, grades FROM game WHERE id = ?");
        let read = |row: &Row<'_>| {
            let (transcript, grades): (String, Option<String>) = (row.get(6)?, row.get(7)?);
            let grades = grades.map(|grades| parsed("grades", &grades)).transpose()?;
            Ok(PlayedRow {
                row: read(row)?,
                transcript: parsed("transcript", &transcript)?,
                grades,
            })
        };
        self.connection.prepare_cached(&query)?.query_row([id], read).optional()
    }

    /// The grades of a game, if it has been graded.
    pub(crate) fn grades_of(&self, id: i64) -> rusqlite::Result<Option<GradedGame>> {
        let query = "SELECT grades FROM game WHERE id = ?";
        let read = |row: &Row<'_>| row.get(0);
        let grades: Option<Option<String>> =
            self.connection.prepare_cached(query)?.query_row([id], read).optional()?;
        grades.flatten().map(|grades| parsed("grades", &grades)).transpose()
    }

    /// The grades of all games that have been graded.
    pub(crate) fn grades(&self) -> rusqlite::Result<HashMap<i64, GradedGame>> {
        let query = "SELECT id, grades FROM game WHERE grades IS NOT NULL";
        let read = |row: &Row<'_>| {
            let grades: String = row.get(1)?;
            Ok((row.get(0)?, parsed("grades", &grades)?))
        };
        self.connection.prepare_cached(query)?.query_map([], read)?.collect()
    }

    pub(crate) fn save_grades(&mut self, id: i64, grades: &GradedGame) -> rusqlite::Result<()> {
        let text = json(grades);
        let update = "UPDATE game SET grades = ? WHERE id = ?";
        self.write(|connection| connection.execute(update, (text, id)))?;
        Ok(())
    }
}

/// Records a game of a version that was the player with this `index`.
fn note(
    connection: &Connection,
    version: i64,
    index: usize,
    game: &StoredGame,
) -> rusqlite::Result<()> {
    let side = if index == 0 { Player::First } else { Player::Second };
    let is_fault = game.ending.is_fault() && game.result.loser() == Some(side);
    // The second player moves first after an odd opening.
    let first = (index + game.opening.len()) % 2;
    let micros: u64 = game.micros.iter().skip(first).step_by(2).sum();
    let cost = START_MS + (micros / 1000) as i64;
    let update = "UPDATE version SET n_games = n_games + 1, cost_ms = cost_ms + ?, last_played = ?,
         faults_in_row = CASE WHEN ? THEN faults_in_row + 1 ELSE 0 END WHERE id = ?";
    connection.execute(update, (cost, now(), is_fault, version))?;
    if is_fault {
        let bench = "UPDATE version SET state = ?, report = ? WHERE id = ? AND faults_in_row >= ? AND state = 'fit'";
        let report =
            format!("benched after {MAX_FAULTS} faults in a row; the last one: {}", game.reason);
        let state = VersionState::Benched.name();
        connection.execute(bench, (state, report, version, MAX_FAULTS))?;
    }
    Ok(())
}

//! Games as rows: a row has all of a game, so that every change is one write.

use foursight::game_file::{read_size, size_text};
use foursight::notation::moves;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::Store;
use crate::game::seat::SecretHash;
use crate::game::{Clock, Ending, Seat, Table};
use crate::http::error::Result;
use crate::routes::position::Color;

/// How many games a client may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    /// Games that are not over, among those touched within the last week.
    pub(crate) open: usize,
    pub(crate) a_day: usize,
}

/// Whether a new game was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewGame {
    Stored,
    /// The client has as many open games as it may.
    TooManyOpen,
    /// The client has made as many games within a day as it may.
    TooManyToday,
}

const DAY_MS: i64 = 24 * 3600 * 1000;

const SAVE: &str = "
    INSERT OR REPLACE INTO game VALUES (
        :id, :seq, :size, :moves, :n_start, :red_secret, :yellow_secret, :red_name, :yellow_name,
        :ending, :winner, :is_over, :clock_initial_ms, :clock_increment_ms, :clock_red_ms,
        :clock_yellow_ms, :clock_running_since, :pie, :swapped, :takeback, :rematch, :rematch_id,
        :rematch_of, :owner, :created_at, :updated_at, :taken_back_at)";

impl Store {
    /// Stores a new game, and the one that it goes on from; neither if its owner has too many.
    pub(crate) async fn create(
        &self,
        table: Table,
        before: Option<Table>,
        quota: Quota,
    ) -> Result<NewGame> {
        self.run(move |connection| {
            let is_reached = |condition: &str, since: i64, most: usize| -> rusqlite::Result<bool> {
                let query = format!(
                    "SELECT COUNT(*) >= ?3 FROM game WHERE owner = ?1 AND {condition} > ?2"
                );
                let mut query = connection.prepare_cached(&query)?;
                query.query_row(
                    (&table.owner, since, i64::try_from(most).unwrap_or(i64::MAX)),
                    |row| row.get(0),
                )
            };
            let now = table.created_at;
            // A rematch takes the place of a game that is over.
            if before.is_none()
                && is_reached("NOT is_over AND updated_at", now - 7 * DAY_MS, quota.open)?
            {
                return Ok(NewGame::TooManyOpen);
            }
            if is_reached("created_at", now - DAY_MS, quota.a_day)? {
                return Ok(NewGame::TooManyToday);
            }
            before.iter().chain([&table]).try_for_each(|table| save(connection, table))?;
            Ok(NewGame::Stored)
        })
        .await
    }

    /// Stores a game as it is now.
    pub(crate) async fn save(&self, table: Table) -> Result<()> {
        self.run(move |connection| save(connection, &table)).await
    }

    /// The game of this name; time in which no server ran is taken off its clock.
    pub(crate) async fn game(&self, id: String, now: i64) -> Result<Option<Table>> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached("SELECT * FROM game WHERE id = ?")?;
            let table = query.query_row([&id], read).optional()?;
            let Some(mut table) = table else { return Ok(None) };
            if let Some(Clock { running_since: Some(since), .. }) = &mut table.clock {
                *since += super::runs::downtime(connection, *since, now)?;
            }
            Ok(Some(table))
        })
        .await
    }

    /// Deletes games that nobody has touched for long: those with a free seat or fewer than two moves from
    /// before `unjoined`, all others from before `untouched`.
    pub(crate) async fn expire(&self, unjoined: i64, untouched: i64) -> Result<usize> {
        self.run(move |connection| {
            let delete = "DELETE FROM game WHERE updated_at < ?1 OR updated_at < ?2 AND (red_secret IS NULL \
                          OR yellow_secret IS NULL OR length(moves) < n_start + 2)";
            connection.prepare_cached(delete)?.execute([untouched, unjoined])
        })
        .await
    }
}

fn save(connection: &Connection, table: &Table) -> rusqlite::Result<()> {
    let [red, yellow] = &table.seats;
    let (ending, winner) = match table.ending {
        None => (None, None),
        Some(Ending::Resigned { winner }) => (Some("resigned"), Some(winner)),
        Some(Ending::Time { winner }) => (Some("time"), Some(winner)),
    };
    let clock = table.clock.as_ref();
    connection.prepare_cached(SAVE)?.execute(named_params! {
        ":id": table.id,
        ":seq": table.seq as i64,
        ":size": size_text(table.size()),
        ":moves": table.pos(),
        ":n_start": table.n_start as i64,
        ":red_secret": red.secret.as_ref().map(SecretHash::bytes),
        ":yellow_secret": yellow.secret.as_ref().map(SecretHash::bytes),
        ":red_name": red.name,
        ":yellow_name": yellow.name,
        ":ending": ending,
        ":winner": winner.map(Color::name),
        ":is_over": table.is_over(),
        ":clock_initial_ms": clock.map(|c| c.initial_ms),
        ":clock_increment_ms": clock.map(|c| c.increment_ms),
        ":clock_red_ms": clock.map(|c| c.left_ms[0]),
        ":clock_yellow_ms": clock.map(|c| c.left_ms[1]),
        ":clock_running_since": clock.and_then(|c| c.running_since),
        ":pie": table.pie,
        ":swapped": table.swapped,
        ":takeback": table.takeback.map(Color::name),
        ":rematch": table.rematch.map(Color::name),
        ":rematch_id": table.rematch_id,
        ":rematch_of": table.rematch_of,
        ":owner": table.owner,
        ":created_at": table.created_at,
        ":updated_at": table.updated_at,
        ":taken_back_at": table.taken_back_at as i64,
    })?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Table> {
    let size: String = row.get("size")?;
    let size = read_size(&size).map_err(invalid)?;
    let columns: String = row.get("moves")?;
    let game = moves::read(&columns, size).map_err(invalid)?;
    let seat = |secret: &str, name: &str| -> rusqlite::Result<Seat> {
        let secret: Option<[u8; 32]> = row.get(secret)?;
        Ok(Seat { secret: secret.map(SecretHash::from_bytes), name: row.get(name)? })
    };
    let n_start: i64 = row.get("n_start")?;
    let n_changes = |column: &str| row.get(column).map(|n: i64| n as u64);
    Ok(Table {
        id: row.get("id")?,
        seq: n_changes("seq")?,
        game,
        n_start: n_start as usize,
        seats: [seat("red_secret", "red_name")?, seat("yellow_secret", "yellow_name")?],
        ending: read_ending(row)?,
        clock: read_clock(row)?,
        pie: row.get("pie")?,
        swapped: row.get("swapped")?,
        takeback: color(row, "takeback")?,
        rematch: color(row, "rematch")?,
        rematch_id: row.get("rematch_id")?,
        rematch_of: row.get("rematch_of")?,
        owner: row.get("owner")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        taken_back_at: n_changes("taken_back_at")?,
    })
}

fn read_ending(row: &Row<'_>) -> rusqlite::Result<Option<Ending>> {
    let name: Option<String> = row.get("ending")?;
    let (Some(name), Some(winner)) = (name, color(row, "winner")?) else { return Ok(None) };
    Ok(Some(if name == "time" { Ending::Time { winner } } else { Ending::Resigned { winner } }))
}

fn read_clock(row: &Row<'_>) -> rusqlite::Result<Option<Clock>> {
    let Some(initial_ms) = row.get("clock_initial_ms")? else { return Ok(None) };
    Ok(Some(Clock {
        initial_ms,
        increment_ms: row.get("clock_increment_ms")?,
        left_ms: [row.get("clock_red_ms")?, row.get("clock_yellow_ms")?],
        running_since: row.get("clock_running_since")?,
    }))
}

fn color(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Color>> {
    let name: Option<String> = row.get(column)?;
    Ok(name.map(|name| if name == "red" { Color::Red } else { Color::Yellow }))
}

/// A row that somebody else has written.
fn invalid(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error))
}

//! The seats of each browser, as hashes: a session is a random number that the browser keeps.

use foursight_files::secrets::SecretHash;
use rusqlite::{Connection, OptionalExtension};

use super::game_row::read;
use super::{Store, StoreFault};
use crate::game::{GameId, NetworkGame};
use crate::wall_clock::Moment;

/// The maximum number of a session's seats, and of a seat's sessions; the oldest make room for new
/// ones.
const MAX_SEATS: usize = 500;
const MAX_SESSIONS: usize = 10;

/// The number of rows deleted at a time: moves must not wait for long.
const MAX_DELETED: usize = 1000;

impl Store {
    /// Records that a session has the seat that a secret opens in a game, if it opens one.
    pub async fn note_seat(
        &self,
        session: SecretHash,
        game: &GameId,
        secret: SecretHash,
        now: Moment,
    ) -> Result<(), StoreFault> {
        let game = game.to_string();
        let noted_at = self.ages.at(now);
        self.write(move |connection| {
            let (session, secret) = (session.bytes(), secret.bytes());
            let insert = "INSERT OR REPLACE INTO session_seat (game, session, secret, noted_at) \
                 SELECT id, ?2, ?3, ?4 FROM game WHERE id = ?1 AND (red_secret = ?3 OR yellow_secret = ?3)";
            connection.prepare_cached(insert)?.execute((&game, session, secret, noted_at))?;
            let surplus_seats = "DELETE FROM session_seat WHERE session = ?1 AND game IN \
                 (SELECT game FROM session_seat WHERE session = ?1 ORDER BY noted_at DESC LIMIT -1 OFFSET ?2)";
            connection.prepare_cached(surplus_seats)?.execute((session, MAX_SEATS as i64))?;
            let surplus_sessions = "DELETE FROM session_seat WHERE game = ?1 AND session IN \
                 (SELECT session FROM session_seat WHERE game = ?1 AND secret = ?2 \
                  ORDER BY session = ?3 DESC, noted_at DESC LIMIT ?4 OFFSET ?5)";
            let bounds = (MAX_DELETED as i64, MAX_SESSIONS as i64);
            connection
                .prepare_cached(surplus_sessions)?
                .execute((&game, secret, session, bounds.0, bounds.1))?;
            Ok(())
        })
        .await
    }

    /// The secret of the seat that a session has in a game.
    pub async fn seat_of_session(
        &self,
        session: SecretHash,
        game: &GameId,
    ) -> Result<Option<SecretHash>, StoreFault> {
        let game = game.to_string();
        self.read(move |connection| {
            let query = "SELECT secret FROM session_seat WHERE game = ? AND session = ?";
            let mut query = connection.prepare_cached(query)?;
            let secret = query.query_row((game, session.bytes()), |row| row.get(0)).optional()?;
            Ok(secret.map(SecretHash::from_bytes))
        })
        .await
    }

    /// The latest games in which a session has a seat, each with the seat's secret.
    pub async fn games_of_session(
        &self,
        session: SecretHash,
    ) -> Result<Vec<(NetworkGame, SecretHash)>, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT game.*, session_seat.secret AS secret FROM session_seat \
                         JOIN game ON game.id = session_seat.game \
                         WHERE session = ? ORDER BY noted_at DESC";
            let mut query = connection.prepare_cached(query)?;
            let found = query.query_map([session.bytes()], |row| {
                Ok((read(row)?, SecretHash::from_bytes(row.get("secret")?)))
            })?;
            found.collect()
        })
        .await
    }

    /// Whether a session has a seat in some game.
    pub async fn has_session(&self, session: SecretHash) -> Result<bool, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT EXISTS (SELECT 1 FROM session_seat WHERE session = ?)";
            connection.prepare_cached(query)?.query_row([session.bytes()], |row| row.get(0))
        })
        .await
    }

    /// Forgets the seats of a session.
    pub async fn forget_session(&self, session: SecretHash) -> Result<(), StoreFault> {
        self.write(move |connection| {
            let delete = "DELETE FROM session_seat WHERE session = ?";
            connection.prepare_cached(delete)?.execute([session.bytes()])?;
            Ok(())
        })
        .await
    }
}

/// Forgets some or all of the sessions with seats in `games`, and returns whether any may remain.
pub(super) fn forget_some(connection: &Connection, games: &[String]) -> rusqlite::Result<bool> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM session_seat WHERE game = ?1 AND session IN \
         (SELECT session FROM session_seat WHERE game = ?1 LIMIT ?2)",
    )?;
    let mut left = MAX_DELETED;
    for game in games {
        left -= delete.execute((game, left as i64))?;
    }
    Ok(left == 0)
}

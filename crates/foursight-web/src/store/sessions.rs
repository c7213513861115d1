//! The seats of each browser, as hashes: a session is a random number that the browser keeps.

use rusqlite::{Connection, OptionalExtension};

use super::{Store, StoreFault, games};
use crate::game::{NetworkGame, SecretHash};

/// How many seats a session has; the oldest make room for others.
const MAX_SEATS: usize = 500;

/// What a session keeps if it has a seat in the game already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    New,
    Old,
}

impl Store {
    /// Notes seats of a session, each as the name of a game and the secret; those that no secret opens are left
    /// out.
    pub(crate) async fn note_seats(
        &self,
        session: SecretHash,
        seats: Vec<(String, SecretHash)>,
        keep: Keep,
        now: i64,
    ) -> Result<(), StoreFault> {
        let noted_at = self.ages.at(now);
        self.write(move |connection| {
            let on_conflict = if keep == Keep::New { "REPLACE" } else { "IGNORE" };
            let insert = format!(
                "INSERT OR {on_conflict} INTO session_seat (game, session, secret, noted_at) \
                 SELECT id, ?2, ?3, ?4 FROM game WHERE id = ?1 AND (red_secret = ?3 OR yellow_secret = ?3)"
            );
            let mut insert = connection.prepare_cached(&insert)?;
            for (game, secret) in seats {
                insert.execute((game, session.bytes(), secret.bytes(), noted_at))?;
            }
            let delete = "DELETE FROM session_seat WHERE session = ?1 AND game IN \
                          (SELECT game FROM session_seat WHERE session = ?1 ORDER BY noted_at DESC LIMIT -1 OFFSET ?2)";
            connection.prepare_cached(delete)?.execute((session.bytes(), MAX_SEATS as i64))?;
            Ok(())
        })
        .await
    }

    /// The secret of the seat that a session has in a game.
    pub(crate) async fn seat_of_session(
        &self,
        session: SecretHash,
        game: String,
    ) -> Result<Option<SecretHash>, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT secret FROM session_seat WHERE game = ? AND session = ?";
            let mut query = connection.prepare_cached(query)?;
            let secret = query.query_row((game, session.bytes()), |row| row.get(0)).optional()?;
            Ok(secret.map(SecretHash::from_bytes))
        })
        .await
    }

    /// The latest games in which a session has a seat, each with the secret of that seat.
    pub(crate) async fn games_of_session(
        &self,
        session: SecretHash,
    ) -> Result<Vec<(NetworkGame, SecretHash)>, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT game.*, session_seat.secret AS secret FROM session_seat \
                         JOIN game ON game.id = session_seat.game \
                         WHERE session = ? ORDER BY noted_at DESC";
            let mut query = connection.prepare_cached(query)?;
            let found = query.query_map([session.bytes()], |row| {
                Ok((games::read(row)?, SecretHash::from_bytes(row.get("secret")?)))
            })?;
            found.collect()
        })
        .await
    }

    /// Whether a session has a seat in some game.
    pub(crate) async fn has_session(&self, session: SecretHash) -> Result<bool, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT EXISTS (SELECT 1 FROM session_seat WHERE session = ?)";
            connection.prepare_cached(query)?.query_row([session.bytes()], |row| row.get(0))
        })
        .await
    }

    /// Forgets the seats of a session.
    pub(crate) async fn forget_session(&self, session: SecretHash) -> Result<(), StoreFault> {
        self.write(move |connection| {
            let delete = "DELETE FROM session_seat WHERE session = ?";
            connection.prepare_cached(delete)?.execute([session.bytes()])?;
            Ok(())
        })
        .await
    }
}

/// Forgets who sat in a game that is deleted.
pub(super) fn forget_game(connection: &Connection, game: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM session_seat WHERE game = ?")?.execute([game])?;
    Ok(())
}

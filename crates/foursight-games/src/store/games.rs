//! Storing, finding and deleting games.

use std::sync::Arc;
use std::time::Duration;

use metrics::counter;
use rusqlite::OptionalExtension;

use super::game_row::{read, save};
use super::{Store, StoreFault, quotas, sessions};
use crate::game::{GameId, NetworkGame, OverQuota, Quota};
use crate::wall_clock::Moment;

/// The time after its start during which a server deletes nothing.
const SETTLING_TIME: Duration = Duration::from_hours(1);

/// The number of games deleted at a time: moves must not wait for long.
const MAX_DELETED: usize = 16;

const OVERDUE: &str = "SELECT id FROM game WHERE keep_until < ?1 ORDER BY keep_until LIMIT ?2";

impl Store {
    /// Stores a new game, together with the game before it; stores neither if the owner has too many.
    pub async fn create(
        &self,
        game: Arc<NetworkGame>,
        before: Option<Arc<NetworkGame>>,
        quota: Quota,
    ) -> Result<Result<(), OverQuota>, StoreFault> {
        let ages = self.ages;
        self.write(move |connection| {
            let now = game.created_at;
            // A rematch takes the place of a game that is over.
            let counts_open = before.is_none();
            if let Some(over) = quotas::over(connection, &game.owner, quota, now, counts_open)? {
                return Ok(Err(over));
            }
            before.iter().chain([&game]).try_for_each(|game| save(connection, game, ages))?;
            Ok(Ok(()))
        })
        .await
    }

    /// Stores the current state of a game.
    pub async fn save(&self, game: Arc<NetworkGame>) -> Result<(), StoreFault> {
        let ages = self.ages;
        self.write(move |connection| save(connection, &game, ages)).await
    }

    /// The game with this name; its clock does not count the time without a server.
    pub async fn game(&self, id: &GameId, now: Moment) -> Result<Option<NetworkGame>, StoreFault> {
        let id = id.clone();
        self.read(move |connection| {
            let mut query = connection.prepare_cached("SELECT * FROM game WHERE id = ?")?;
            let game = query.query_row([id.text()], read).optional()?;
            let Some(mut game) = game else { return Ok(None) };
            if let Some(since) = game.clock.as_ref().and_then(|clock| clock.running_since) {
                game.stop_clock_for(super::runs::downtime(connection, since, now)?);
            }
            Ok(Some(game))
        })
        .await
    }

    /// Deletes a game.
    pub async fn delete_game(&self, id: &GameId) -> Result<(), StoreFault> {
        loop {
            let ids = [id.to_string()];
            let is_deleted = self.write(move |connection| {
                if sessions::forget_some(connection, &ids)? {
                    return Ok(false);
                }
                connection.prepare_cached("DELETE FROM game WHERE id = ?")?.execute([&ids[0]])?;
                Ok(true)
            });
            if is_deleted.await? {
                return Ok(());
            }
        }
    }

    /// Deletes some of the games that have been inactive for too long, and returns whether there may be more; deletes
    /// none in a server's first hour, so that the operator can inspect a restored copy.
    pub async fn expire(&self, now: Moment) -> Result<bool, StoreFault> {
        if now.since(self.started) < SETTLING_TIME {
            return Ok(false);
        }
        let before = self.ages.at(now);
        self.write(move |connection| {
            let mut overdue = connection.prepare_cached(OVERDUE)?;
            let overdue = overdue.query_map((before, MAX_DELETED as i64), |row| row.get(0))?;
            let overdue: Vec<String> = overdue.collect::<rusqlite::Result<_>>()?;
            if sessions::forget_some(connection, &overdue)? {
                return Ok(true);
            }
            let mut delete = connection.prepare_cached("DELETE FROM game WHERE id = ?")?;
            for id in &overdue {
                delete.execute([id])?;
            }
            counter!("foursight_games_deleted_total").increment(overdue.len() as u64);
            Ok(overdue.len() == MAX_DELETED)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema::query_plan;

    #[test]
    fn overdue_games_are_found_by_an_index() {
        let overdue = query_plan(&OVERDUE.replace('?', "5"));
        assert!(overdue.contains("SEARCH game USING COVERING INDEX games_by_end"), "{overdue}");
        assert!(!overdue.contains("SCAN game") && !overdue.contains("TEMP B-TREE"), "{overdue}");
    }
}

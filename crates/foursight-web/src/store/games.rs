//! Games as rows: one row holds all of a game, so every change is one write.

use std::fmt::Display;
use std::sync::Arc;

use foursight::Player;
use foursight::notation::moves;
use foursight::record::{read_size, size_text};
use metrics::counter;
use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::runs::AgeClock;
use super::{Store, StoreFault, quotas, sessions};
use crate::game::{
    Decision, GameClock, NetworkGame, OverQuota, Phrase, Quota, RematchOffer, Seat, SecretHash,
};

/// How long a server deletes nothing after its start.
const SETTLING_MS: i64 = 3600 * 1000;

const SAVE: &str = "
    INSERT OR REPLACE INTO game (
        id, seq, size, moves, n_start, red_secret, yellow_secret, red_name, yellow_name,
        ending, winner, is_over, clock_initial_ms, clock_increment_ms, clock_red_ms,
        clock_yellow_ms, clock_running_since, pie, swapped, takeback, rematch, rematch_id,
        rematch_of, owner, created_at, updated_at, taken_back_at, keep_until, drawn, draw_offer,
        same_colors, red_said, yellow_said
    ) VALUES (
        :id, :seq, :size, :moves, :n_start, :red_secret, :yellow_secret, :red_name, :yellow_name,
        :ending, :winner, :is_over, :clock_initial_ms, :clock_increment_ms, :clock_red_ms,
        :clock_yellow_ms, :clock_running_since, :pie, :swapped, :takeback, :rematch, :rematch_id,
        :rematch_of, :owner, :created_at, :updated_at, :taken_back_at,
        :keep_until, :drawn, :draw_offer, :same_colors, :red_said, :yellow_said
    )";

/// How many games are deleted at a time: moves must not wait for long.
const MAX_DELETED: usize = 16;

const OVERDUE: &str = "SELECT id FROM game WHERE keep_until < ?1 ORDER BY keep_until LIMIT ?2";

impl Store {
    /// Stores a new game, together with the one before it; neither if the owner has too many.
    pub(crate) async fn create(
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

    /// Stores a game as it is now.
    pub(crate) async fn save(&self, game: Arc<NetworkGame>) -> Result<(), StoreFault> {
        let ages = self.ages;
        self.write(move |connection| save(connection, &game, ages)).await
    }

    /// The game of this name; time in which no server ran is taken off its clock.
    pub(crate) async fn game(
        &self,
        id: String,
        now: i64,
    ) -> Result<Option<NetworkGame>, StoreFault> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached("SELECT * FROM game WHERE id = ?")?;
            let game = query.query_row([&id], read).optional()?;
            let Some(mut game) = game else { return Ok(None) };
            if let Some(GameClock { running_since: Some(since), .. }) = &mut game.clock {
                *since += super::runs::downtime(connection, *since, now)?;
            }
            Ok(Some(game))
        })
        .await
    }

    /// Deletes a game.
    pub(crate) async fn delete_game(&self, id: String) -> Result<(), StoreFault> {
        loop {
            let ids = [id.clone()];
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

    /// Deletes some of the games that were untouched for too long, and says whether there may be more; none in
    /// the first hour of a server, so that a copy that was put in place can be looked at.
    pub(crate) async fn expire(&self, now: i64) -> Result<bool, StoreFault> {
        if now - self.started < SETTLING_MS {
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

fn save(connection: &Connection, game: &NetworkGame, ages: AgeClock) -> rusqlite::Result<()> {
    let [red, yellow] = &game.seats;
    let (ending, winner, is_drawn) = columns_of(game.decision);
    let clock = game.clock.as_ref();
    connection.prepare_cached(SAVE)?.execute(named_params! {
        ":id": game.id,
        ":seq": game.seq as i64,
        ":size": size_text(game.size()),
        ":moves": game.pos(),
        ":n_start": game.n_start as i64,
        ":red_secret": red.secret.as_ref().map(SecretHash::bytes),
        ":yellow_secret": yellow.secret.as_ref().map(SecretHash::bytes),
        ":red_name": red.name,
        ":yellow_name": yellow.name,
        ":ending": ending,
        ":winner": winner.map(color),
        ":is_over": game.is_over(),
        ":clock_initial_ms": clock.map(|c| c.initial_ms),
        ":clock_increment_ms": clock.map(|c| c.increment_ms),
        ":clock_red_ms": clock.map(|c| c.left_ms[0]),
        ":clock_yellow_ms": clock.map(|c| c.left_ms[1]),
        ":clock_running_since": clock.and_then(|c| c.running_since),
        ":pie": game.pie,
        ":swapped": game.swapped,
        ":takeback": game.takeback.map(color),
        ":rematch": game.rematch.map(|offer| color(offer.by)),
        ":rematch_id": game.rematch_id,
        ":rematch_of": game.rematch_of,
        ":owner": game.owner,
        ":created_at": game.created_at,
        ":updated_at": game.updated_at,
        ":taken_back_at": game.taken_back_at as i64,
        ":keep_until": ages.at(game.updated_at) + game.keep_time().as_millis() as i64,
        ":drawn": is_drawn,
        ":draw_offer": game.draw.map(color),
        ":same_colors": game.rematch.is_some_and(|offer| offer.same_colors),
        ":red_said": phrases_text(&red.said),
        ":yellow_said": phrases_text(&yellow.said),
    })?;
    Ok(())
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<NetworkGame> {
    let size: String = row.get("size")?;
    let size = read_size(&size).map_err(|error| invalid(row, "size", &error))?;
    let columns: String = row.get("moves")?;
    let game = moves::read(&columns, size).map_err(|error| invalid(row, "moves", &error))?;
    let seat = |secret: &str, name: &str, said: &str| -> rusqlite::Result<Seat> {
        let secret: Option<[u8; 32]> = row.get(secret)?;
        let said = read_phrases(row, said)?;
        Ok(Seat { secret: secret.map(SecretHash::from_bytes), name: row.get(name)?, said })
    };
    let same_colors = row.get("same_colors")?;
    let n_start: i64 = row.get("n_start")?;
    let n_changes = |column: &str| row.get(column).map(|n: i64| n as u64);
    Ok(NetworkGame {
        id: row.get("id")?,
        seq: n_changes("seq")?,
        game,
        n_start: n_start as usize,
        seats: [
            seat("red_secret", "red_name", "red_said")?,
            seat("yellow_secret", "yellow_name", "yellow_said")?,
        ],
        decision: read_decision(row)?,
        clock: read_clock(row)?,
        pie: row.get("pie")?,
        swapped: row.get("swapped")?,
        takeback: player(row, "takeback")?,
        draw: player(row, "draw_offer")?,
        rematch: player(row, "rematch")?.map(|by| RematchOffer { by, same_colors }),
        rematch_id: row.get("rematch_id")?,
        rematch_of: row.get("rematch_of")?,
        owner: row.get("owner")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        taken_back_at: n_changes("taken_back_at")?,
    })
}

/// The columns `ending`, `winner` and `drawn`.
fn columns_of(decision: Option<Decision>) -> (Option<&'static str>, Option<Player>, bool) {
    match decision {
        None => (None, None, false),
        Some(Decision::Agreed) => (None, None, true),
        Some(Decision::Resigned { winner }) => (Some("resigned"), Some(winner), false),
        Some(Decision::Time { winner }) => (Some("time"), Some(winner), false),
    }
}

fn read_decision(row: &Row<'_>) -> rusqlite::Result<Option<Decision>> {
    let (name, winner): (Option<String>, _) = (row.get("ending")?, player(row, "winner")?);
    match (name.as_deref(), winner, row.get("drawn")?) {
        (None, None, false) => Ok(None),
        (None, None, true) => Ok(Some(Decision::Agreed)),
        (Some("resigned"), Some(winner), false) => Ok(Some(Decision::Resigned { winner })),
        (Some("time"), Some(winner), false) => Ok(Some(Decision::Time { winner })),
        (Some("resigned" | "time") | None, ..) => {
            Err(invalid(row, "ending", &"it contradicts winner and drawn"))
        }
        (Some(name), ..) => Err(invalid(row, "ending", &format!("{name:?} is not known"))),
    }
}

fn read_clock(row: &Row<'_>) -> rusqlite::Result<Option<GameClock>> {
    let Some(initial_ms) = row.get("clock_initial_ms")? else { return Ok(None) };
    Ok(Some(GameClock {
        initial_ms,
        increment_ms: row.get("clock_increment_ms")?,
        left_ms: [row.get("clock_red_ms")?, row.get("clock_yellow_ms")?],
        running_since: row.get("clock_running_since")?,
    }))
}

/// How the columns name a player.
fn color(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "yellow",
    }
}

fn player(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Player>> {
    let name: Option<String> = row.get(column)?;
    match name.as_deref() {
        None => Ok(None),
        Some("red") => Ok(Some(Player::First)),
        Some("yellow") => Ok(Some(Player::Second)),
        Some(name) => Err(invalid(row, column, &format!("{name:?} is not known"))),
    }
}

/// The names of phrases, separated by spaces.
fn phrases_text(said: &[Phrase]) -> String {
    said.iter().map(|phrase| phrase.name()).collect::<Vec<_>>().join(" ")
}

fn read_phrases(row: &Row<'_>, column: &str) -> rusqlite::Result<Vec<Phrase>> {
    let text: String = row.get(column)?;
    let unknown = |name| invalid(row, column, &format!("{name:?} is not known"));
    let phrase = |name| Phrase::named(name).ok_or_else(|| unknown(name));
    text.split_whitespace().map(phrase).collect()
}

/// What is wrong with a row that another program wrote.
fn invalid(row: &Row<'_>, column: &str, cause: &dyn Display) -> rusqlite::Error {
    let id: String = row.get("id").unwrap_or_default();
    super::unreadable(format!("game {id}, {column}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight::{AnySize, Game, Position};

    use crate::store::schema::{open, query_plan};

    #[test]
    fn overdue_games_are_found_by_an_index() {
        let overdue = query_plan(&OVERDUE.replace('?', "5"));
        assert!(overdue.contains("SEARCH game USING COVERING INDEX games_by_end"), "{overdue}");
        assert!(!overdue.contains("SCAN game") && !overdue.contains("TEMP B-TREE"), "{overdue}");
    }
    /// What is wrong with a game once its row has been changed.
    #[track_caller]
    fn check(change: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let connection = open(&folder.path().join("games.db")).unwrap();
        let game = NetworkGame::new(Game::new(Position::empty(AnySize::default())), vec![], 0);
        save(&connection, &game, AgeClock { ahead: 0 }).unwrap();
        connection.pragma_update(None, "ignore_check_constraints", true).unwrap();
        connection.execute(&format!("UPDATE game SET {change}"), []).unwrap();
        let read = connection.query_row("SELECT * FROM game", [], read);
        let error = read.expect_err(change).to_string();
        assert!(error.ends_with(&format!("game {}, {expected}", game.id)), "{change}: {error}");
    }

    #[test]
    fn words_that_no_version_knows_are_no_others() {
        check("ending = 'lost', winner = 'red'", "ending: \"lost\" is not known");
        check("ending = 'time'", "ending: it contradicts winner and drawn");
        check("winner = 'red'", "ending: it contradicts winner and drawn");
        check("ending = 'resigned', winner = 'blue'", "winner: \"blue\" is not known");
        check("takeback = 'both'", "takeback: \"both\" is not known");
        check("red_said = 'thanks hello'", "red_said: \"hello\" is not known");
    }
}

//! Games as rows: one row holds a whole game, so every change is one write.

use std::fmt::Display;
use std::time::Duration;

use foursight::notation::moves;
use foursight::record::{Decision, Ending, GameRecord, read_size, size_text};
use foursight::{Outcome, Player};
use foursight_files::secrets::SecretHash;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, Row, named_params};

use super::runs::AgeClock;
use crate::game::{GameClock, GameId, GameState, NetworkGame, Phrase, RematchOffer, Seat, Version};

pub(super) fn save(
    connection: &Connection,
    game: &NetworkGame,
    ages: AgeClock,
) -> rusqlite::Result<()> {
    let [red, yellow] = &game.seats;
    let (ending, winner, is_drawn) = columns_of(game.record.decision)?;
    let [red_name, yellow_name] = &game.record.names;
    let clock = game.clock.as_ref();
    let values = named_params! {
        ":id": game.id.text(),
        ":seq": game.seq,
        ":size": size_text(game.size()),
        ":moves": game.pos(),
        ":n_start": game.record.n_opening as i64,
        ":red_secret": red.secret.as_ref().map(SecretHash::bytes),
        ":yellow_secret": yellow.secret.as_ref().map(SecretHash::bytes),
        ":red_name": red_name,
        ":yellow_name": yellow_name,
        ":ending": ending,
        ":winner": winner.map(color),
        ":is_over": game.is_over(),
        ":clock_initial_ms": clock.map(|c| ms(c.initial)),
        ":clock_increment_ms": clock.map(|c| ms(c.increment)),
        ":clock_red_ms": clock.map(|c| ms(c.left[0])),
        ":clock_yellow_ms": clock.map(|c| ms(c.left[1])),
        ":clock_running_since": clock.and_then(|c| c.running_since),
        ":opening_rule": game.record.opening_rule.name(),
        ":swapped": game.record.is_swapped,
        ":takeback": game.takeback.map(color),
        ":rematch": game.rematch.map(|offer| color(offer.by)),
        ":rematch_id": game.rematch_id.as_ref().map(GameId::text),
        ":rematch_of": game.rematch_of.as_ref().map(GameId::text),
        ":owner": game.owner,
        ":created_at": game.created_at,
        ":updated_at": game.updated_at,
        ":taken_back_at": game.taken_back_at,
        ":keep_until": ages.at(game.updated_at) + game.keep_time(),
        ":drawn": is_drawn,
        ":draw_offer": game.draw.map(color),
        ":same_colors": game.rematch.is_some_and(|offer| offer.same_colors),
        ":red_said": phrases_text(&red.said),
        ":yellow_said": phrases_text(&yellow.said),
    };
    let places = values.iter().map(|&(place, _)| place).collect::<Vec<_>>().join(", ");
    let columns = places.replace(':', "");
    let save = format!("INSERT OR REPLACE INTO game ({columns}) VALUES ({places})");
    connection.prepare_cached(&save)?.execute(values)?;
    Ok(())
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<NetworkGame> {
    let size: String = row.get("size")?;
    let size = read_size(&size).map_err(|error| invalid(row, "size", &error))?;
    let columns: String = row.get("moves")?;
    let game = moves::read(&columns, size).map_err(|error| invalid(row, "moves", &error))?;
    let seat = |secret: &str, said: &str| -> rusqlite::Result<Seat> {
        let secret: Option<[u8; 32]> = row.get(secret)?;
        Ok(Seat { secret: secret.map(SecretHash::from_bytes), said: read_phrases(row, said)? })
    };
    let same_colors = row.get("same_colors")?;
    let n_start: i64 = row.get("n_start")?;
    let rule: String = row.get("opening_rule")?;
    let state = GameState {
        id: game_id(row, "id")?.ok_or_else(|| invalid(row, "id", &"it is missing"))?,
        seq: row.get("seq")?,
        record: GameRecord {
            n_opening: n_start as usize,
            opening_rule: rule.parse().map_err(|error| invalid(row, "opening_rule", &error))?,
            is_swapped: row.get("swapped")?,
            names: [row.get("red_name")?, row.get("yellow_name")?],
            decision: read_decision(row)?,
            ..GameRecord::new(game)
        },
        seats: [seat("red_secret", "red_said")?, seat("yellow_secret", "yellow_said")?],
        clock: read_clock(row)?,
        takeback: player(row, "takeback")?,
        draw: player(row, "draw_offer")?,
        rematch: player(row, "rematch")?.map(|by| RematchOffer { by, same_colors }),
        rematch_id: game_id(row, "rematch_id")?,
        rematch_of: game_id(row, "rematch_of")?,
        owner: row.get("owner")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        taken_back_at: row.get("taken_back_at")?,
    };
    Ok(state.into())
}

/// The columns `ending`, `winner` and `drawn`.
fn columns_of(
    decision: Option<Decision>,
) -> rusqlite::Result<(Option<&'static str>, Option<Player>, bool)> {
    let Some(Decision { outcome, ending }) = decision else { return Ok((None, None, false)) };
    match (outcome, ending) {
        (Outcome::Draw, Some(Ending::Agreement)) => Ok((None, None, true)),
        (Outcome::Win(winner), Some(Ending::Resignation)) => {
            Ok((Some("resigned"), Some(winner), false))
        }
        (Outcome::Win(winner), Some(Ending::Time)) => Ok((Some("time"), Some(winner), false)),
        other => Err(super::unreadable(format!("no network game ends like {other:?}"))),
    }
}

fn read_decision(row: &Row<'_>) -> rusqlite::Result<Option<Decision>> {
    let (name, winner): (Option<String>, _) = (row.get("ending")?, player(row, "winner")?);
    let decided = |outcome, ending| Ok(Some(Decision { outcome, ending: Some(ending) }));
    match (name.as_deref(), winner, row.get("drawn")?) {
        (None, None, false) => Ok(None),
        (None, None, true) => decided(Outcome::Draw, Ending::Agreement),
        (Some("resigned"), Some(winner), false) => {
            decided(Outcome::Win(winner), Ending::Resignation)
        }
        (Some("time"), Some(winner), false) => decided(Outcome::Win(winner), Ending::Time),
        (Some("resigned" | "time") | None, ..) => {
            Err(invalid(row, "ending", &"it contradicts winner and drawn"))
        }
        (Some(name), ..) => Err(invalid(row, "ending", &format!("{name:?} is not known"))),
    }
}

fn ms(time: Duration) -> i64 {
    time.as_millis() as i64
}

fn read_clock(row: &Row<'_>) -> rusqlite::Result<Option<GameClock>> {
    let time = |column: &str| -> rusqlite::Result<Option<Duration>> {
        let ms: Option<i64> = row.get(column)?;
        Ok(ms.map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(0))))
    };
    let Some(initial) = time("clock_initial_ms")? else { return Ok(None) };
    let known = |column: &str| time(column)?.ok_or_else(|| invalid(row, column, &"it is missing"));
    Ok(Some(GameClock {
        initial,
        increment: known("clock_increment_ms")?,
        left: [known("clock_red_ms")?, known("clock_yellow_ms")?],
        running_since: row.get("clock_running_since")?,
    }))
}

/// The name of a player in the columns.
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

fn game_id(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<GameId>> {
    let text: Option<String> = row.get(column)?;
    let read = |text: String| {
        GameId::read(&text).ok_or_else(|| invalid(row, column, &format!("{text:?} is not a name")))
    };
    text.map(read).transpose()
}

/// The names of phrases, separated by spaces.
fn phrases_text(said: &[Phrase]) -> String {
    said.iter().map(Into::into).collect::<Vec<&str>>().join(" ")
}

fn read_phrases(row: &Row<'_>, column: &str) -> rusqlite::Result<Vec<Phrase>> {
    let text: String = row.get(column)?;
    let unknown = |name: &str| invalid(row, column, &format!("{name:?} is not known"));
    let phrase = |name: &str| name.parse().map_err(|_| unknown(name));
    text.split_whitespace().map(phrase).collect()
}

impl ToSql for Version {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok((self.count() as i64).into())
    }
}

impl FromSql for Version {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(|n| Self::from_count(n as u64))
    }
}

/// The fault of a row that another program wrote.
fn invalid(row: &Row<'_>, column: &str, cause: &dyn Display) -> rusqlite::Error {
    let id: String = row.get("id").unwrap_or_default();
    super::unreadable(format!("game {id}, {column}: {cause}"))
}

#[cfg(test)]
mod tests {
    use foursight::{AnySize, Game, OpeningRule, Position};

    use super::*;
    use crate::store::schema::open;
    use crate::wall_clock::Moment;

    /// The fault of a game whose row was changed.
    #[track_caller]
    fn check(change: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let connection = open(&folder.path().join("games.db")).unwrap();
        let now = Moment::from_ms(0);
        let empty = Game::new(Position::empty(AnySize::default()));
        let game = NetworkGame::new(empty, None, OpeningRule::None, now);
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
        check("rematch_id = 'x'", "rematch_id: \"x\" is not a name");
        check("red_said = 'thanks hello'", "red_said: \"hello\" is not known");
    }
}

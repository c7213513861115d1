//! When servers ran on this database: clocks stop while none does.

use rusqlite::{Connection, OptionalExtension};

use super::age_clock::AgeClock;
use super::{Store, StoreFault};

/// How many runs are kept; no clock of a game runs over so many.
const MAX_RUNS: i64 = 1000;

/// Notes that a server has started; the number of this run and its clock for ages.
pub(super) fn begin(connection: &Connection, now: i64) -> rusqlite::Result<(i64, AgeClock)> {
    let last = "SELECT alive_at, ahead FROM run ORDER BY id DESC LIMIT 1";
    let last = connection.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let (alive_at, ahead) = last.unwrap_or((now, 0));
    let ages = AgeClock { ahead }.resume(alive_at, now);
    let insert = "INSERT INTO run (started_at, alive_at, ahead) VALUES (?1, ?1, ?2)";
    connection.execute(insert, [now, ages.ahead])?;
    let run = connection.last_insert_rowid();
    // By their number: the time of day may be wrong.
    connection.execute("DELETE FROM run WHERE id <= ?", [run - MAX_RUNS])?;
    Ok((run, ages))
}

impl Store {
    /// Notes that this run goes on.
    pub(crate) async fn continue_run(&self, run: i64, now: i64) -> Result<(), StoreFault> {
        self.write(move |connection| {
            let update = "UPDATE run SET alive_at = ? WHERE id = ?";
            connection.prepare_cached(update)?.execute([now, run])?;
            Ok(())
        })
        .await
    }
}

/// How long no server ran between `since` and `now`; the last run is the one that asks.
pub(super) fn downtime(connection: &Connection, since: i64, now: i64) -> rusqlite::Result<i64> {
    let query = "SELECT started_at, alive_at FROM run \
                 WHERE alive_at > ? OR id = (SELECT MAX(id) FROM run) ORDER BY id";
    let mut query = connection.prepare_cached(query)?;
    let runs = query.query_map([since], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let runs: Vec<(i64, i64)> = runs.collect::<rusqlite::Result<_>>()?;
    Ok(now - since - uptime(&runs, since, now))
}

/// How long `runs` lasted between `since` and `now`.
fn uptime(runs: &[(i64, i64)], since: i64, now: i64) -> i64 {
    let Some((last, earlier)) = runs.split_last() else { return 0 };
    let of_run = |&(started, alive): &(i64, i64)| (alive.min(now) - started.max(since)).max(0);
    earlier.iter().map(of_run).sum::<i64>() + (now - last.0.max(since)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_without_a_server_does_not_count() {
        let runs = [(0, 100), (500, 600), (1000, 1000)];
        assert_eq!(uptime(&runs, 50, 1020), 50 + 100 + 20);
        assert_eq!(uptime(&runs, 550, 1020), 50 + 20);
        assert_eq!(uptime(&runs, 1010, 1020), 10);
        assert_eq!(uptime(&[(1000, 1000)], 10, 1005), 5, "what came before is forgotten");
    }
}

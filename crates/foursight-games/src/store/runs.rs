//! The times at which servers ran on this database: while none is running, clocks stop and stored data does not age.
//!
//! Ages advance while a server is up, by a clock that never jumps, so a wrong time of day deletes nothing. At most a
//! day of the time between two servers counts: a longer gap may be a holiday or a wrong time of day.

use std::time::Duration;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension};

use super::{Store, StoreFault};
use crate::wall_clock::Moment;

/// The number of runs kept; no game's clock spans that many.
const MAX_RUNS: i64 = 1000;

/// Records that a server has started; returns the number of this run and its clock for ages.
pub(super) fn begin(connection: &Connection, now: Moment) -> rusqlite::Result<(i64, AgeClock)> {
    let last = "SELECT alive_at, ahead FROM run ORDER BY id DESC LIMIT 1";
    let last = connection.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let (alive_at, ahead) = last.unwrap_or((now, 0));
    let ages = AgeClock { ahead }.resume(alive_at, now);
    let insert = "INSERT INTO run (started_at, alive_at, ahead) VALUES (?1, ?1, ?2)";
    connection.execute(insert, (now, ages.ahead))?;
    let run = connection.last_insert_rowid();
    // Old runs are found by their numbers, because the time of day may be wrong.
    connection.execute("DELETE FROM run WHERE id <= ?", [run - MAX_RUNS])?;
    Ok((run, ages))
}

impl Store {
    /// Records that this run continues.
    pub async fn continue_run(&self, run: i64, now: Moment) -> Result<(), StoreFault> {
        self.write(move |connection| {
            let update = "UPDATE run SET alive_at = ? WHERE id = ?";
            connection.prepare_cached(update)?.execute((now, run))?;
            Ok(())
        })
        .await
    }
}

/// The time without a server between `since` and `now`, in the current run.
pub(super) fn downtime(
    connection: &Connection,
    since: Moment,
    now: Moment,
) -> rusqlite::Result<Duration> {
    let mut query =
        connection.prepare_cached("SELECT started_at, alive_at FROM run ORDER BY id DESC")?;
    let runs = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(now.since(since).saturating_sub(uptime(runs, since, now)?))
}

/// The total duration of `runs`, the current one first, between `since` and `now`.
fn uptime(
    runs: impl Iterator<Item = rusqlite::Result<(Moment, Moment)>>,
    since: Moment,
    now: Moment,
) -> rusqlite::Result<Duration> {
    let mut uptime = Duration::ZERO;
    for (number, run) in runs.enumerate() {
        let (started, alive) = run?;
        let end = if number == 0 { now } else { alive.min(now) };
        uptime += end.since(started.max(since));
        // Those before the run of `since` may seem later, if the time of day was set back.
        if started <= since {
            break;
        }
    }
    Ok(uptime)
}

const MAX_GAP_MS: i64 = 24 * 3600 * 1000;

/// Counts the time that servers are up; it first started at the time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AgeClock {
    /// The number of milliseconds by which the time of day is ahead.
    pub(super) ahead: i64,
}

impl AgeClock {
    /// The clock of a server that starts `now`; the previous server was last seen at `last`.
    pub(super) fn resume(self, last: Moment, now: Moment) -> Self {
        let gap = now.as_ms() - last.as_ms();
        Self { ahead: self.ahead + gap - gap.clamp(0, MAX_GAP_MS) }
    }

    /// The reading of this clock when the time of day is `now`.
    pub(super) fn at(self, now: Moment) -> Moment {
        Moment::from_ms(now.as_ms() - self.ahead)
    }
}

impl ToSql for Moment {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_ms().into())
    }
}

impl FromSql for Moment {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self::from_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_without_a_server_does_not_count() {
        let uptime = |runs: &[(i64, i64)], since, now| {
            let [since, now] = [since, now].map(Moment::from_ms);
            let runs =
                runs.iter().rev().map(|&(a, b)| Ok((Moment::from_ms(a), Moment::from_ms(b))));
            uptime(runs, since, now).unwrap().as_millis()
        };
        let runs = [(0, 100), (500, 600), (1000, 1000)];
        assert_eq!(uptime(&runs, 50, 1020), 50 + 100 + 20);
        assert_eq!(uptime(&runs, 550, 1020), 50 + 20);
        assert_eq!(uptime(&runs, 1010, 1020), 10);
        assert_eq!(uptime(&[(1000, 1000)], 10, 1005), 5, "what came before is forgotten");
        let set_back_and_right = [(2000, 2100), (0, 100), (5000, 5000)];
        assert_eq!(uptime(&set_back_and_right, 50, 5020), 50 + 20, "the first run came before");
    }

    #[track_caller]
    fn check(gap: i64, counted: i64) {
        let before = AgeClock { ahead: 300 };
        let [last, now] = [1000, 1000 + gap].map(Moment::from_ms);
        let counts = before.resume(last, now).at(now).as_ms() - before.at(last).as_ms();
        assert_eq!(counts, counted);
    }

    #[test]
    fn only_what_a_night_explains_counts() {
        check(0, 0);
        check(8 * 3_600_000, 8 * 3_600_000);
        check(60 * MAX_GAP_MS, MAX_GAP_MS);
        check(-60 * MAX_GAP_MS, 0);
    }
}

//! The clocks of a class: the time of day, which may be wrong or corrected, and one that never jumps; and the time for
//! which nobody has used the class: the uptime of servers, plus at most a week of each downtime.
//!
//! Uptime comes from a clock that never jumps. A longer downtime may be a holiday or a wrong time of day. So neither a
//! clock that is set right nor one that forgets the date makes a class look old.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::Store;

/// Reads both clocks.
#[derive(Clone)]
pub(crate) struct Clock(Arc<dyn Fn() -> Reading + Send + Sync>);

/// The times that both clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The time for which the server has been up.
    pub(crate) uptime: Duration,
    /// The time of day, in milliseconds since 1970.
    pub(crate) wall_ms: i64,
}

impl Clock {
    /// The clocks of this machine, for a server that starts now.
    pub(crate) fn system() -> Self {
        let started = Instant::now();
        Self::from_fn(move || Reading { uptime: started.elapsed(), wall_ms: now() })
    }

    /// Clocks that show whatever `read` returns.
    pub(crate) fn from_fn(read: impl Fn() -> Reading + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    pub(crate) fn read(&self) -> Reading {
        (self.0)()
    }
}

/// The time of day, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The time after which uptime is stored; a crash loses less than this.
const STEP: Duration = Duration::from_mins(1);

const DAY_MS: i64 = 24 * 3600 * 1000;
const WEEK_MS: i64 = 7 * DAY_MS;

impl Store {
    /// Counts the time since the last server was up.
    pub(super) fn resume(&mut self) -> rusqlite::Result<()> {
        let now = self.clock.read().wall_ms;
        let alive_at: i64 =
            self.connection.query_row("SELECT alive_at FROM class", [], |row| row.get(0))?;
        self.count((now - alive_at).clamp(0, WEEK_MS))
    }

    /// Counts the uptime since the last call, once it is worth a write.
    pub(crate) fn pass_time(&mut self) -> rusqlite::Result<()> {
        let passed = self.clock.read().uptime.saturating_sub(self.counted);
        if passed < STEP { Ok(()) } else { self.count(passed.as_millis() as i64) }
    }

    fn count(&mut self, more_ms: i64) -> rusqlite::Result<()> {
        self.note("UPDATE class SET unused_ms = unused_ms + ?, alive_at = ?", more_ms)
    }

    /// Records that somebody is using the class, so that it is not deleted yet.
    pub(crate) fn visit(&mut self) -> rusqlite::Result<()> {
        self.note("UPDATE class SET unused_ms = ?, alive_at = ?", 0)
    }

    /// Stores a number of milliseconds and the time of day; everything up to now is then counted.
    fn note(&mut self, update: &str, ms: i64) -> rusqlite::Result<()> {
        let now = self.clock.read();
        self.write(|connection| connection.execute(update, (ms, now.wall_ms)))?;
        self.counted = now.uptime;
        Ok(())
    }

    /// The time for which nobody has used the class, and the time until it is deleted, in milliseconds.
    fn disuse(&self) -> rusqlite::Result<(i64, i64)> {
        let stored: i64 =
            self.connection.query_row("SELECT unused_ms FROM class", [], |row| row.get(0))?;
        let passed = self.clock.read().uptime.saturating_sub(self.counted);
        let unused = stored + passed.as_millis() as i64;
        Ok((unused, i64::from(self.settings()?.weeks) * WEEK_MS - unused))
    }

    /// Whether nobody has used the class for as long as the teacher keeps it.
    pub(crate) fn is_overdue(&self) -> rusqlite::Result<bool> {
        Ok(self.disuse()?.1 < 0)
    }

    /// A warning from a week before the class is deleted, but not on a day on which it was in use.
    pub(crate) fn warning(&self) -> rusqlite::Result<Option<String>> {
        let (unused, left) = self.disuse()?;
        if left > WEEK_MS || unused < DAY_MS {
            return Ok(None);
        }
        let days = |n: i64| if n == 1 { "1 day".to_owned() } else { format!("{n} days") };
        Ok(Some(format!(
            "Nobody has used this class for {}. In {}, everything in it will be deleted, unless somebody joins, hands in a bot, solves something or opens the teacher's page.",
            days(unused / DAY_MS),
            days((left + DAY_MS - 1).max(0) / DAY_MS)
        )))
    }
}

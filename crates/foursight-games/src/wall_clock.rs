//! The time of day: a clock that never jumps, for games, and the calendar.

use std::fmt;
use std::ops::{Add, Sub};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;

const DAY: Duration = Duration::from_hours(24);

/// A moment, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Moment(i64);

impl Moment {
    /// The moment that many milliseconds after the start of 1970.
    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    /// Milliseconds since 1970.
    pub const fn as_ms(self) -> i64 {
        self.0
    }

    /// The time since an earlier moment; zero if the moment is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    /// Days since 1970, in UTC.
    pub fn day(self) -> u32 {
        u32::try_from(self.since(Self(0)).as_secs() / DAY.as_secs()).unwrap_or(u32::MAX)
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time.as_millis() as i64)
    }
}

impl Sub<Duration> for Moment {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self(self.0 - time.as_millis() as i64)
    }
}

/// Returns the time of day in milliseconds since 1970.
#[derive(Clone)]
pub struct WallClock {
    steady: Arc<dyn Fn() -> i64 + Send + Sync>,
    calendar: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl WallClock {
    /// The system's current time of day, advanced by a monotonic clock; the calendar is always the system's.
    pub fn system() -> Self {
        let (started, started_ms) = (Instant::now(), system_ms());
        Self::from_fns(move || started_ms + started.elapsed().as_millis() as i64, system_ms)
    }

    /// A clock that shows whatever `now` returns, in milliseconds since 1970.
    pub fn from_fn(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let steady = Arc::new(now);
        Self { calendar: steady.clone(), steady }
    }

    /// A clock that shows whatever these functions return, in milliseconds since 1970: `steady` never jumps, but stands
    /// still while the machine sleeps; `calendar` shows the right day even after that.
    pub fn from_fns(
        steady: impl Fn() -> i64 + Send + Sync + 'static,
        calendar: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        Self { steady: Arc::new(steady), calendar: Arc::new(calendar) }
    }

    /// The time of day, without jumps.
    pub fn now(&self) -> Moment {
        Moment((self.steady)())
    }

    /// Days since 1970, in UTC.
    pub fn today(&self) -> u32 {
        Moment((self.calendar)()).day()
    }
}

fn system_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WallClock").field(&self.now()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_clocks_start_at_the_systems_time() {
        let clock = WallClock::system();
        assert!(
            clock.now() > Moment(1_700_000_000_000) && clock.today() > 19_675,
            "it is after 2023"
        );
    }
}

//! The time of day: one that never jumps, which clocks of games go by, and the calendar's.

use std::fmt;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Tells the time of day in milliseconds since 1970.
#[derive(Clone)]
pub struct WallClock {
    steady: Arc<dyn Fn() -> i64 + Send + Sync>,
    calendar: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl WallClock {
    /// The system's time of day as of now, advanced by a monotonic clock; the calendar is the system's at every
    /// moment.
    pub fn system() -> Self {
        let (started, started_ms) = (Instant::now(), system_ms());
        Self::from_fns(move || started_ms + started.elapsed().as_millis() as i64, system_ms)
    }

    /// A clock that shows whatever `now` returns, in milliseconds since 1970.
    pub fn from_fn(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let steady = Arc::new(now);
        Self { calendar: steady.clone(), steady }
    }

    /// A clock that shows whatever these functions return, in milliseconds since 1970: `steady` never jumps, but
    /// stands still while the machine sleeps; `calendar` shows the right day after that.
    pub fn from_fns(
        steady: impl Fn() -> i64 + Send + Sync + 'static,
        calendar: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        Self { steady: Arc::new(steady), calendar: Arc::new(calendar) }
    }

    /// Milliseconds since 1970, without jumps.
    pub(crate) fn now(&self) -> i64 {
        (self.steady)()
    }

    /// Days since 1970, in UTC.
    pub(crate) fn today(&self) -> u32 {
        const DAY_MS: i64 = 24 * 3600 * 1000;
        u32::try_from((self.calendar)() / DAY_MS).unwrap_or_default()
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
        assert!(clock.now() > 1_700_000_000_000 && clock.today() > 19_675, "it is after 2023");
    }
}

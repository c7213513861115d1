//! The time of day, which clocks of games and the puzzle of the day go by.

use std::fmt;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Tells the time of day in milliseconds since 1970.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl WallClock {
    /// The system's time of day as of now, advanced by a monotonic clock: it never jumps.
    pub fn system() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (started, started_ms) = (Instant::now(), since_1970.as_millis() as i64);
        Self::from_fn(move || started_ms + started.elapsed().as_millis() as i64)
    }

    /// A clock that shows whatever `now` returns, in milliseconds since 1970.
    pub fn from_fn(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        (self.0)()
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WallClock").field(&self.now()).finish()
    }
}

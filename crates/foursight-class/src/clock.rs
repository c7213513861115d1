//! The clocks of a class: the time of day, which may be wrong or corrected, and one that never jumps.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

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

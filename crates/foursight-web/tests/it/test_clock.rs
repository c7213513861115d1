//! A time of day that tests set.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use foursight_web::{Config, WallClock};

/// Shows the same time until a test changes it; clones show the same.
#[derive(Clone)]
pub(crate) struct TestClock(Arc<AtomicI64>);

impl TestClock {
    /// Some day in 2027.
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicI64::new(1_800_000_000_000)))
    }

    /// Lets a server go by this clock.
    pub(crate) fn set_in(&self, config: &mut Config) {
        let time = self.0.clone();
        config.clock = WallClock::from_fn(move || time.load(Ordering::Relaxed));
    }

    /// Moves the time on, or back if the number is negative.
    pub(crate) fn advance_ms(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }
}

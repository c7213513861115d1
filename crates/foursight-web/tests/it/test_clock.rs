//! A time of day set by tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use foursight_web::{Config, WallClock};

/// A clock that shows the same time until a test changes it; its clones show the same time.
#[derive(Clone)]
pub(crate) struct TestClock {
    steady: Arc<AtomicI64>,
    /// The lead of the calendar over this clock.
    asleep: Arc<AtomicI64>,
}

impl TestClock {
    /// Some day in 2027.
    pub(crate) fn new() -> Self {
        let steady = Arc::new(AtomicI64::new(1_800_000_000_000));
        Self { steady, asleep: Arc::default() }
    }

    /// Makes a server use this clock.
    pub(crate) fn set_in(&self, config: &mut Config) {
        let (steady, calendar) = (self.clone(), self.clone());
        config.clock = WallClock::from_fns(
            move || steady.now_ms(),
            move || calendar.now_ms() + calendar.asleep.load(Ordering::Relaxed),
        );
    }

    /// The time that it shows.
    pub(crate) fn now_ms(&self) -> i64 {
        self.steady.load(Ordering::Relaxed)
    }

    /// Moves the clock forward, or back if the number is negative.
    pub(crate) fn advance_ms(&self, by: i64) {
        self.steady.fetch_add(by, Ordering::Relaxed);
    }

    /// Lets the machine sleep.
    pub(crate) fn sleep_ms(&self, by: i64) {
        self.asleep.fetch_add(by, Ordering::Relaxed);
    }
}

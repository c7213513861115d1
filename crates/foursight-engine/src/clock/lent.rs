//! Moments on a clock that the caller lends.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// The time since a moment that never changes, such as the start of the program.
type Clock = fn() -> Duration;

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Lends a clock, which returns the time since a moment that never changes. Only the first call has an effect.
///
/// Until then, time stands still: a search ends only at its other limits, or at once if its deadline is now.
pub fn lend(clock: Clock) {
    let _ = CLOCK.set(clock);
}

/// A moment; it takes the place of [`std::time::Instant`] where there is no system clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |now| now()))
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time from an earlier moment to this one; zero if it is later.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment after a time, unless that is too far away.
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }

    /// The moment before a time, unless that is before the clock's first moment.
    pub fn checked_sub(&self, time: Duration) -> Option<Self> {
        self.0.checked_sub(time).map(Self)
    }
}

/// # Panics
///
/// If the moment is too far away.
impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        self.checked_add(time).expect("the moment is not too far away")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    static SECONDS: AtomicU64 = AtomicU64::new(5);

    #[test]
    fn time_stands_still_until_a_clock_is_lent() {
        let start = Instant::now();
        assert_eq!(start.elapsed(), Duration::ZERO);
        lend(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
        assert_eq!(start.elapsed(), Duration::from_secs(5));
        let then = Instant::now();
        SECONDS.store(7, Ordering::Relaxed);
        assert_eq!(then.elapsed(), Duration::from_secs(2));
        assert_eq!(then.saturating_duration_since(Instant::now()), Duration::ZERO);
        assert_eq!(Instant::now(), then + Duration::from_secs(2));
        assert!(Instant::now() > then);
        assert_eq!(then.checked_add(Duration::MAX), None);
        assert_eq!(then.checked_sub(Duration::from_secs(5)), Some(start));
        assert_eq!(start.checked_sub(Duration::from_secs(1)), None);
    }
}

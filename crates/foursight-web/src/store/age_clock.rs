//! How old things are: a clock that counts the time of servers, so that a wrong time of day deletes nothing.
//!
//! It advances while a server is up, by a clock that never jumps. Of the time between two servers at most a day
//! counts: more may be a holiday or a wrong time of day, which nobody can tell apart.

const MAX_GAP_MS: i64 = 24 * 3600 * 1000;

/// Counts the time of servers, in milliseconds; it once began with the time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AgeClock {
    /// By how much the time of day is ahead.
    pub(super) ahead: i64,
}

impl AgeClock {
    /// The clock of a server that starts `now`; the one before was last seen at `last`.
    pub(super) fn resume(self, last: i64, now: i64) -> Self {
        let gap = now - last;
        Self { ahead: self.ahead + gap - gap.clamp(0, MAX_GAP_MS) }
    }

    /// What this clock shows when the time of day is `now`.
    pub(super) fn at(self, now: i64) -> i64 {
        now - self.ahead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(gap: i64, counted: i64) {
        let before = AgeClock { ahead: 300 };
        assert_eq!(before.resume(1000, 1000 + gap).at(1000 + gap), before.at(1000) + counted);
    }

    #[test]
    fn only_what_a_night_explains_counts() {
        check(0, 0);
        check(8 * 3_600_000, 8 * 3_600_000);
        check(60 * MAX_GAP_MS, MAX_GAP_MS);
        check(-60 * MAX_GAP_MS, 0);
    }
}

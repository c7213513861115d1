//! Failures that recur, for the log.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A failure that may recur with every request, and is logged once a second.
#[derive(Default)]
pub struct Recurring(Mutex<Told>);

#[derive(Default)]
struct Told {
    last: Option<Instant>,
    n_since: u64,
}

impl Recurring {
    /// A failure that has not occurred yet.
    pub const fn new() -> Self {
        Self(Mutex::new(Told { last: None, n_since: 0 }))
    }

    /// The number of failures since the last log line, if it is time for another one.
    pub fn turn(&self) -> Option<u64> {
        let mut told = self.0.lock().expect("nothing panics while it counts");
        told.n_since += 1;
        let is_time = told.last.is_none_or(|last| last.elapsed() >= Duration::from_secs(1));
        is_time.then(|| {
            told.last = Some(Instant::now());
            std::mem::take(&mut told.n_since)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_recurs_is_told_once_a_second_and_counted() {
        let recurring = Recurring::new();
        assert_eq!(recurring.turn(), Some(1));
        let told = (0..500).filter_map(|_| recurring.turn()).count();
        // A busy machine may take longer than a second for these failures.
        assert!(told < 100, "{told}");
        recurring.0.lock().unwrap().last = None;
        assert!(recurring.turn().is_some_and(|n| n > 1));
    }
}

//! Plays games side by side while the system has enough resources, and one at a time while it does not.

use std::sync::{PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

/// The delays before further attempts at a game.
const WAITS: [Duration; 6] = [
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(800),
    Duration::from_millis(1600),
    Duration::from_millis(3200),
];

/// Time between two checks of whether to keep waiting.
const LOOK: Duration = Duration::from_millis(50);

/// Admits games: many at the same time, or a single one. The lock stores whether the referee has given up.
#[derive(Debug, Default)]
pub(super) struct Attempts(RwLock<bool>);

impl Attempts {
    /// Plays a game, and repeats it if the referee fails: then on its own, since other games may use the resources that
    /// it lacks, and after increasingly long waits.
    ///
    /// Returns `None` if `play` does, or once `is_over`. The error is the referee's last one.
    pub(super) fn play<T>(
        &self,
        play: impl Fn() -> Option<Result<T, String>>,
        is_over: impl Fn() -> bool,
    ) -> Option<Result<T, String>> {
        let side_by_side = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut played = play()?;
        drop(side_by_side);
        if played.is_ok() {
            return Some(played);
        }
        let mut has_given_up = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for wait in WAITS.into_iter().filter(|_| !*has_given_up) {
            let end = Instant::now() + wait;
            while Instant::now() < end && !is_over() {
                thread::sleep(LOOK);
            }
            if is_over() {
                return None;
            }
            played = play()?;
            if played.is_ok() {
                return Some(played);
            }
        }
        *has_given_up = true;
        Some(played)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;

    /// Both games fail at first, at the same time. Nothing is lost, and the second attempts are made one by one.
    #[test]
    fn what_failed_is_played_again_alone() {
        let (attempts, both, n_running, n_done) =
            (Attempts::default(), Barrier::new(2), AtomicUsize::new(0), AtomicUsize::new(0));
        let play_one = || {
            let n_attempts = AtomicUsize::new(0);
            let attempt = || {
                if n_attempts.fetch_add(1, SeqCst) == 0 {
                    both.wait();
                    return Some(Err("no more processes".to_owned()));
                }
                assert_eq!(n_running.fetch_add(1, SeqCst), 0, "it is alone");
                thread::yield_now();
                n_running.fetch_sub(1, SeqCst);
                Some(Ok(n_done.fetch_add(1, SeqCst)))
            };
            assert!(matches!(attempts.play(attempt, || false), Some(Ok(_))));
        };
        thread::scope(|scope| {
            scope.spawn(play_one);
            play_one();
        });
        assert_eq!(n_done.load(SeqCst), 2);
    }

    #[test]
    fn it_ends_when_asked_or_after_the_last_attempt() {
        let (attempts, n_attempts) = (Attempts::default(), AtomicUsize::new(0));
        let fail = || {
            n_attempts.fetch_add(1, SeqCst);
            Some(Err::<(), _>("no space".to_owned()))
        };
        assert_eq!(attempts.play(fail, || true), None);
        assert_eq!(n_attempts.swap(0, SeqCst), 1);
        assert_eq!(attempts.play(fail, || false), Some(Err("no space".to_owned())));
        assert_eq!(n_attempts.swap(0, SeqCst), 1 + WAITS.len());
        // Other games that failed at the same time do not have to wait that long again.
        assert_eq!(attempts.play(fail, || false), Some(Err("no space".to_owned())));
        assert_eq!(n_attempts.load(SeqCst), 1);
    }
}

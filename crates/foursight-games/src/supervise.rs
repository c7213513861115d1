//! The server's own threads and tasks, none of which may end by a panic: the next request needs it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use futures_util::FutureExt;
use metrics::counter;

/// The pause after a panic: one that recurs at once must not take all processor time.
const PAUSE: Duration = Duration::from_millis(100);

/// Carries out the `work` of this thread, again after each panic, until it returns.
pub fn supervise(name: &'static str, mut work: impl FnMut()) {
    while catch_unwind(AssertUnwindSafe(&mut work)).is_err() {
        report(name);
        thread::sleep(PAUSE);
    }
}

/// Carries out the `work` of a task in the same way.
pub async fn supervise_task<W: Future<Output = ()>>(
    name: &'static str,
    mut work: impl FnMut() -> W,
) {
    while AssertUnwindSafe(work()).catch_unwind().await.is_err() {
        report(name);
        tokio::time::sleep(PAUSE).await;
    }
}

/// The panic itself is on standard error already, with its place in the source.
fn report(name: &'static str) {
    tracing::error!("{name} panicked and starts again");
    counter!("foursight_panics_total", "thread" => name).increment(1);
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn work_goes_on_after_a_panic_and_ends_when_it_returns() {
        let n_runs = Cell::new(0);
        let work = || {
            n_runs.set(n_runs.get() + 1);
            assert!(n_runs.get() > 2, "on purpose");
        };
        supervise("a thread", work);
        assert_eq!(n_runs.take(), 3);
        supervise_task("a task", async || work()).await;
        assert_eq!(n_runs.take(), 3);
    }
}

//! Shows progress on standard error, only on a terminal and only after two seconds.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use foursight_engine::{Control, Limits, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(2);

/// A progress line for long work.
pub(crate) struct LateSpinner {
    start: Instant,
    is_shown: bool,
    bar: ProgressBar,
}

impl LateSpinner {
    pub(crate) fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style);
        Self { start: Instant::now(), is_shown: !io::stderr().is_terminal(), bar }
    }

    /// Prints something while the progress line is cleared.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Sets the line; `message` is called only if the line is visible.
    pub(crate) fn say(&mut self, message: impl FnOnce() -> String) {
        if self.bar.is_hidden() {
            if self.is_shown || self.start.elapsed() < PATIENCE {
                return;
            }
            self.is_shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(message());
        self.bar.tick();
    }
}

impl Drop for LateSpinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The progress of a batch, with an estimate of the time left if the input's length is known.
pub(crate) struct BatchProgress {
    start: Instant,
    spinner: LateSpinner,
    /// The length of the input, in bytes or rows, if it is known.
    length: Option<u64>,
}

impl BatchProgress {
    pub(crate) fn new(length: Option<u64>) -> Self {
        Self { start: Instant::now(), spinner: LateSpinner::new(), length }
    }

    /// Reports that `n_done` positions are done, and `n_read` of the units in which the length is measured.
    pub(crate) fn count(&mut self, n_done: usize, n_read: u64) {
        let elapsed = self.start.elapsed();
        let total = self.length.filter(|&total| total >= n_read && n_read > 0);
        self.spinner.say(|| {
            let rate = n_done as f64 / elapsed.as_secs_f64();
            let left = total.map_or(String::new(), |total| {
                let left = elapsed.mul_f64((total - n_read) as f64 / n_read as f64);
                format!(", {} s left", left.as_secs())
            });
            format!("{n_done} positions, {rate:.0} a second{left}")
        });
    }
}

/// Runs `search` with `limits` and a spinner that shows the bounds proved so far.
pub(crate) fn with_spinner<T>(
    what: &str,
    limits: Limits<'_>,
    search: impl FnOnce(&mut Control<'_>) -> T,
) -> T {
    let (start, mut spinner, mut nodes) = (Instant::now(), LateSpinner::new(), 0);
    let mut report = |progress: &Progress| {
        nodes = progress.nodes.max(nodes);
        spinner.say(|| {
            let millions = nodes / 1_000_000;
            let (lower, upper) = (progress.lower, progress.upper);
            let seconds = start.elapsed().as_secs();
            format!("{what}: score {lower} to {upper}, {millions} M nodes, {seconds} s")
        });
    };
    search(&mut Control { limits, progress: Some(&mut report) })
}

//! The log of the server, on standard error.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tracing::level_filters::LevelFilter;

/// The format of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// A JSON object on each line.
    Json,
}

/// A failure that may recur with every request, and is logged once a second.
pub(crate) struct Recurring(Mutex<Told>);

struct Told {
    last: Option<Instant>,
    n_since: u64,
}

impl Recurring {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Told { last: None, n_since: 0 }))
    }

    /// The number of failures since the last log line, if it is time for another one.
    pub(crate) fn turn(&self) -> Option<u64> {
        let mut told = self.0.lock().expect("nothing panics while it counts");
        told.n_since += 1;
        let is_time = told.last.is_none_or(|last| last.elapsed() >= Duration::from_secs(1));
        is_time.then(|| {
            told.last = Some(Instant::now());
            std::mem::take(&mut told.n_since)
        })
    }
}

/// Starts the log of this process; `is_verbose` adds a line for each request.
///
/// An existing log continues.
pub fn start_log(format: LogFormat, is_verbose: bool) {
    let level = if is_verbose { LevelFilter::DEBUG } else { LevelFilter::INFO };
    let builder = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let _ = match format {
        LogFormat::Text => builder.with_target(false).try_init(),
        LogFormat::Json => {
            builder.json().flatten_event(true).with_span_list(false).with_target(false).try_init()
        }
    };
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

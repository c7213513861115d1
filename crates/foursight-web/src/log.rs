//! The log of the server, on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use metrics::counter;
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

/// Standard error as the log uses it. A line that cannot be written is counted, and stops nothing: the disk may be full,
/// or the reader of a pipe gone.
struct Lossy<W>(W);

impl<W: Write> Write for Lossy<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.0.write_all(line).is_err() {
            counter!(LINES_LOST).increment(1);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The number of log lines that could not be written.
pub(crate) const LINES_LOST: &str = "foursight_log_lines_lost_total";

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
        .with_ansi(io::stderr().is_terminal())
        .with_writer(|| Lossy(io::stderr()));
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
    fn a_line_that_cannot_be_written_is_no_error() {
        let mut full: [u8; 3] = [0; 3];
        let mut log = Lossy(&mut full[..]);
        assert!(log.write_all(b"line").is_ok());
    }

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

//! The log of the server, on standard error.

use std::io::{self, IsTerminal, Write};

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
}

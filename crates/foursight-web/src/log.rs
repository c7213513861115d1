//! The log of the server, on standard error.

use std::io::IsTerminal;

use tracing::level_filters::LevelFilter;

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// A JSON object on each line.
    Json,
}

/// Starts the log of this process; `is_verbose` adds a line for each request.
///
/// If there is a log already, that one continues.
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

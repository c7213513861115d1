//! Messages for people.

use std::io::Write;

pub(crate) use foursight_tui::text::color_name;
#[cfg(unix)]
pub(crate) use foursight_tui::text::printable;

/// Prints `error: MESSAGE` on standard error.
///
/// A standard error that cannot be written to is no reason to stop.
pub(crate) fn complain(message: &str) {
    const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{RED}error:{RED:#} {message}");
}

/// Prints `warning: MESSAGE` on standard error.
pub(crate) fn warn(message: &str) {
    const YELLOW: anstyle::Style = anstyle::AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{YELLOW}warning:{YELLOW:#} {message}");
}

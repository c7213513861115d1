//! Prints messages for people.

use std::io::Write;

use foursight_files::plain;
#[cfg(unix)]
pub(crate) use foursight_tui::text::printable;
pub(crate) use foursight_tui::text::{capitalized, color_name};

/// Prints `error: MESSAGE` on standard error, without the debug output of the standard library.
///
/// An unwritable standard error does not stop the program.
pub(crate) fn complain(message: &str) {
    const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{RED}error:{RED:#} {}", plain(message));
}

/// Prints `warning: MESSAGE` on standard error.
pub(crate) fn warn(message: &str) {
    const YELLOW: anstyle::Style = anstyle::AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{YELLOW}warning:{YELLOW:#} {}", plain(message));
}

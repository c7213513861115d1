//! Prints messages for people.

use std::fmt::Display;
use std::io::Write;

use foursight_files::plain;
#[cfg(unix)]
pub(crate) use foursight_files::printable;
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

/// `5,508`.
pub(crate) fn with_commas(n: impl Display) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}

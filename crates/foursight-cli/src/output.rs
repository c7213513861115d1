//! Messages to the person, on standard error.

use std::io::Write;

/// Prints `error: MESSAGE`.
///
/// A standard error that cannot be written to is no reason to stop.
pub(crate) fn complain(message: &str) {
    const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{RED}error:{RED:#} {message}");
}

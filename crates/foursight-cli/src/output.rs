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

/// Whether the program was started with standard output closed (`>&-`).
///
/// The standard library opens `/dev/null` in its place before `main`, so only code that runs earlier can see it.
#[cfg(target_os = "linux")]
pub(crate) fn was_closed() -> bool {
    WAS_CLOSED.load(std::sync::atomic::Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
static WAS_CLOSED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The C library calls it before `main`.
#[cfg(target_os = "linux")]
#[used]
#[expect(
    unsafe_code,
    reason = "the list of functions to call before main, which the linker collects"
)]
#[unsafe(link_section = ".init_array")]
static LOOK_AT_START: extern "C" fn() = {
    extern "C" fn look() {
        use nix::libc::{F_GETFD, STDOUT_FILENO, fcntl};
        // SAFETY: asks for the flags of a descriptor, open or not; nothing of Rust's runtime is used.
        let is_closed = unsafe { fcntl(STDOUT_FILENO, F_GETFD) } == -1;
        WAS_CLOSED.store(is_closed, std::sync::atomic::Ordering::Relaxed);
    }
    look
};

/// `5,508`.
pub(crate) fn with_commas(n: impl Display) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}

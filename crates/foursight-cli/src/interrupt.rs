//! Ctrl-C: the first one ends a search, which then prints what it has proved; the second ends the program.
//!
//! In a tournament, no more games start after the first one; the second aborts the running games, and the third ends
//! the program.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use foursight_tui::signals::{self, Signal};

/// The exit code after Ctrl-C: 128 plus the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

static IS_SET: AtomicBool = AtomicBool::new(false);
static IS_SET_TWICE: AtomicBool = AtomicBool::new(false);
static HAS_SECOND: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets once this function has been called.
pub(crate) fn flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // If the system does not deliver the signal here, Ctrl-C ends the program.
        let _ = signals::listen(&[Signal::Interrupt], |_| {
            let is_second = IS_SET.swap(true, Ordering::Relaxed);
            let is_waited_for = HAS_SECOND.load(Ordering::Relaxed);
            if is_second && (!is_waited_for || IS_SET_TWICE.swap(true, Ordering::Relaxed)) {
                process::exit(EXIT_CODE.into());
            }
        });
    });
    &IS_SET
}

/// A flag that the second Ctrl-C sets; after a call of this function, the second one no longer ends the program.
#[cfg(unix)]
pub(crate) fn second_flag() -> &'static AtomicBool {
    HAS_SECOND.store(true, Ordering::Relaxed);
    flag();
    &IS_SET_TWICE
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_set() -> bool {
    IS_SET.load(Ordering::Relaxed)
}

//! Ctrl-C: the first ends a search, which then gives what it has proved; the second the program.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The code of a program that was ended by Ctrl-C: 128 and the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

static IS_SET: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets, from the first call of this function on.
pub(crate) fn flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // Where no handler can be installed Ctrl-C ends the program, as it always did.
        let _ = ctrlc::set_handler(|| {
            if IS_SET.swap(true, Ordering::Relaxed) {
                process::exit(EXIT_CODE.into());
            }
        });
    });
    &IS_SET
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_set() -> bool {
    IS_SET.load(Ordering::Relaxed)
}

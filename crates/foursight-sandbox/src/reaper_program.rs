//! `reaper PID`: process 1 of a jail. It reaps every process that ends until the program PID does, and prints the
//! program's status.
//!
//! Programs in the jail can see this process, so it can do nothing else. `build.rs` compiles it on its own.

use std::ffi::{OsString, c_int};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

// As the C library declares it on Linux. A reference is a valid pointer, so no call can do harm.
#[allow(unsafe_code, reason = "the standard library waits for its own children only")]
unsafe extern "C" {
    safe fn waitpid(process: c_int, status: &mut c_int, options: c_int) -> c_int;
}

/// Any process.
const ANY: c_int = -1;

/// The bit of a status that indicates a core dump.
const CORE: c_int = 0x80;

fn main() -> ExitCode {
    let program = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let status = program.ok_or(ErrorKind::InvalidInput.into()).and_then(status_of);
    let written = status.and_then(|status| {
        // Nobody can count them later: they end with this process.
        let n_left = n_left();
        write!(io::stdout(), r#"{{"status":{status},"n_left":{n_left}}}"#)
    });
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Waits until `program` ends.
fn status_of(program: c_int) -> io::Result<c_int> {
    let mut status = 0;
    loop {
        let process = waitpid(ANY, &mut status, 0);
        if process == program {
            return Ok(status & !CORE);
        }
        let error = io::Error::last_os_error();
        if process < 0 && error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// The number of processes and threads that the program leaves behind; zero without a /proc.
fn n_left() -> usize {
    let own = std::process::id().to_string();
    let is_other =
        |name: &OsString| *name != *own && name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    let threads = |process| names(Path::new("/proc").join(process).join("task")).count();
    names("/proc").filter(is_other).map(threads).sum()
}

/// The names of a folder's entries.
fn names(folder: impl AsRef<Path>) -> impl Iterator<Item = OsString> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name())
}

//! The file descriptors of a stage.

use std::fs::{self, OpenOptions};

use nix::unistd;

use super::failure::{Failure, Step};

/// Closes everything that the starting process left open, except the three standard streams.
pub(super) fn close_inherited() -> Result<(), Failure> {
    let names = fs::read_dir("/proc/self/fd").step("/proc")?;
    let numbers: Vec<i32> =
        names.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // One of them belongs to the listing, which is already closed.
        let _ = unistd::close(number);
    }
    Ok(())
}

/// Releases the program's pipes, so that their other ends notice when the program closes them.
pub(super) fn leave_pipes() -> Result<(), Failure> {
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").step("/dev/null")?;
    unistd::dup2_stdin(&null).step("standard input")?;
    unistd::dup2_stdout(&null).step("standard output")
}

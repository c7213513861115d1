//! The descriptors of a stage.

use std::fs::{self, OpenOptions};

use nix::unistd;

use super::failure::{Failure, Step};

/// Closes what was left open by the program that started this one, but for its three streams.
pub(super) fn close_inherited() -> Result<(), Failure> {
    let names = fs::read_dir("/proc/self/fd").step("/proc")?;
    let numbers: Vec<i32> =
        names.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // One of them is that of the listing, which is closed already.
        let _ = unistd::close(number);
    }
    Ok(())
}

/// Lets go of the player's pipes, whose other ends are to hear when the player closes them.
pub(super) fn leave_pipes() -> Result<(), Failure> {
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").step("/dev/null")?;
    unistd::dup2_stdin(&null).step("standard input")?;
    unistd::dup2_stdout(&null).step("standard output")
}

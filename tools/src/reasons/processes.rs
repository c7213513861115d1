//! The processor time of whole processes that explain a position.

use std::ffi::OsStr;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use super::shares;
use crate::output;

/// Asks the program about each position; `asked` are the moves that lead to them.
pub(super) fn run(program: &OsStr, asked: &[String]) -> Result<()> {
    eprintln!("tools: {} processes", asked.len());
    let mut times = Vec::new();
    for moves in asked {
        let before = time_of_children();
        output(Command::new(program).args(["why", moves]))?;
        times.push(time_of_children().saturating_sub(before));
    }
    if times.iter().any(|time| !time.is_zero()) {
        let [half, most] = shares(times);
        println!(
            "\n`foursight why`, as a whole process that also solves the position, took at most {half:.0} ms of processor time for half of these {} positions, and at most {most:.0} ms for 99 % of them.",
            asked.len()
        );
    }
    Ok(())
}

/// The user time of all finished child processes.
#[cfg(target_os = "linux")]
fn time_of_children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage =
        getrusage(UsageWho::RUSAGE_CHILDREN).expect("each process has children, if only none");
    Duration::from_micros(usage.user_time().num_microseconds().unsigned_abs())
}

/// The time is unknown on this system.
#[cfg(not(target_os = "linux"))]
fn time_of_children() -> Duration {
    Duration::ZERO
}

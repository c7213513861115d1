//! `foursight-jail TASK`: the smallest launcher, a program that only calls [`jail()`](foursight_sandbox::jail).

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    if let [_, task] = &std::env::args().collect::<Vec<_>>()[..] {
        return foursight_sandbox::jail(task);
    }
    eprintln!("foursight: usage: foursight-jail TASK, where a sandbox writes the TASK");
    ExitCode::from(2)
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("foursight: programs are isolated only on Linux");
    ExitCode::FAILURE
}

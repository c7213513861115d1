//! `foursight-jail TASK`: the smallest launcher, a program that does nothing but [`jail()`](foursight_sandbox::jail).

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    match &std::env::args().collect::<Vec<_>>()[..] {
        [_, task] => foursight_sandbox::jail(task),
        _ => {
            eprintln!("foursight: usage: foursight-jail TASK, where a sandbox writes the TASK");
            ExitCode::from(2)
        }
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("foursight: programs are isolated only on Linux");
    ExitCode::FAILURE
}

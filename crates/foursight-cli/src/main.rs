//! The command line of Foursight.

#![expect(clippy::doc_markdown, reason = "the doc comments of arguments are help texts")]

mod args;
mod batch;
mod books;
mod cli;
mod commands;
mod failure;
mod format;
mod interrupt;
#[cfg(unix)]
mod isolation;
#[cfg(unix)]
mod judge;
mod output;
#[cfg(unix)]
mod progress;
mod prompt;
mod reason;
mod usage;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = commands::arena::jail_if_asked() {
        return code;
    }
    #[cfg(target_os = "linux")]
    if output::was_closed() {
        output::complain("standard output is closed: to discard it, write >/dev/null");
        return ExitCode::from(2);
    }
    let cli = cli::Cli::read();
    cli.color.write_global();
    match cli::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(failure::report(&error)),
    }
}

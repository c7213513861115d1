//! Runs any program in a jail, exchanges lines with it, and leaves nothing of it behind.
//!
//! A [`Sandbox`] is a set of isolation [`Layer`]s. [`Sandbox::probe`] tries every layer on this machine and keeps those
//! that hold. [`Process::start`] runs a command line under them, in an empty scratch folder of its own. The caller
//! sends lines, receives lines until a deadline, and drops the process: that kills everything the program started and
//! removes its files.
//!
//! The caller does not start the program itself. It starts a *launcher*, a program that calls [`jail()`] at the very
//! start of `main`. While it still has a single thread, the launcher gives up one right after another in safe code,
//! then becomes the program. Under Landlock or namespaces, no program can read or run its launcher. A
//! caller can be its own launcher:
//!
//! ```no_run
//! use std::process::ExitCode;
//! use std::time::{Duration, Instant};
//!
//! use foursight_sandbox::{Process, Sandbox, SandboxOptions};
//!
//! fn main() -> ExitCode {
//!     let arguments: Vec<String> = std::env::args().collect();
//!     if let [_, jail, task] = &arguments[..]
//!         && jail == "jail"
//!     {
//!         return foursight_sandbox::jail(task);
//!     }
//!     let launcher = vec![arguments[0].clone(), "jail".to_owned()];
//!     let (sandbox, _) = Sandbox::probe(launcher, SandboxOptions::default());
//!     let command = ["sort", "-"].map(str::to_owned);
//!     let mut sort = Process::start(&command, &sandbox, &[]).expect("sort starts");
//!     sort.send("hello");
//!     sort.close_input();
//!     let line = sort.receive(Instant::now() + Duration::from_secs(1));
//!     assert_eq!(line.as_deref(), Ok("hello"));
//!     ExitCode::SUCCESS
//! }
//! ```
//!
//! The layers need Linux. On other Unix systems programs run unisolated; elsewhere this crate is empty.

#![cfg(unix)]

mod activity;
mod cgroup;
mod exit_report;
#[cfg(target_os = "linux")]
mod jail;
mod launcher_task;
mod layer;
mod options;
mod orders;
mod process;
mod readable;
mod resources;
// `build.rs` compiles it; here the formatter and the lints see it.
#[cfg(all(test, target_os = "linux"))]
#[expect(dead_code, reason = "it is a program of its own")]
mod reaper_program;
mod room;
mod sandbox;

pub use activity::{Activity, Effort};
pub use exit_report::LimitBreach;
#[cfg(target_os = "linux")]
pub use jail::jail;
pub use layer::{Layer, LayerReport, LayerStatus};
pub use options::SandboxOptions;
pub use process::{NoLine, Process};
pub use readable::{find_program, virtual_environment};
pub use resources::is_out_of_resources;
pub use room::Room;
pub use sandbox::Sandbox;

/// This system has no launcher: reports that and fails.
#[cfg(not(target_os = "linux"))]
pub fn jail(_task: &str) -> std::process::ExitCode {
    eprintln!("foursight: programs are isolated only on Linux");
    std::process::ExitCode::FAILURE
}

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

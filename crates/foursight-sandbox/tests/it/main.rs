//! Hostile programs under each layer that must stop them.
//!
//! After each one, no process is left, its scratch folder is gone, and the next program starts. If this machine does
//! not support a layer, the tests say so clearly, and the layer's report must agree.

#![cfg(target_os = "linux")]

mod activity;
mod attacks;
mod failures;
mod launcher;
mod layers;
mod leftovers;
mod limits;
mod matrix;
mod pause;
mod private;
mod probed;
mod start;

use std::path::Path;
use std::process::ExitStatus;
use std::time::Instant;

use foursight_sandbox::{Layer, LimitBreach, NoLine, Process, Sandbox, SandboxOptions};

use probed::{PROBED, TIME, check_gone, is_running, not_tested, sandbox};

/// The limits of the programs in these tests: small, so that tests reach them soon.
fn options() -> SandboxOptions {
    SandboxOptions {
        memory_bytes: 200 << 20,
        file_bytes: 4 << 20,
        n_open_files: 64,
        n_processes: 50,
        cpu_seconds: 2,
        ..SandboxOptions::default()
    }
}

fn launcher() -> Vec<String> {
    vec![env!("CARGO_BIN_EXE_foursight-jail").to_owned()]
}

/// This sandbox with each layer that blocks access to files alone, and as it is; none without such a layer.
fn blocking_files(probed: &Sandbox) -> Vec<Sandbox> {
    let layers = [Layer::Landlock, Layer::Namespaces];
    let granted = layers.into_iter().filter(|&layer| sandbox(&[layer]).is_some());
    let mut sandboxes: Vec<Sandbox> = granted.map(|layer| probed.only(&[layer])).collect();
    sandboxes.extend((!sandboxes.is_empty()).then(|| probed.clone()));
    sandboxes
}

/// A program's output and end.
#[derive(Debug)]
struct Run {
    /// The printed lines.
    lines: Vec<String>,
    /// Its exit status; `None` if it had to be killed.
    status: Option<ExitStatus>,
    breach: Option<LimitBreach>,
    errors: String,
}

/// Runs a shell script until it ends or closes its output.
fn run(script: &str, sandbox: &Sandbox, folder: Option<&Path>) -> Run {
    let command = ["sh", "-c", script].map(str::to_owned);
    let readable: Vec<_> = folder.map(Path::to_owned).into_iter().collect();
    let mut process = Process::start(&command, sandbox, &readable).expect("it starts");
    process.send("go");
    let (deadline, mut lines) = (Instant::now() + TIME, Vec::new());
    let end = loop {
        match process.receive(deadline) {
            Ok(line) => lines.push(line),
            Err(end) => break end,
        }
    };
    assert_eq!(end, NoLine::Closed, "{script:?} printed {lines:?}");
    let status = process.wait(TIME);
    let run = Run { lines, status, breach: process.limit_breach(), errors: process.errors() };
    drop(process);
    run
}

/// Checks that the next program starts and answers.
fn check_next(sandbox: &Sandbox) {
    let next = run("read line; echo \"$line on\"; pwd", sandbox, None);
    assert_eq!(next.lines[0], "go on", "{next:?}");
    assert!(!Path::new(&next.lines[1]).exists(), "{next:?}: the scratch folder is still there");
}

/// The duration of a `sleep` that a test looks for: more than an hour, with a number from this run, so that leftovers
/// from earlier runs are not mistaken for it.
fn sleep_time(seconds: u32) -> String {
    format!("{seconds}.{}", std::process::id())
}

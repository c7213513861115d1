//! Hostile players in the sandbox, under each layer that is to stop them.
//!
//! After every one no process is left, its scratch folder is gone, and the next player starts. A layer that this
//! machine does not grant is told loudly, and the report has to say so.

mod attacks;
mod endings;
mod games;
mod remains;
mod report;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use foursight_arena::{Layer, LayerReport, NoLine, Process, Sandbox, SandboxOptions, Verdict};

/// Longer than anything takes here.
const TIME: Duration = Duration::from_secs(20);

/// The limits of the players here: small, so that they are reached soon.
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
    [env!("CARGO_BIN_EXE_foursight"), "arena", "jail"].map(str::to_owned).to_vec()
}

static PROBED: LazyLock<(Sandbox, Vec<LayerReport>)> =
    LazyLock::new(|| Sandbox::probe(launcher(), options()));

/// A sandbox with these layers, or nothing where one of them is missing, which the report says.
fn sandbox(layers: &[Layer]) -> Option<Sandbox> {
    let (sandbox, reports) = &*PROBED;
    if let Some(layer) = layers.iter().find(|layer| !sandbox.layers().contains(layer)) {
        let report = reports.iter().find(|report| report.layer == *layer).expect("all are told");
        assert!(!report.is_active(), "{report:?}");
        not_tested(&format!("this machine does not grant {layer}: {report:?}"));
        return None;
    }
    Some(sandbox.only(layers))
}

/// Says so in any case: what a test prints that passes is not shown.
fn not_tested(reason: &str) {
    writeln!(io::stderr(), "NOT TESTED: {reason}").expect("standard error is open");
}

/// What came of a player.
#[derive(Debug)]
struct Run {
    /// What it printed.
    lines: Vec<String>,
    /// How it ended; `None` if it had to be killed.
    status: Option<ExitStatus>,
    verdict: Option<Verdict>,
    errors: String,
}

/// Runs a player of shell until it ends or closes its output, and looks at what is left of it.
fn run(script: &str, sandbox: &Sandbox, folder: Option<&Path>) -> Run {
    let command = ["sh", "-c", script].map(str::to_owned);
    let mut process = Process::start(&command, sandbox, folder).expect("it starts");
    process.send("go");
    let (deadline, mut lines) = (Instant::now() + TIME, Vec::new());
    let end = loop {
        match process.receive(deadline) {
            Ok(line) => lines.push(line),
            Err(end) => break end,
        }
    };
    assert_eq!(end, NoLine::Closed, "{script:?} printed {lines:?}");
    let status = process.wait(Duration::from_secs(5));
    let run = Run { lines, status, verdict: process.verdict(), errors: process.errors() };
    drop(process);
    run
}

/// The next player starts and answers.
fn check_next(sandbox: &Sandbox) {
    let next = run("read line; echo \"$line on\"; pwd", sandbox, None);
    assert_eq!(next.lines[0], "go on", "{next:?}");
    assert!(!Path::new(&next.lines[1]).exists(), "{next:?}: the scratch folder is still there");
}

/// Waits until no process has this word in its command line.
#[track_caller]
fn check_gone(word: &str) {
    let deadline = Instant::now() + Duration::from_secs(2);
    while is_running(word) {
        assert!(Instant::now() < deadline, "{word} is still running");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn is_running(word: &str) -> bool {
    std::fs::read_dir("/proc").expect("/proc is there").flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    })
}

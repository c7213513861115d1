//! Hostile players in whole games, isolated by the program itself. The sandbox's own tests check each layer alone.

mod attacks;
mod doctor;
mod environments;
mod games;
mod itself;
mod turns;

use std::io::{self, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use foursight_sandbox::{Layer, LayerReport, Sandbox, SandboxOptions};

/// The limits of these players: small, so that tests reach them soon.
fn options() -> SandboxOptions {
    SandboxOptions { memory_bytes: 200 << 20, file_bytes: 4 << 20, ..SandboxOptions::default() }
}

fn launcher() -> Vec<String> {
    [env!("CARGO_BIN_EXE_foursight"), "arena", "jail"].map(str::to_owned).to_vec()
}

static PROBED: LazyLock<(Sandbox, Vec<LayerReport>)> =
    LazyLock::new(|| Sandbox::probe(launcher(), options()));

/// A sandbox with these layers; `None` if one of them is missing, as its report must say.
fn sandbox(layers: &[Layer]) -> Option<Sandbox> {
    let (sandbox, reports) = &*PROBED;
    if let Some(layer) = layers.iter().find(|layer| !sandbox.layers().contains(layer)) {
        let report =
            reports.iter().find(|report| report.layer == *layer).expect("every layer has a report");
        assert!(!report.is_active(), "{report:?}");
        not_tested(&format!("this machine does not grant {layer}: {report:?}"));
        return None;
    }
    Some(sandbox.only(layers))
}

/// Writes directly to standard error, because the harness hides the output of a passing test.
fn not_tested(reason: &str) {
    writeln!(io::stderr(), "NOT TESTED: {reason}").expect("standard error is open");
}

/// Waits until no process has this word in its command line.
#[track_caller]
pub(crate) fn check_gone(word: &str) {
    let deadline = Instant::now() + Duration::from_mins(5);
    while is_running(word) {
        assert!(Instant::now() < deadline, "{word} is still running");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn is_running(word: &str) -> bool {
    has_process(|line| line.contains(word))
}

fn has_process(is_it: impl Fn(&str) -> bool) -> bool {
    std::fs::read_dir("/proc").expect("/proc is there").flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        is_it(&String::from_utf8_lossy(&line))
    })
}

/// Whether a `sleep` for this long is running.
pub(crate) fn is_asleep(seconds: &str) -> bool {
    has_process(|line| line == format!("sleep\0{seconds}\0"))
}

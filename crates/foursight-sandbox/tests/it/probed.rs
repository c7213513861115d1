//! The layers that this machine grants, and the processes on it, also for the tests of the command line.

use std::io::{self, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use foursight_sandbox::{Layer, LayerReport, Sandbox};

use super::{launcher, options};

/// A time longer than anything takes here, even on a busy machine.
pub(crate) const TIME: Duration = Duration::from_mins(5);

pub(crate) static PROBED: LazyLock<(Sandbox, Vec<LayerReport>)> =
    LazyLock::new(|| Sandbox::probe(launcher(), options()));

/// A sandbox with these layers; `None` if one of them is missing, as its report must say.
pub(crate) fn sandbox(layers: &[Layer]) -> Option<Sandbox> {
    let (sandbox, reports) = &*PROBED;
    if let Some(layer) = layers.iter().find(|layer| !sandbox.layers().contains(layer)) {
        let report =
            reports.iter().find(|report| report.layer == *layer).expect("every layer has a report");
        assert!(!report.is_active(), "{report:?}");
        // A layer that the machine accepts but that does not hold is a bug, not something that the machine lacks.
        assert!(!format!("{report:?}").contains("does not hold"), "{report:?}");
        not_tested(&format!("this machine does not grant {layer}: {report:?}"));
        return None;
    }
    Some(sandbox.only(layers))
}

/// Writes to standard error directly, because the harness hides what a passing test prints.
pub(crate) fn not_tested(reason: &str) {
    writeln!(io::stderr(), "NOT TESTED: {reason}").expect("standard error is open");
}

/// Waits until no process has this word in its command line.
#[track_caller]
pub(crate) fn check_gone(word: &str) {
    let deadline = Instant::now() + TIME;
    while is_running(word) {
        assert!(Instant::now() < deadline, "{word} is still running");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn is_running(word: &str) -> bool {
    std::fs::read_dir("/proc").expect("/proc is there").flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    })
}

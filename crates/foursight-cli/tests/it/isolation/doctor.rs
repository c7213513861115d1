//! `foursight arena doctor` inside a jail.

use std::time::{Duration, Instant};

use foursight_sandbox::{Layer, Process};

use super::{PROBED, launcher, not_tested};

/// A layer that cannot hold here: no namespaces are to be had inside the launcher's own seccomp filter.
#[test]
fn a_missing_layer_has_a_reason() {
    if !PROBED.0.layers().contains(&Layer::Seccomp) {
        return not_tested("this machine does not grant seccomp");
    }
    let command = [launcher()[0].as_str(), "arena", "doctor"].map(str::to_owned);
    let process =
        Process::start(&command, &PROBED.0.only(&[Layer::Seccomp]), &[]).expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(20);
    let lines: Vec<String> = std::iter::from_fn(|| process.receive(deadline).ok()).collect();
    let line = lines.iter().find(|line| line.starts_with("namespaces"));
    let line = line.unwrap_or_else(|| panic!("{lines:?}"));
    assert!(line.contains("missing: namespaces: EPERM: Operation not permitted; cure: "), "{line}");
}

//! The activity of silent programs, under every layer.

use std::time::Instant;

use foursight_sandbox::{Activity, Process, Sandbox};

use super::{PROBED, TIME, launcher};

/// Checks that a shell script shows this activity before long.
#[track_caller]
fn check(sandbox: &Sandbox, script: &str, expected: Activity) {
    let command = ["sh", "-c", script].map(str::to_owned);
    let process = Process::start(&command, sandbox, &[]).expect("it starts");
    process.send("go");
    // Starting takes processor time.
    let (deadline, mut seen) = (Instant::now() + TIME, process.activity());
    while seen != expected && Instant::now() < deadline {
        seen = process.activity();
    }
    assert_eq!(seen, expected, "{script:?} under {:?}", sandbox.layers());
}

#[test]
fn silent_programs_are_seen_through() {
    let (probed, _) = &*PROBED;
    let mut sandboxes = vec![Sandbox::bare(), Sandbox::trusting(launcher()), probed.clone()];
    sandboxes.extend(probed.layers().iter().map(|&layer| probed.only(&[layer])));
    for sandbox in &sandboxes {
        check(sandbox, "read line; read line", Activity::AwaitingInput);
        check(sandbox, "read line; cat >/dev/null", Activity::AwaitingInput);
        check(sandbox, "read line; while :; do :; done", Activity::Computing);
        check(sandbox, "while :; do :; done & read line; read line", Activity::Computing);
        check(sandbox, "read line; sleep 60", Activity::Unknown);
        // What it reads is not its standard input.
        check(sandbox, "read line; sleep 60 | cat", Activity::Unknown);
    }
}

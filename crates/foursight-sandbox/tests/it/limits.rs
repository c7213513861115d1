//! Exit statuses and limit breaches arrive unchanged, whatever stands between the caller and the program.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use foursight_sandbox::{Layer, LimitBreach, Sandbox};

use crate::{Run, check_gone, check_next, run, sandbox};

/// Sets of layers that take different paths.
fn sandboxes() -> Vec<Sandbox> {
    let all = crate::PROBED.0.layers();
    let outside = [Layer::Session, Layer::Limits, Layer::Landlock, Layer::Seccomp];
    [all, &[Layer::Session], &outside].iter().filter_map(|layers| sandbox(layers)).collect()
}

fn code(code: i32) -> ExitStatus {
    ExitStatus::from_raw(code << 8)
}

fn signal(signal: i32) -> ExitStatus {
    ExitStatus::from_raw(signal)
}

#[track_caller]
fn check(script: &str, expected: ExitStatus) {
    for sandbox in sandboxes().iter().chain([&Sandbox::bare()]) {
        let run = run(&format!("read line; {script}"), sandbox, None);
        let layers = sandbox.layers();
        assert_eq!(run.status, Some(expected), "{layers:?} {run:?}");
        assert_eq!(run.breach, None);
    }
}

#[test]
fn codes_and_signals() {
    check("exit 0", code(0));
    check("exit 3", code(3));
    check("exit 137", code(137));
    check("kill -9 $$", signal(9));
    check("kill -SEGV $$", signal(11));
    check("kill -PIPE $$", signal(13));
    check("kill -TERM $$", signal(15));
    check("exec /no/such/program", code(127));
}

#[track_caller]
fn check_breach(script: &str, expected: LimitBreach, layers: &[Layer]) -> Option<Run> {
    let sandbox = sandbox(layers)?;
    let run = run(&format!("read line; {script}"), &sandbox, None);
    assert_eq!(run.breach, Some(expected), "{run:?}");
    assert_eq!(run.status, Some(signal(9)), "{run:?}");
    assert!(run.errors.ends_with(&format!("foursight: killed: {expected}")), "{run:?}");
    check_next(&sandbox);
    Some(run)
}

#[test]
fn memory() {
    let one =
        "exec python3 -c 'x = bytearray(1 << 30); print(\"all\"); import time; time.sleep(60)'";
    let shared = "exec python3 -c 'import mmap; x = mmap.mmap(-1, 1 << 30); [x.write(b\"x\" * 4096) for _ in range(1 << 18)]; import time; time.sleep(60)'";
    let many = "for n in 1 2 3 4; do python3 -c 'x = bytearray(80 << 20); import time; time.sleep(4715)' & done; wait";
    for layers in [&[Layer::Limits][..], &[Layer::Limits, Layer::Namespaces]] {
        for script in [one, shared, many] {
            check_breach(script, LimitBreach::OutOfMemory, layers);
        }
        check_gone("4715");
    }
}

#[test]
fn processes() {
    for layers in [&[Layer::Limits][..], &[Layer::Limits, Layer::Namespaces]] {
        let Some(sandbox) = sandbox(layers) else { continue };
        let run = run("read line; while :; do sleep 4716.5 & done", &sandbox, None);
        // In namespaces the kernel itself refuses more, except to processes of root.
        let is_refused = run.breach.is_none() && run.errors.contains("Cannot fork");
        assert!(is_refused || run.breach == Some(LimitBreach::TooManyProcesses), "{run:?}");
        check_gone("4716.5");
        check_next(&sandbox);
    }
}

#[test]
fn the_disk() {
    let Some(limited) = sandbox(&[Layer::Limits]) else { return };
    let large = "read line; (dd if=/dev/zero of=file bs=1M count=64); wc -c < file";
    let size = |run: &Run| run.lines[0].trim().parse::<u64>().expect("a size");
    let one = run(large, &limited, None);
    assert!(size(&one) <= 4 << 20, "{one:?}");
    let many = "n=0; while :; do n=$((n+1)); head -c 1000000 /dev/zero > file$n; done";
    check_breach(many, LimitBreach::TooManyBytes, &[Layer::Limits]);
    if let Some(sandbox) = sandbox(&[Layer::Namespaces]) {
        let one = run(large, &sandbox, None);
        assert!(size(&one) <= 4 << 20, "{one:?}");
        let rest = "read line; for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > file$n || echo full; done";
        let rest = run(rest, &sandbox, None);
        assert!(rest.lines.contains(&"full".to_owned()), "{rest:?}");
    }
}

#[test]
fn processor_time() {
    let Some(sandbox) = sandbox(&[Layer::Limits]) else { return };
    let run = run("read line; exec python3 -c 'while True: pass'", &sandbox, None);
    assert_eq!(run.status, Some(signal(9)), "{run:?}");
}

#[test]
fn open_files() {
    let Some(sandbox) = sandbox(&[Layer::Limits]) else { return };
    let open = "import os; n = [os.open(\"/dev/null\", 0) for _ in range(100)]";
    let run = run(&format!("read line; python3 -c '{open}' || echo held"), &sandbox, None);
    assert_eq!(run.lines, ["held"], "{run:?}");
}

//! Endings are told as they were, whatever stands between the referee and the player.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, Player};
use foursight_arena::{
    Clock, Contestant, Dialect, Exit, GameRecord, GameSettings, Layer, Limits, NoConsole, Sandbox,
    Termination, Verdict, play,
};

use super::{Run, check_gone, check_next, run, sandbox};

/// Sets of layers that take different ways.
fn sandboxes() -> Vec<Sandbox> {
    let all = super::PROBED.0.layers();
    let outside = [Layer::Session, Layer::Limits, Layer::Landlock, Layer::Seccomp];
    [all, &[Layer::Session], &outside].iter().filter_map(|layers| sandbox(layers)).collect()
}

#[track_caller]
fn check(script: &str, expected: Exit) {
    for sandbox in sandboxes().iter().chain([&Sandbox::bare()]) {
        let run = run(&format!("read line; {script}"), sandbox, None);
        let layers = sandbox.layers();
        assert_eq!(run.status.map(Exit::from), Some(expected), "{layers:?} {run:?}");
        assert_eq!(run.verdict, None);
    }
}

#[test]
fn codes_and_signals() {
    check("exit 0", Exit::Code(0));
    check("exit 3", Exit::Code(3));
    check("exit 137", Exit::Code(137));
    check("kill -9 $$", Exit::Signal(9));
    check("kill -SEGV $$", Exit::Signal(11));
    check("kill -PIPE $$", Exit::Signal(13));
    check("kill -TERM $$", Exit::Signal(15));
    check("exec /no/such/program", Exit::Code(127));
}

#[track_caller]
fn check_verdict(script: &str, expected: Verdict, layers: &[Layer]) -> Option<Run> {
    let sandbox = sandbox(layers)?;
    let run = run(&format!("read line; {script}"), &sandbox, None);
    assert_eq!(run.verdict, Some(expected), "{run:?}");
    assert_eq!(run.status.map(Exit::from), Some(Exit::Signal(9)), "{run:?}");
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
            check_verdict(script, Verdict::OutOfMemory, layers);
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
        let is_refused = run.verdict.is_none() && run.errors.contains("Cannot fork");
        assert!(is_refused || run.verdict == Some(Verdict::TooManyProcesses), "{run:?}");
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
    check_verdict(many, Verdict::TooManyBytes, &[Layer::Limits]);
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
    assert_eq!(run.status.map(Exit::from), Some(Exit::Signal(9)), "{run:?}");
}

#[test]
fn open_files() {
    let Some(sandbox) = sandbox(&[Layer::Limits]) else { return };
    let open = "import os; n = [os.open(\"/dev/null\", 0) for _ in range(100)]";
    let run = run(&format!("read line; python3 -c '{open}' || echo held"), &sandbox, None);
    assert_eq!(run.lines, ["held"], "{run:?}");
}

/// In a game the limit is the ending, and the next game begins.
#[test]
fn limits_end_a_game() {
    let Some(sandbox) = sandbox(&[Layer::Limits, Layer::Namespaces]) else { return };
    let memory = "exec python3 -c 'x = bytearray(1 << 30); import time; time.sleep(60)'";
    let disk = "for n in 1 2 3 4 5 6 7 8; do head -c 3000000 /dev/zero > $n; done; sleep 60";
    let crash = "kill -9 $$";
    for script in [memory, disk, crash, memory] {
        let record = play_against_filler(&format!("read line; {script}"), &sandbox);
        let expected: &[Termination] = match script {
            _ if script == memory => &[Termination::OutOfMemory],
            _ if script == crash => &[Termination::Crash(Exit::Signal(9))],
            // A scratch folder of its own is simply full; a shared one is watched.
            _ => &[Termination::OverLimit(Verdict::TooManyBytes), Termination::Silence],
        };
        assert!(expected.contains(&record.termination), "{script}: {record:?}");
        assert_eq!(record.winner, Some(Player::Second));
    }
}

fn play_against_filler(script: &str, sandbox: &Sandbox) -> GameRecord {
    let shell = |script: &str| {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        Contestant::program("shell", command, Dialect::Columns)
    };
    let settings = GameSettings {
        size: AnySize::default(),
        opening: &[],
        clock: Clock::PerMove(Duration::from_secs(2)),
        limits: Limits { start: Duration::from_secs(2), ..Limits::default() },
        steal: false,
        sandbox,
        cancel: &AtomicBool::new(false),
    };
    let players = [shell(script), shell("while read line; do echo 6; done")];
    play(players.each_ref(), &settings, &mut NoConsole)
}

//! Nothing remains of a program, however hard it tries to stay.

use foursight_sandbox::{Layer, Process, Sandbox};

use crate::{check_gone, check_next, is_running, launcher, options, run, sandbox, sleep_time};

/// Sandboxes with the session layer, which must suffice alone and inside namespaces.
fn sandboxes() -> Vec<Sandbox> {
    let sets = [&[Layer::Session][..], &[Layer::Namespaces], crate::PROBED.0.layers()];
    sets.iter().filter_map(|layers| sandbox(layers)).collect()
}

/// Runs a script that starts `sleep` with this time, until the script ends; then checks that no `sleep` is left.
#[track_caller]
fn check(script: &str, seconds: u32) {
    let time = &sleep_time(seconds);
    for sandbox in sandboxes() {
        let run = run(&script.replace("TIME", time), &sandbox, None);
        assert_eq!(run.lines, ["on"], "{:?} {run:?}", sandbox.layers());
        check_gone(time);
        check_next(&sandbox);
    }
}

#[test]
fn children_in_the_background() {
    check("read line; sleep TIME & echo on; exit 0", 4721);
}

#[test]
fn children_in_sessions_of_their_own() {
    let daemon = "read line; (setsid sh -c 'setsid sleep TIME & setsid sleep TIME & exit' &) ; sleep 0.1; echo on";
    check(daemon, 4722);
    let nohup = "read line; (trap '' TERM HUP INT; setsid nohup sleep TIME >/dev/null 2>&1 </dev/null &); echo on";
    check(nohup, 4723);
}

/// Checks that dropping kills a running program, even if it ignores SIGTERM or is stopped.
#[track_caller]
fn check_dropped(script: &str, seconds: u32) {
    let time = &sleep_time(seconds);
    for sandbox in sandboxes() {
        let command = ["sh", "-c", &script.replace("TIME", time)].map(str::to_owned);
        let process = Process::start(&command, &sandbox, &[]).expect("it starts");
        let line = process.receive(std::time::Instant::now() + crate::TIME);
        assert_eq!(line.as_deref(), Ok("on"), "{:?}", sandbox.layers());
        assert!(is_running(time), "there is something to kill");
        drop(process);
        assert!(!is_running(time), "{:?}: it is still running", sandbox.layers());
        check_next(&sandbox);
    }
}

#[test]
fn programs_that_refuse_to_go() {
    check_dropped("trap '' TERM HUP INT; echo on; sleep TIME; sleep TIME", 4724);
    check_dropped("setsid sleep TIME & echo on; kill -STOP $$; sleep TIME", 4725);
    check_dropped(
        "trap '' TERM; setsid sh -c 'echo on; sleep TIME; sleep TIME' & exec >&-; wait",
        4726,
    );
}

/// Without a launcher, the program's process group is killed, even if the program itself has ended.
#[test]
fn children_of_a_program_that_nobody_watches() {
    let time = sleep_time(4728);
    let command = ["sh", "-c", &format!("sleep {time} & echo on; exit 0")].map(str::to_owned);
    let process = Process::start(&command, &Sandbox::bare(), &[]).expect("it starts");
    assert_eq!(process.receive(std::time::Instant::now() + crate::TIME).as_deref(), Ok("on"));
    drop(process);
    check_gone(&time);
}

/// If the launcher's parent is killed, the launcher kills the program.
#[test]
fn the_caller_dies() {
    for layers in [&[Layer::Session][..], crate::PROBED.0.layers()] {
        if sandbox(layers).is_none() {
            continue;
        }
        // The shell takes the caller's place: it starts the launcher, and is killed.
        let wrap = Some("sh -c '\"$@\" & wait' sh {cmd}".to_owned());
        let (wrapped, reports) =
            Sandbox::probe(launcher(), foursight_sandbox::SandboxOptions { wrap, ..options() });
        assert!(wrapped.layers().contains(&Layer::Wrap), "{reports:?}");
        let time = &sleep_time(4727);
        let script = format!("setsid sleep {time} & echo on; sleep {time}");
        let command = ["sh", "-c", &script].map(str::to_owned);
        let process = Process::start(&command, &wrapped.only(layers), &[]).expect("it starts");
        assert_eq!(process.receive(std::time::Instant::now() + crate::TIME).as_deref(), Ok("on"));
        drop(process);
        check_gone(time);
    }
}

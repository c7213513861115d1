//! Nothing is left of a player, however it tries to stay.

use foursight_arena::{Layer, Process, Sandbox};

use super::{check_gone, check_next, is_running, launcher, options, run, sandbox};

/// The session alone has to do, and has to do with namespaces around the player too.
fn sandboxes() -> Vec<Sandbox> {
    let sets = [&[Layer::Session][..], &[Layer::Namespaces], super::PROBED.0.layers()];
    sets.iter().filter_map(|layers| sandbox(layers)).collect()
}

/// Runs the script, which starts `sleep` with this time, until it ends; then no `sleep` is left.
#[track_caller]
fn check(script: &str, time: &str) {
    for sandbox in sandboxes() {
        let run = run(&script.replace("TIME", time), &sandbox, None);
        assert_eq!(run.lines, ["on"], "{:?} {run:?}", sandbox.layers());
        check_gone(time);
        check_next(&sandbox);
    }
}

#[test]
fn children_in_the_background() {
    check("read line; sleep TIME & echo on; exit 0", "4721.5");
}

#[test]
fn children_in_sessions_of_their_own() {
    let daemon = "read line; (setsid sh -c 'setsid sleep TIME & setsid sleep TIME & exit' &) ; sleep 0.1; echo on";
    check(daemon, "4722.5");
    let nohup = "read line; (trap '' TERM HUP INT; setsid nohup sleep TIME >/dev/null 2>&1 </dev/null &); echo on";
    check(nohup, "4723.5");
}

/// A player that still runs is taken down when it is dropped, deaf to SIGTERM or stopped.
#[track_caller]
fn check_dropped(script: &str, time: &str) {
    for sandbox in sandboxes() {
        let command = ["sh", "-c", &script.replace("TIME", time)].map(str::to_owned);
        let process = Process::start(&command, &sandbox, None).expect("it starts");
        let line = process.receive(std::time::Instant::now() + super::TIME);
        assert_eq!(line.as_deref(), Ok("on"), "{:?}", sandbox.layers());
        assert!(is_running(time), "there is something to kill");
        drop(process);
        assert!(!is_running(time), "{:?}: it is still running", sandbox.layers());
        check_next(&sandbox);
    }
}

#[test]
fn players_that_do_not_want_to_go() {
    check_dropped("trap '' TERM HUP INT; echo on; sleep TIME; sleep TIME", "4724.5");
    check_dropped("setsid sleep TIME & echo on; kill -STOP $$; sleep TIME", "4725.5");
    check_dropped(
        "trap '' TERM; setsid sh -c 'echo on; sleep TIME; sleep TIME' & exec >&-; wait",
        "4726.5",
    );
}

/// When what started the launcher is killed, the launcher takes the player down.
#[test]
fn the_referee_dies() {
    for layers in [&[Layer::Session][..], super::PROBED.0.layers()] {
        if sandbox(layers).is_none() {
            continue;
        }
        // The shell stands for a referee: it starts the launcher, and is killed.
        let wrap = Some("sh -c '\"$@\" & wait' sh {cmd}".to_owned());
        let (wrapped, reports) =
            Sandbox::probe(launcher(), foursight_arena::SandboxOptions { wrap, ..options() });
        assert!(wrapped.layers().contains(&Layer::Wrap), "{reports:?}");
        let script = "setsid sleep 4727.5 & echo on; sleep 4727.5";
        let command = ["sh", "-c", script].map(str::to_owned);
        let process = Process::start(&command, &wrapped.only(layers), None).expect("it starts");
        assert_eq!(process.receive(std::time::Instant::now() + super::TIME).as_deref(), Ok("on"));
        drop(process);
        check_gone("4727.5");
    }
}

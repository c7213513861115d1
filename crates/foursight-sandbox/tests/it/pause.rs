//! A paused program is stopped with everything that it started.

use std::time::Instant;

use foursight_sandbox::{Layer, Process, Sandbox};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;

use crate::{TIME, check_gone, check_next, is_running, launcher, sandbox, sleep_time};

/// Sets of layers that take different paths, and an empty set.
fn sandboxes() -> Vec<Sandbox> {
    let sets = [crate::PROBED.0.layers(), &[Layer::Session], &[Layer::Namespaces]];
    let probed = sets.iter().filter_map(|layers| sandbox(layers));
    probed.chain([Sandbox::trusting(launcher())]).collect()
}

/// A Python program that prints its number, then echoes what it reads.
fn start(program: &str, sandbox: &Sandbox) -> (Process, Pid) {
    let echo =
        "print(os.getpid(), flush=True)\nfor line in sys.stdin: print(line, end=\"\", flush=True)";
    let program = format!("import os, sys, threading, time\n{program}\n{echo}");
    let command = ["python3", "-c", &program].map(str::to_owned);
    let process = Process::start(&command, sandbox, &[]).expect("it starts");
    let number = process.receive(Instant::now() + TIME).expect("a number");
    (process, Pid::from_raw(number.parse().expect("a number")))
}

fn check_answer(process: &Process) {
    process.send("hello");
    assert_eq!(process.receive(Instant::now() + TIME).as_deref(), Ok("hello"));
}

/// Computes for 20 ms, while others could compute too.
fn compute() {
    let now =
        || clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a clock").num_milliseconds();
    let end = now() + 20;
    while now() < end {
        std::hint::black_box(0);
    }
}

/// Checks that the program comes to rest and stays there.
#[track_caller]
fn check_still(process: &mut Process) {
    let (deadline, mut n_still) = (Instant::now() + TIME, 0);
    process.take_effort();
    while n_still < 10 {
        compute();
        n_still = if process.take_effort().used.is_zero() { n_still + 1 } else { 0 };
        assert!(Instant::now() < deadline, "it still computes");
    }
}

/// Checks that the program computes, comes to rest when it is paused, and computes again.
#[track_caller]
fn check(program: &str) {
    for sandbox in sandboxes() {
        let (mut process, _) = start(program, &sandbox);
        check_answer(&process);
        for _ in 0..2 {
            assert!(process.pause(), "{:?}", sandbox.layers());
            check_still(&mut process);
            assert!(process.resume());
            check_answer(&process);
            let deadline = Instant::now() + TIME;
            while process.take_effort().used.is_zero() {
                assert!(Instant::now() < deadline, "it computes again");
            }
        }
        assert!(process.pause());
        drop(process);
        check_next(&sandbox);
    }
}

#[test]
fn children_in_sessions_of_their_own() {
    check("for _ in range(5):\n  if os.fork() == 0:\n    os.setsid()\n    while True: pass");
}

/// The first thread of a process is not the whole process.
#[test]
fn threads_that_outlive_the_first() {
    let spin = "threading.Thread(target=lambda: sum(iter(int, 1))).start()";
    let leave = "import ctypes; ctypes.CDLL(None).pthread_exit(None)";
    check(&format!("if os.fork() == 0:\n  {spin}\n  {leave}"));
}

/// Each process ends before it can be stopped, while its child continues, and so on.
#[test]
fn chains_of_children() {
    check("if os.fork() == 0:\n  while True:\n    if os.fork(): os._exit(0)");
}

#[test]
fn who_lets_it_go_on_is_too_late() {
    let sandbox = Sandbox::trusting(launcher());
    let spin =
        "def spin():\n  while True: pass\nthreading.Thread(target=spin, daemon=True).start()";
    let (mut process, number) = start(spin, &sandbox);
    assert!(process.pause());
    check_still(&mut process);
    kill(number, Signal::SIGCONT).expect("it can be continued");
    check_still(&mut process);
}

/// A paused program can be killed, and ends by itself once its input ends.
#[test]
fn the_end_of_a_paused_program() {
    for sandbox in sandboxes() {
        let time = sleep_time(4731);
        let (mut process, _) = start(&format!("os.system(\"setsid sleep {time} &\")"), &sandbox);
        assert!(process.pause() && is_running(&time));
        drop(process);
        assert!(!is_running(&time), "{:?}", sandbox.layers());
        let (mut process, _) = start("", &sandbox);
        assert!(process.pause());
        process.end(TIME);
        let status = process.wait(TIME).expect("it has ended");
        assert!(status.success(), "{:?}: {status}", sandbox.layers());
        assert!(process.pause() && process.resume(), "nothing is left to be stopped");
        check_gone(&time);
    }
}

/// Children that have ended count, waited for or not.
#[test]
fn effort_of_children() {
    let spin = "end = time.process_time() + 0.3\nwhile time.process_time() < end: pass";
    let waited =
        format!("if os.fork() == 0:\n  {}\n  os._exit(0)\nos.wait()", spin.replace('\n', "\n  "));
    for (program, least) in [(spin, 300), (&*waited, 280)] {
        for sandbox in sandboxes().iter().chain([&Sandbox::bare()]) {
            let (mut process, _) = start(program, sandbox);
            let effort = process.take_effort();
            let layers = sandbox.layers();
            assert!(effort.used.as_millis() >= least, "{program} {layers:?} {effort:?}");
        }
    }
}

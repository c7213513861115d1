//! Programs that start, and their start times.

use std::time::{Duration, Instant};

use foursight_sandbox::{Layer, Process, Sandbox, find_program};

use crate::{PROBED, TIME, not_tested, run, sandbox};

/// The number of measured starts.
const N_STARTS: usize = 40;

/// The median time from the start to the first line.
fn start_time(sandbox: &Sandbox) -> Duration {
    let command = ["sh", "-c", "echo on; read line"].map(str::to_owned);
    let mut times: Vec<Duration> = (0..N_STARTS)
        .map(|_| {
            let start = Instant::now();
            let process = Process::start(&command, sandbox, &[]).expect("it starts");
            assert_eq!(process.receive(start + TIME).as_deref(), Ok("on"));
            start.elapsed()
        })
        .collect();
    times.sort();
    times[N_STARTS / 2]
}

/// Prints the median start time. Alone (`SLOW_TESTS=1 cargo test -p foursight-sandbox --test it start:: --
/// --nocapture`) on an idle machine, it is a few milliseconds, and 25 ms is too much. Beside other tests, it takes
/// longer.
#[test]
fn a_program_starts_soon_under_all_layers() {
    if std::env::var("SLOW_TESTS").as_deref() != Ok("1") {
        return;
    }
    let (isolated, bare) = (start_time(&PROBED.0), start_time(&Sandbox::bare()));
    eprintln!("a program starts in {isolated:.1?}, without any layer in {bare:.1?}");
    assert!(isolated < Duration::from_millis(250), "{isolated:?}");
}

/// The layers refuse no call that these runtimes need, even where seccomp refuses sockets because there are no
/// namespaces.
#[test]
fn runtimes_start() {
    let outside = [Layer::Session, Layer::Limits, Layer::Landlock, Layer::Seccomp];
    let sandboxes = [PROBED.0.layers(), &outside].map(sandbox);
    for (program, script) in [
        (
            "python3",
            "python3 -c 'import asyncio, multiprocessing as m; asyncio.run(asyncio.sleep(0)); one, other = m.Pipe(); \
             p = m.get_context(\"fork\").Process(target=one.send, args=(\"up\",)); p.start(); print(other.recv()); p.join()'",
        ),
        // What programs change about themselves and their own children.
        (
            "python3",
            "python3 -c 'import os, resource as r, signal, subprocess as s; os.nice(1); os.setpriority(0, 0, 19); \
             os.sched_setaffinity(0, os.sched_getaffinity(0)); r.setrlimit(r.RLIMIT_STACK, r.getrlimit(r.RLIMIT_STACK)); \
             signal.setitimer(signal.ITIMER_REAL, 60); p = s.Popen([\"sleep\", \"60\"]); p.kill(); p.wait(); \
             assert s.run([\"sh\", \"-c\", \"kill -ABRT $$\"]).returncode == -6; print(\"up\")'",
        ),
        (
            "ruby",
            "ruby -rsocket -e 'one, other = UNIXSocket.pair; fork { one.puts \"up\" }; puts other.gets; Process.wait'",
        ),
        (
            "node",
            "node -e 'require(\"child_process\").execFile(\"echo\", [\"up\"], (_, out) => process.stdout.write(out))'",
        ),
        ("java", "java -Xmx64m -XX:+UseSerialGC -version >&2 && echo up"),
        ("go", "go version >&2 && echo up"),
    ] {
        if find_program(program).is_none() {
            not_tested(&format!("{program} is missing"));
            continue;
        }
        for sandbox in sandboxes.iter().flatten() {
            let sandbox = sandbox.with_options(|options| {
                (options.memory_bytes, options.n_processes) = (1 << 30, 512);
                options.cpu_seconds = 60;
                options.n_open_files = 256;
                options.file_bytes = 64 << 20;
            });
            let started = run(&format!("read line; {script}"), &sandbox, None);
            assert_eq!(
                started.lines,
                ["up"],
                "{program} under {:?}: {started:?}",
                sandbox.layers()
            );
        }
    }
}

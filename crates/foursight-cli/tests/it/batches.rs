//! Many positions at once, and searches that are stopped early.

use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::interrupt;
use crate::run;

/// More lines than are in memory at once, of very different difficulty.
#[test]
fn a_batch_keeps_its_order() {
    let lines = ["2252576253462244111563365343671351441 -1", "32164625 11", "5455174361263362 -1"];
    let moves = lines.map(|line| line.split(' ').next().expect("a line is `moves score`"));
    let [input, expected] = [moves, lines].map(|lines| (lines.join("\n") + "\n").repeat(1_000));
    for threads in ["1", "2", "5"] {
        let solved = run(&["solve", "--threads", threads], &input);
        assert_eq!(solved.stdout, expected, "{threads} threads");
    }
}

/// A program that waits for each answer before it asks again.
#[test]
fn solve_answers_each_line_as_it_comes() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
        .arg("solve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    for (moves, score) in [("32164625", 11), ("6146", 18)] {
        writeln!(stdin, "{moves}").unwrap();
        assert_eq!(stdout.next().unwrap().unwrap(), format!("{moves} {score}"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Helper threads obey the limits of the line that they help with.
#[test]
fn a_time_limit_holds_for_a_lone_line() {
    let args = ["solve", "--no-book", "--time-limit", "50ms", "--threads", "3"];
    let solved = run(&args, "startpos\n6146\n");
    let (bounds, quick) = solved.stdout.split_once('\n').expect("two lines");
    assert!(bounds.contains(".."), "{bounds}");
    assert_eq!((quick, solved.code), ("6146 18\n", Some(0)));
}

/// With one thread, a line takes the same number of nodes in every run, alone or in a batch.
#[test]
fn one_thread_searches_the_same_nodes_in_a_batch() {
    let args = ["solve", "--no-book", "--threads", "1", "--json", "--stats"];
    let nodes = |solved: &str| -> Option<u64> {
        serde_json::from_str::<serde_json::Value>(solved).unwrap()["nodes"].as_u64()
    };
    let alone = nodes(&run(&[&args[..], &["77541"]].concat(), "").stdout);
    assert!(alone > Some(1 << 18), "long enough to look for help: {alone:?}");
    assert_eq!(nodes(&run(&args, "77541\n").stdout), alone);
}

/// Ctrl-C ends a batch in which threads help each other, and the line shows what is proved.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_batch() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
        .args(["solve", "--size", "8x8", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"startpos\n").unwrap();
    while cfg!(target_os = "linux") && ticks_of(&child) < 20 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.contains("..") && stdout.lines().count() == 1, "{stdout}");
    assert_eq!(output.status.code(), Some(130));
}

/// The processor time that a process has used, in hundredths of a second: only a search uses many.
#[cfg(unix)]
fn ticks_of(program: &std::process::Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    fields.split_whitespace().nth(11).unwrap().parse().unwrap()
}

/// Ctrl-C prints what is proved so far.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_bounds() {
    for args in [
        &["solve", "--size", "8x8", "startpos"][..],
        &["analyze", "--size", "8x8", "--json", "startpos"],
    ] {
        let child = Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.contains("..") || stdout.contains("\"lower\""), "{args:?}: {stdout}");
        assert_eq!(output.status.code(), Some(130), "{args:?}");
    }
}

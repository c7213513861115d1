//! `foursight engine`, and the memory of all engines.

use std::process::Command;

use crate::run;

/// If a client sends all its lines at once, each of them is answered, without a prompt.
#[test]
fn an_engine_is_driven_by_lines() {
    let input =
        "position 112233\r\ngo\nposition 1122334\ngo\nfly\nsize 4x4\nposition 1\nd\nquit\ngo\n";
    let engine = run(&["engine"], input);
    let expected = "Played 6 moves\nbestmove 4 score WIN (immediate)\nPlayed 7 moves\n\
        error: the game is over: red has won\n\
        Unknown command: fly (type 'help' for commands)\nPosition reset to empty board\n\
        Played 1 moves\n. . . .\n. . . .\n. . . .\nO . . .\n1 2 3 4\nGoodbye!\n";
    assert_eq!((engine.stdout.as_str(), engine.code), (expected, Some(0)));
    let level = run(&["engine", "--level", "3", "--seed", "5"], "go\nposition 4\ngo\n");
    assert_eq!(level.stdout.matches("bestmove ").count(), 2, "{}", level.stdout);
    assert!(!level.stdout.contains("score"), "{}", level.stdout);
    assert_eq!(run(&["engine", "--level", "11"], "").code, Some(2));
}

/// The whole program has one GiB of address space.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_for_a_table_is_an_error() {
    for command in ["solve 44455", "solve 44455 1716252", "analyze 44455", "bench", "engine"] {
        let script = format!("ulimit -v 1048576; exec \"$0\" {command} --table-mib 4096");
        let program = assert_cmd::cargo::cargo_bin!("foursight");
        let output = Command::new("sh").args(["-c", &script]).arg(program).output().unwrap();
        let message = "error: not enough memory for a table of 4096 MiB; choose a smaller one\n";
        assert_eq!(String::from_utf8_lossy(&output.stderr), message, "{command}");
        assert_eq!((output.stdout.as_slice(), output.status.code()), (&b""[..], Some(1)));
    }
}

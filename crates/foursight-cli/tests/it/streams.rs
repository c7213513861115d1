//! Positions from arguments, files and standard input.

use std::fs;
use std::process::Command;

use crate::run;

/// The commands that take positions, each with what else it needs, on a small board.
fn readers() -> impl Iterator<Item = Vec<&'static str>> {
    let commands = [
        &["solve"][..],
        &["convert", "--to", "grid"],
        &["show"],
        &["bits"],
        &["analyze"],
        &["why"],
        &["plan", "find", "--side", "first"],
        &["book", "probe"],
    ];
    commands.into_iter().map(|command| [command, &["--size", "4x4", "--connect", "3"]].concat())
}

#[test]
fn nobody_hears_of_the_empty_board_unless_asked() {
    const NO_POSITION: &str = "no position here; startpos is the empty board\n";
    for command in readers() {
        for (args, input) in [(&[""][..], ""), (&[], ""), (&[], "\n"), (&[], " \n\n"), (&["-"], "")]
        {
            let outcome = run(&[&command[..], args].concat(), input);
            assert_eq!(
                (outcome.stdout.trim(), outcome.code),
                ("", Some(3)),
                "{command:?} {args:?}"
            );
            assert!(outcome.stderr.ends_with(NO_POSITION), "{command:?}: {}", outcome.stderr);
        }
    }
    // An invalid line stays invalid on its way through a pipe.
    let converted = run(&["convert", "--to", "moves"], "448\nstartpos\n").stdout;
    let solved = run(&["solve"], &converted);
    assert_eq!((solved.stdout.as_str(), solved.code), ("\nstartpos 1\n", Some(3)));
    assert_eq!(solved.stderr, format!("error: line 1: {NO_POSITION}"));
}

#[test]
fn an_argument_a_file_and_standard_input_hold_the_same_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("position.txt");
    fs::write(&path, "1\n").unwrap();
    for command in readers() {
        let given = |arg: &str, input: &str| run(&[&command[..], &[arg]].concat(), input).stdout;
        let expected = given("1", "");
        assert!(!expected.is_empty(), "{command:?}");
        assert_eq!(given("-", "1\n"), expected, "{command:?}");
        assert_eq!(run(&command, "1").stdout, expected, "{command:?}");
        assert_eq!(given(path.to_str().unwrap(), ""), expected, "{command:?}");
    }
    run(&["show"], "44\n45\n").failed(3, "standard input has 2 positions, and only one is taken");
    let all = run(&["solve", "4", path.to_str().unwrap(), "-"], "44\n4x");
    assert_eq!(all.stdout, "4 -1\n1 2\n44 1\n\n");
    assert_eq!(all.stderr, "error: line 2: move 2: 'x' is not a column from 1 to 7\n");
}

#[test]
fn rows_of_numbers_are_one_board() {
    let rows = "0 1 2 1 2 1 2\n1 2 1 2 1 2 1\n1 2 1 2 1 2 1\n2 1 2 1 2 1 2\n2 1 2 1 2 1 2\n1 2 1 2 1 2 1\n";
    let converted = run(&["convert", "--to", "flat"], rows).stdout;
    assert_eq!(converted, run(&["convert", "--to", "flat", rows], "").stdout);
    assert_eq!(converted.lines().count(), 1, "{converted}");
    run(&["convert", "--to", "flat"], "121\n212\n112\n").failed(
        3,
        "standard input: these lines are the moves of a game each, or the rows of one board: write \
         --from moves or --from grid",
    );
}

/// The texts of the rules' corpus mean the same as an argument, in a file and on standard input; each takes one way.
#[test]
fn what_people_write_is_read_in_every_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.txt");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight/tests/data/written");
    // Each of the three ways has a share of every fourth text; the rules read all of them.
    let every = if std::env::var("SLOW_TESTS").as_deref() == Ok("1") { 1 } else { 4 };
    for file in ["boards.txt", "moves.txt", "programs.txt"] {
        let texts = fs::read_to_string(format!("{corpus}/{file}")).unwrap();
        for (index, text) in texts.split("\n==== ").skip(1).enumerate().step_by(every) {
            let (head, text) = text.split_once('\n').unwrap();
            let (moves, rest) = head.split_once(" | ").unwrap();
            let size = rest.split([' ', '-']).next().unwrap();
            let expected = run(&["convert", "--to", "flat", "--size", size, moves], "").stdout;
            let convert = ["convert", "--to", "flat", "--"];
            let converted = match index % 3 {
                0 => run(&[&convert[..], &[text]].concat(), ""),
                1 => run(&convert, text),
                _ => {
                    fs::write(&path, text).unwrap();
                    run(&[&convert[..], &[path.to_str().unwrap()]].concat(), "")
                }
            };
            assert_eq!(converted.stdout, expected, "{head}: {}\n{text}", converted.stderr);
        }
    }
}

/// A file of games, replays, logs or rows means the same in every command that reads positions.
#[test]
fn files_of_other_programs_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let row = |class: &str| "b,".repeat(42) + class;
    let rows = format!("{}\n{}\n", row("win"), row("loss"));
    for (text, expected) in [
        ("[Event \"club\"]\n\n44 *\n\n1. d1 e1 1/2-1/2\n".to_owned(), "44\n45\n"),
        ("44 *\r45 *\r".to_owned(), "44\n45\n"),
        ("\u{feff}44\u{2028}45\u{c}46\r\n47".to_owned(), "44\n45\n46\n47\n"),
        ("{\"pos\": \"44\"}\n{\"pos\": \"45\"}\n".to_owned(), "44\n45\n"),
        ("Actions: x3 o3\nGame 2: Actions: x3 o4\n".to_owned(), "44\n45\n"),
        (rows.clone(), "startpos\nstartpos\n"),
        (format!("a1,a2,a3,a4,a5,a6,b1,b2,b3,class\n{rows}"), "startpos\nstartpos\n"),
    ] {
        let path = folder.path().join("file.txt");
        fs::write(&path, &text).unwrap();
        let converted = run(&["convert", "--to", "moves", path.to_str().unwrap()], "");
        assert_eq!(converted.stdout, expected, "{text:?}: {}", converted.stderr);
        assert_eq!(run(&["convert", "--to", "moves"], &text).stdout, expected, "{text:?}");
    }
    let solved = run(&["solve", "--weak"], "\u{feff}44\u{2028}4x\r6146\u{c}1212121");
    assert_eq!(solved.stdout, "44 1\n\n6146 1\n1212121 -1\n");
    let game = "[First \"Ann\"]\n[Size \"4x4\"]\n\n1212 *\n";
    for command in [&["show"][..], &["why"], &["analyze"], &["bits"]] {
        let expected = run(&[command, &["--size", "4x4", "1212"]].concat(), "").stdout;
        assert_eq!(run(command, game).stdout, expected, "{command:?}");
        run(command, &format!("{game}\n{game}")).failed(3, "standard input has 2 positions");
    }
}

/// The table of docs/stability.md, in all commands that read something.
#[test]
fn exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none.txt").display().to_string();
    for command in readers() {
        for (args, code) in [(&["9"][..], 3), (&["--nope"], 2), (&[&*none], 2), (&["/"], 2)] {
            let outcome = run(&[&command[..], args].concat(), "");
            assert_eq!(outcome.code, Some(code), "{command:?} {args:?}: {}", outcome.stderr);
        }
    }
    let out = folder.path().join("out").display().to_string();
    for args in [
        &["play", "--load", &none][..],
        &["label", &none, "-o", &out],
        &["book", "import", "pons", &none],
        &["plan", "check", &none],
        &["match", "level:1", "level:1", "--openings", &none],
        &["arena", "run", &none],
        &["grade", &none],
        &["--book", &none, "solve", "1"],
        &["solve", "--book", &none, "1"],
        &["show", "1", "-o", "/nowhere/a.svg"],
    ] {
        let outcome = run(args, "");
        assert_eq!(outcome.code, Some(2), "{args:?}: {}", outcome.stderr);
    }
}

#[test]
fn input_without_an_end_is_an_error() {
    for (args, error) in [
        (&["solve"][..], "line 1 has 65536 bytes or more"),
        (&["show"], "standard input has more than 64 MiB"),
    ] {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
        let zeros = fs::File::open("/dev/zero").unwrap();
        let outcome = program.args(args).stdin(zeros).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&outcome.stderr), format!("error: {error}\n"));
        assert!(!outcome.status.success());
    }
}

#[test]
fn convert_reads_lines_and_paragraphs() {
    let grids = run(&["convert", "--to", "grid"], "44\n55\n");
    assert_eq!(grids.stdout.lines().count(), 6 + 1 + 6);
    let moves = run(&["convert", "--to", "moves"], &grids.stdout);
    assert_eq!(moves.stdout, "44\n55\n");
    let some = run(&["convert", "--to", "zero-based"], "44\n4x\n1\n");
    assert_eq!(some.stdout, "[3 3]\n\n[0]\n");
    assert_eq!(some.stderr, "error: position 2: move 2: 'x' is not a column from 1 to 7\n");
    assert_eq!(some.code, Some(3));
}

/// Boards as the program shows them, also with the line ends of Windows, and one after another.
#[test]
fn convert_reads_what_the_program_shows() {
    let expected = run(&["convert", "--to", "grid", "44455"], "").stdout;
    for style in ["discs", "letters", "ascii", "emoji"] {
        let shown = run(&["show", "--style", style, "44455"], "").stdout;
        let two = format!("\n{shown}  \n\n{}", shown.replace('\n', "\r\n"));
        let both = run(&["convert", "--to", "grid"], &two);
        assert_eq!(both.stdout, format!("{expected}\n{expected}"), "{style}: {}", both.stderr);
    }
}

#[test]
fn what_is_not_utf_8_is_an_invalid_line() {
    let mut command = crate::foursight(&["solve"]);
    let output = command.write_stdin(&b"32164625\n\xff\xfe\n6146\n"[..]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "32164625 11\n\n6146 18\n");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: line 2: move 1: "));
    assert_eq!(output.status.code(), Some(3));
}

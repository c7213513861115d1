//! Standard input, output and error of the commands that scripts use.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::{foursight, run};

#[test]
fn an_invalid_line_leaves_an_empty_one_and_the_rest_goes_on() {
    let solved = run(&["solve"], "32164625\n12x\n1212121\n6146\n");
    assert_eq!(solved.stdout, "32164625 11\n\n1212121 -18\n6146 18\n");
    assert_eq!(solved.stderr, "error: line 2: move 3: 'x' is not a column from 1 to 7\n");
    assert_eq!(solved.code, Some(3));
}

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
    for file in ["boards.txt", "moves.txt", "programs.txt"] {
        let texts = fs::read_to_string(format!("{corpus}/{file}")).unwrap();
        for (index, text) in texts.split("\n==== ").skip(1).enumerate() {
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

/// The answers to a finished game and about a full column.
#[test]
fn what_has_no_moves_has_one_answer() {
    let over = run(&["solve", "--all", "1212121"], "").stdout;
    assert_eq!(over, format!("1212121{}\n", " -1000".repeat(7)));
    let json = run(&["solve", "--json", "--all", "--weak", "1212121"], "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["score"], &json["verdict"]), (&(-18).into(), &"loss".into()));
    assert_eq!(json["columns"], serde_json::json!([null, null, null, null, null, null, null]));
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
fn stats_count_nodes_and_microseconds() {
    let solved = run(&["solve", "--stats", "274552224131661"], "");
    let fields: Vec<&str> = solved.stdout.split_whitespace().collect();
    assert_eq!(fields[..2], ["274552224131661", "0"]);
    assert!(fields[2].parse::<u64>().unwrap() > 100);
    assert!(fields[3].parse::<u64>().unwrap() > 1);
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

/// Moves that were not found may still exist; the output says only what is proved.
#[test]
fn convert_tells_no_moves_from_none_found() {
    let unreachable = "...\nXX.\nOO.";
    let hard = "XXOXOXXO\nXXXOXXOX\nOOOXOXOX\nXXXXXOXX\nXXXXOOXX\nOXOOXOOX\nOOXOOXXO\nOOOXXOOO\nXOOOXXXO\nOOXOOOOO";
    for (grid, expected) in [
        (unreachable, "no sequence of moves leads to this position"),
        (hard, "gave up the search for moves that lead to this position; there may be some"),
    ] {
        let converted = run(&["convert", "--connect", "6", "--to", "moves"], grid);
        assert_eq!(converted.stderr, format!("error: position 1: {expected}\n"));
        assert_eq!(converted.code, Some(3));
    }
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
    let mut command = foursight(&["solve"]);
    let output = command.write_stdin(&b"32164625\n\xff\xfe\n6146\n"[..]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "32164625 11\n\n6146 18\n");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: line 2: move 1: "));
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn solve_reads_other_lines_if_told() {
    let lists = run(&["solve", "--from", "zero-based"], "[2 1 0 5 3 5 1 4]\n");
    assert_eq!(lists.stdout, "[2 1 0 5 3 5 1 4] 11\n");
    let scored = run(&["solve"], "32164625 11\n");
    assert_eq!(scored.code, Some(3), "a score behind the moves is not taken for moves");
}

/// The board is the one given on the line; each line may give a different one.
#[test]
fn solve_takes_the_size_of_its_input() {
    let empty = |row: &str, n_rows| format!("[{}]", vec![row; n_rows].join(", "));
    let small = empty("[nil, nil, nil, nil]", 4);
    let lines = format!("{small}\n{}\n{small}\n", empty("[nil, nil, nil]", 3));
    let solved = run(&["solve", "--from", "nested", "--connect", "3", "--weak"], &lines);
    let verdicts: Vec<&str> =
        solved.stdout.lines().map(|line| line.rsplit_once(' ').unwrap().1).collect();
    assert_eq!((verdicts, solved.code), (vec!["1", "0", "1"], Some(0)), "{}", solved.stderr);
    let json = run(&["solve", "--from", "json", r#"{"size": "4x4", "pos": ""}"#], "");
    assert!(json.stdout.ends_with(" 0\n"), "{}{}", json.stdout, json.stderr);
    let other = run(&["solve", "--from", "nested", "--size", "7x6", &small], "");
    assert_eq!(other.stderr, "error: position 1: the grid is 4x4, but the board is 7x6\n");
    assert_eq!(other.code, Some(3));
}

#[test]
fn solve_lists_only_the_formats_that_it_takes() {
    let grid = run(&["solve", "--from", "grid"], "");
    assert_eq!(grid.code, Some(2));
    let formats = "[possible values: moves, zero-based, nested, symbols, flat, uci, json]";
    assert!(grid.stderr.contains(formats), "{}", grid.stderr);
}

#[test]
fn solve_names_the_format_that_a_line_is_in() {
    let list = run(&["solve", "[3 3 3]"], "");
    let message = "move 1: \"[3\" is not a column from 1 to 7 or a to g; try --from zero-based";
    assert_eq!(list.stderr, format!("error: position 1: {message}\n"));
    assert_eq!(run(&["solve", "--from", "zero-based", "[3 3 3]"], "").code, Some(0));
    let nonsense = run(&["solve", "[3 3 9]"], "");
    assert!(!nonsense.stderr.contains("--from"), "{}", nonsense.stderr);
}

#[test]
fn solve_writes_an_object_for_an_invalid_line() {
    let solved = run(&["solve", "--json"], "6146\n12x\n6146\n");
    let objects: Vec<serde_json::Value> =
        solved.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3, "{}", solved.stdout);
    let error = "move 3: 'x' is not a column from 1 to 7";
    let problem = serde_json::json!({
        "code": "invalid_position", "message": error, "field": "pos"
    });
    assert_eq!(objects[1], serde_json::json!({ "pos": "12x", "line": 2, "error": problem }));
    assert_eq!(objects[2]["score"], 18);
    assert_eq!(solved.stderr, format!("error: line 2: {error}\n"));
    assert_eq!(solved.code, Some(3));
}

/// One syntax for all durations: a bare number was seconds here and milliseconds there.
#[cfg(unix)]
#[test]
fn every_duration_has_a_unit() {
    for args in [
        &["solve", "--time-limit", "5", "4"][..],
        &["play", "--time-limit", "5"],
        &["serve", "--solve-time", "5"],
        &["arena", "match", "--start-time", "5", "random", "random"],
        &["arena", "run", "--start-time", "5", "random", "random"],
        &["arena", "run", "--margin", "5", "random", "random"],
        &["arena", "check", "--start-time", "5", "random"],
        &["show", "--delay", "5", "-o", "board.gif", "4"],
    ] {
        let refused = run(args, "");
        let message = "\"5\" has no unit; write 5s, 5ms or 5m";
        assert!(refused.stderr.contains(message), "{args:?}: {}", refused.stderr);
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.stderr.contains("<DURATION>"), "{args:?}: {}", refused.stderr);
    }
}

/// The help's special cases.
#[test]
fn special_cases_are_as_the_help_says() {
    assert_eq!(run(&["perft", "0"], "").stdout, "0 1\n");
    assert_eq!(run(&["perft", "0", "1212121"], "").stdout, "0 1\n");
    let last = run(&["perft", "7", "--distinct", "--size", "3x3", "--connect", "3"], "").stdout;
    let after_the_win = run(&["perft", "7", "1", "--size", "3x3", "--connect", "3"], "").stdout;
    assert!(last.lines().count() == 8 && after_the_win.lines().count() == 7);
    let weak = ["solve", "--weak", "--no-book", "--time-limit", "1ms", "--size", "8x8", "startpos"];
    assert_eq!(run(&weak, "").stdout, "startpos ?\n");
}

/// An array may span several lines.
#[test]
fn convert_reads_arrays_over_several_lines() {
    let nested = run(&["convert", "--to", "nested", "44"], "").stdout.replace("], [", "],\n [");
    assert_eq!(run(&["convert", "--to", "moves"], &nested).stdout, "44\n");
}

#[test]
fn json_that_is_no_position_is_refused() {
    for (text, message) in [
        ("{", "not JSON: EOF while parsing an object at line 1 column 1"),
        ("{}", "a position in JSON must have \"pos\" or \"rows\""),
        ("{\"rows\": [1]}", "\"rows\" must be an array of strings, the top row first"),
        ("{\"rows\": 1}", "\"rows\" must be an array of strings, the top row first"),
        ("{\"pos\": 1}", "\"pos\" must be a string such as \"44455\""),
        (
            "{\"pos\": \"1\", \"rows\": [\"...\", \"...\", \"..X\"], \"size\": \"3x3\"}",
            "\"pos\" and \"rows\" describe different positions",
        ),
        ("{\"pos\": \"11223344\", \"connect\": 3}", "move 6: the game is over: red has won"),
        ("{\"pos\": \"1\", \"size\": 7}", "\"size\" must be a string such as \"7x6\""),
        (
            "{\"pos\": \"1\", \"size\": \"1x1\"}",
            "boards of 1x1 are not supported (each side is 3 to 10)",
        ),
        (
            "{\"pos\": \"1\", \"size\": \"7x6\", \"connect\": 9}",
            "lines of 9 are not supported (3 to 6 in a row)",
        ),
        ("{\"pos\": \"1\", \"connect\": 4.5}", "\"connect\" must be a number from 3 to 6"),
        (
            "{\"pos\": \"1\", \"to_move\": \"red\"}",
            "\"to_move\" is \"red\", but it is \"yellow\" in this position",
        ),
        ("{\"pos\": \"1\", \"ply\": 2}", "\"ply\" is 2, but it is 1 in this position"),
        (
            "{\"pos\": \"1\", \"outcome\": \"draw\"}",
            "\"outcome\" is \"draw\", but it is null in this position",
        ),
        (
            "{\"pos\": \"1\", \"size\": \"8x7\", \"rows\": [\"...\", \"...\", \"X..\"]}",
            "the grid is 3x3, but the board is 8x7",
        ),
    ] {
        let refused = run(&["convert", "--from", "json", "--to", "moves", text], "");
        assert_eq!(refused.stderr, format!("error: position 1: {message}\n"));
        assert_eq!(refused.code, Some(3));
    }
}

#[test]
fn json_for_another_board_is_refused() {
    for (board, text, message) in [
        (
            ["--size", "8x8"],
            "{\"size\": \"7x6\", \"pos\": \"1\"}",
            "\"size\" is \"7x6\", but the board is 8x8",
        ),
        (
            ["--connect", "5"],
            "{\"connect\": 4, \"pos\": \"1\"}",
            "\"connect\" is 4, but the board has lines of 5",
        ),
    ] {
        let refused = run(&[&["show"][..], &board, &[text]].concat(), "");
        assert_eq!(refused.stderr, format!("error: {message}\n"));
        assert_eq!(refused.code, Some(3));
    }
}

/// The text may give what the arguments leave open.
#[test]
fn json_names_what_the_arguments_leave_open() {
    let text = "{\"connect\": 3, \"pos\": \"11223\", \"outcome\": \"red\"}";
    for board in [["--size", "7x6"], ["--connect", "3"]] {
        let args = [&["convert", "--to", "moves"][..], &board, &[text]].concat();
        let converted = run(&args, "");
        assert_eq!((converted.stdout.as_str(), converted.code), ("11223\n", Some(0)), "{board:?}");
    }
}

#[test]
fn colors_only_where_they_are_wanted() {
    let colored = |stdout: &str| stdout.contains("\u{1b}[");
    assert!(!colored(&run(&["show", "44"], "").stdout), "a pipe has none");
    assert!(colored(&run(&["show", "44", "--color", "always"], "").stdout));
    assert!(!colored(&run(&["show", "44", "--color", "never"], "").stdout));
    let no_color = foursight(&["show", "44"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!colored(&String::from_utf8(no_color.stdout).unwrap()));
}

/// A terminal in a C locale shows nothing else.
#[test]
fn a_c_locale_gets_ascii() {
    for line in [
        "show 443",
        "analyze 443",
        "why 443 3",
        "why 7535164256444354 5",
        "review 4455667",
        "play --plain --yellow human",
        #[cfg(unix)]
        "arena match human random --games 1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = foursight(&words).env("LC_ALL", "C").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.len() > 50 && text.is_ascii(), "{line}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let full = || Stdio::from(fs::File::create("/dev/full").unwrap());
    for line in ["solve 44", "help dialects", "arena grade --print-rubric bot", "perft 2 --json"] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
        let output = command.args(line.split(' ')).stdout(full()).output().unwrap();
        let error = "error: standard output: No space left on device\n";
        assert_eq!(
            (&*String::from_utf8_lossy(&output.stderr), output.status.code()),
            (error, Some(2)),
            "{line}"
        );
    }
}

/// A reader that stops reading, as in `foursight perft 7 | head -n 0`.
#[test]
fn a_closed_pipe_ends_quietly() {
    let endless = ["solve", "--all"];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
        .args(endless)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let line = "2252576253462244111563365343671351441\n";
    let mut stdin = child.stdin.take().unwrap();
    // The program stops reading once it cannot write.
    let _ = std::io::Write::write_all(&mut stdin, line.repeat(10).as_bytes());
    drop(stdin);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The solver's page names the search from which its figures come.
#[test]
fn the_documented_node_count_is_that_of_the_search() {
    let signature = run(&["bench", "--no-book"], "").stdout;
    let signature = signature.lines().last().unwrap();
    let page = include_str!("../../../../docs/solver.md");
    assert!(page.contains(&format!("`{signature}`")), "docs/solver.md does not say {signature}");
}

#[test]
fn bench_checks_and_counts() {
    let folder = std::env::temp_dir().join(format!("foursight-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("positions.txt");
    let path = file.to_str().unwrap();
    let write = |text: &str| fs::write(&file, text).unwrap();

    write("# known scores\n32164625 11\n1233722555341451114725221333 -1\n");
    let right = run(&["bench", path], "");
    assert!(right.stdout.contains("positions  2 (2 right)"), "{}", right.stdout);
    let signature = right.stdout.lines().last().unwrap();
    assert_eq!(run(&["bench", path], "").stdout.lines().last().unwrap(), signature);
    let shared = run(&["bench", "--threads", "2", path], "").stdout;
    assert_eq!(shared.lines().last().unwrap(), signature, "quick positions take one thread");

    write("32164625 12\n");
    let wrong = run(&["bench", path], "");
    assert_eq!(
        (wrong.stderr.as_str(), wrong.code),
        ("error: only 0 of 1 scores are correct\n", Some(1))
    );
    write("32164625 11\n32164625\n");
    let malformed = run(&["bench", path], "");
    assert!(malformed.stderr.ends_with("line 2: expected `POSITION SCORE`, as in `32164625 11`\n"));
    assert_eq!(malformed.code, Some(3));
    assert_eq!(run(&["bench", "/no/such/file"], "").code, Some(2));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn shells_and_man_find_what_they_need() {
    let man = run(&["man"], "");
    assert!(man.stdout.contains(".TH foursight 1"), "{}", man.stdout);
    for words in [&["man", "arena", "show"][..], &["man", "arena show"]] {
        assert!(run(words, "").stdout.contains(".TH foursight-arena-show 1"), "{words:?}");
    }
    assert_eq!(run(&["man", "sing"], "").code, Some(2));
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    let write = ["man", "--output", pages.to_str().unwrap()];
    assert_eq!(run(&write, "").code, Some(0));
    run(&write, "").failed(2, "foursight.1 exists; add --force to replace it");
    assert_eq!(fs::read_to_string(pages.join("foursight.1")).unwrap(), man.stdout);
    let page = if cfg!(unix) { "foursight-arena-run.1" } else { "foursight-solve.1" };
    assert!(fs::read_to_string(pages.join(page)).unwrap().contains(".SH OPTIONS"));
    assert_eq!(run(&["completions", "tcsh"], "").code, Some(2));
}

/// On other systems, these commands say why they are missing.
#[cfg(not(unix))]
#[test]
fn commands_that_need_unix_say_so() {
    for command in [&["arena", "run", "bots"][..], &["arena", "match", "level:1", "--games", "2"]] {
        let refused = run(command, "");
        assert!(refused.stderr.contains("use Linux, macOS or"), "{}", refused.stderr);
        assert_eq!((refused.stdout.as_str(), refused.code), ("", Some(2)));
    }
    let refused = run(&["serve", "--listen", "unix:/run/socket"], "");
    assert!(refused.stderr.contains("no Unix socket /run/socket"), "{}", refused.stderr);
}

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

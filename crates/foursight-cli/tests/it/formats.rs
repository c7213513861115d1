//! The formats that commands read and write.

use crate::run;

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

#[test]
fn json_that_is_no_position_is_refused() {
    for (board, text, message) in [
        (&[][..], "{}", "this is neither a board nor moves"),
        (&[], "445", "a position in JSON is an object with \"pos\" or \"rows\""),
        (&[], r#"{"pos": "11223344", "connect": 3}"#, "move 6: the game is over: red has won"),
        (
            &[],
            r#"{"pos": "1", "size": 7}"#,
            "\"7\" is not a board size such as 7x6 (columns x rows)",
        ),
        (
            &[],
            r#"{"pos": "1", "size": "7x6", "connect": 9}"#,
            "lines of 9 are not supported (3 to 6 in a row)",
        ),
        (
            &[],
            r#"{"rows": ["...", "...", "X.."], "size": "8x7"}"#,
            "the grid is 3x3, but the board is 8x7",
        ),
        (
            &["--size", "8x8"],
            r#"{"size": "7x6", "pos": "1"}"#,
            "the position is on another board: 7x6, where 4 discs in a row win",
        ),
        (
            &["--connect", "5"],
            r#"{"connect": 4, "pos": "1"}"#,
            "the position is on another board: 7x6, where 4 discs in a row win",
        ),
    ] {
        let args = [&["convert", "--from", "json", "--to", "moves"], board, &[text]].concat();
        run(&args, "").failed(3, &format!("error: position 1: {message}\n"));
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
fn stats_count_nodes_and_microseconds() {
    let solved = run(&["solve", "--stats", "274552224131661"], "");
    let fields: Vec<&str> = solved.stdout.split_whitespace().collect();
    assert_eq!(fields[..2], ["274552224131661", "0"]);
    assert!(fields[2].parse::<u64>().unwrap() > 100);
    assert!(fields[3].parse::<u64>().unwrap() > 1);
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

//! `arena check` on other boards, with other clocks, and with the pie rule.

use super::folder;
use crate::run;

/// A `CodinGame` player that fills columns from the left. As yellow it exits with code 7 unless it can steal.
const THIEF: &str = "\
my_id, opp_id = [int(word) for word in input().split()]
while True:
    turn = int(input())
    rows = [input() for _ in range(ROWS)]
    columns = [int(input()) for _ in range(int(input()))]
    input()
    assert all(len(row) == COLUMNS for row in rows)
    if turn == 1 and -2 not in columns:
        raise SystemExit(7)
    print('STEAL' if -2 in columns else columns[0], flush=True)
";

/// The output of a check of the thief on a board with this many columns and rows, and its exit code.
fn check([columns, rows]: [&str; 2], options: &[&str]) -> (String, Option<i32>) {
    let thief = THIEF.replace("COLUMNS", columns).replace("ROWS", rows);
    let folder = folder(&[("thief.py", &thief)]);
    let path = folder.path().join("thief.py");
    let args = ["arena", "check", "--trust", path.to_str().unwrap()];
    let outcome = run(&[&args[..], options].concat(), "");
    (outcome.stdout, outcome.code)
}

#[test]
fn a_check_has_the_board_and_the_clock_of_the_dialect() {
    let (text, _) = check(["9", "7"], &[]);
    let lines = "board      9x7, that of its dialect\nclock      codingame, that of its dialect\n";
    assert!(text.contains(lines), "{text}");
    for (dialect, board, clock) in [
        ("theaigames", "7x6, that of its dialect", "theaigames, that of its dialect"),
        ("columns", "7x6, that of its dialect", "1.1s, that of its dialect"),
        ("grid-json", "7x6, that of its dialect", "1s"),
    ] {
        let checked = run(&["arena", "check", "--trust", &format!("{dialect}:sh -c 'exit 3'")], "");
        let lines = format!("board      {board}\nclock      {clock}\n");
        assert!(checked.stdout.contains(&lines), "{}", checked.stdout);
    }
}

#[test]
fn a_check_takes_a_board_a_clock_and_an_opening_rule() {
    let (text, code) = check(["9", "7"], &["--clock=30s", "--opening-rule=pie"]);
    assert!(text.contains("clock      30s\n") && text.contains("as yellow  ok: "), "{text}");
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = check(["9", "7"], &["--clock=30s"]);
    assert!(text.contains("as yellow  ended with exit code 7"), "{text}");
    assert_eq!(code, Some(1));
    let options = ["--clock=30s", "--opening-rule=pie", "--size=8x5", "--connect=5"];
    let (text, code) = check(["8", "5"], &options);
    assert!(text.contains("board      8x5-5\n") && text.contains("full board ok: "), "{text}");
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = check(["8", "5"], &["--clock=30s", "--size=8x5", "--connect=6"]);
    assert_eq!(code, Some(1), "{text}");
    let refused = run(&["arena", "check", "random", "--size=3x3", "--connect=7"], "");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

/// A player that speaks the wrong dialect is shown another one, unless it was given its dialect.
#[test]
fn another_dialect_is_suggested_only_where_it_may_help() {
    for (player, may_help) in [("sh -c 'exit 3'", true), ("foursight:sh -c 'exit 3'", false)] {
        let text = run(&["arena", "check", "--trust", player], "").stdout;
        assert_eq!(text.contains(&format!("as in columns:{player}; ")), may_help, "{text}");
    }
}

/// Takes 0.6 s for each move.
const SLOW: &str = "import time\ndef agent(observation, configuration):\n    time.sleep(0.6)\n    return min(c for c in range(configuration.columns) if not observation.board[c])\n";

/// The output of a check of a player in a class with this `class.toml`, and its exit code.
fn check_in_class(class: &str, bot: &str, options: &[&str]) -> (String, Option<i32>) {
    let folder = folder(&[("class.toml", class), ("Ann_123/bot.py", bot)]);
    let path = folder.path().join("Ann_123/bot.py");
    let args = ["arena", "check", "--trust", path.to_str().unwrap()];
    let outcome = run(&[&args[..], options].concat(), "");
    (outcome.stdout + &outcome.stderr, outcome.code)
}

/// A player that passes with another clock would lose every game of its class.
#[test]
fn a_check_plays_by_the_rules_of_the_class() {
    let class = "[tournament]\nclock = \"300ms\"\nsize = \"8x5\"\nstart-time = \"1m\"\n";
    let (text, code) = check_in_class(class, SLOW, &[]);
    assert_eq!(code, Some(1), "{text}");
    for (rule, value) in [("board", "8x5"), ("clock", "300ms")] {
        let line = format!("{rule}      {value}, as in ");
        assert!(text.contains(&line) && text.contains("/class.toml\n"), "{text}");
    }
    // After one timeout, the check stops.
    assert!(text.contains(" for 300 ms a move") || text.contains("300ms"), "{text}");
    assert!(text.contains("\nnot tried  as yellow, full board\n"), "{text}");
    assert!(text.contains("1 of the checks failed"), "{text}");
    let (text, code) = check_in_class(class, SLOW, &["--clock=30s", "--size=7x4"]);
    assert!(text.contains("board      7x4\nclock      30s\n"), "{text}");
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = check_in_class("[tournament]\nclok = \"1s\"\n", SLOW, &[]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("class.toml: ") && text.contains("unknown field `clok`"), "{text}");
}

/// A class may list a player with its own name, dialect and clock.
#[test]
fn a_check_knows_what_the_class_says_of_a_player() {
    let class =
        "[[player]]\nname = \"Ann\"\nfile = \"Ann_123\"\ndialect = \"columns\"\nclock = \"7s\"\n";
    let (text, code) = check_in_class(class, "raise SystemExit(3)\n", &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("player     Ann: columns:"), "{text}");
    assert!(text.contains("dialect    columns\nboard      7x6, as in "), "{text}");
    assert!(text.contains("clock      7s, as in "), "{text}");
    let (text, _) = check_in_class(class, "raise SystemExit(3)\n", &["--clock=8s"]);
    assert!(text.contains("clock      8s\n"), "{text}");
}

/// Moves that a generous dialect allows are too slow for a tournament that sets no clock.
#[test]
fn a_check_warns_of_slow_moves() {
    let bot = "import time\nfirst = True\ndef agent(observation, configuration):\n    global first\n    if first: time.sleep(1.2)\n    first = False\n    return min(c for c in range(7) if not observation.board[c])\n";
    let folder = folder(&[("ann.py", bot)]);
    let path = folder.path().join("ann.py");
    let hint = "slow: tournaments use the clock 1s unless they choose another";
    for (options, is_told) in [(&[][..], true), (&["--clock=kaggle"], false)] {
        let args = [&["arena", "check", "--trust"], options, &[path.to_str().unwrap()]].concat();
        let checked = run(&args, "").succeeded();
        assert_eq!(checked.stdout.contains(hint), is_told, "{}", checked.stdout);
    }
}

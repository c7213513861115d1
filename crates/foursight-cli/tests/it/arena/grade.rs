//! `foursight arena grade`: marks for bots and board classes.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::folder;
use crate::label::csv_rows;
use crate::{Outcome, run};

const QUICK: &str = r#"
title = "Quick"
points = 30

[games]
clock = "2s"

[[criterion]]
check = "valid"
points = 10

[[criterion]]
check = "no-faults"
games = 4
points = 10

[[criterion]]
check = "beats"
level = 0
games = 4
wins = 4
points = 10
partial = true
"#;

/// The rubric `QUICK` with one more criterion, which needs twenty games.
fn with_wins() -> String {
    let wins = "\n[[criterion]]\ncheck = \"wins\"\npoints = 10\n";
    QUICK.replace("points = 30", "points = 40") + wins
}

/// Plays the leftmost column that is not full.
const LEFT: &str = "def agent(observation, configuration):\n    return observation.board[: configuration.columns].index(0)\n";

/// Plays the rightmost of the lowest columns.
const LOW: &str = "\
def agent(observation, configuration):
    columns = [c for c in range(configuration.columns) if observation.board[c] == 0]
    discs = lambda c: sum(map(bool, observation.board[c :: configuration.columns]))
    return min(columns, key=lambda c: (discs(c), -c))
";

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("the path is UTF-8").to_owned()
}

/// A folder's rules come from its `class.toml`, unless the rubric has its own.
#[test]
fn a_folder_of_bots_plays_on_its_own_board() {
    let bot = format!("{LEFT}\ndef check(columns):\n    assert columns == 5, 'not my board'\n")
        .replace("    return obs", "    check(configuration.columns)\n    return obs");
    let rubric = "[[criterion]]\ncheck = \"valid\"\npoints = 10\n";
    let folder = folder(&[
        ("ann.py", &bot),
        ("class.toml", "[tournament]\nsize = \"5x4\"\nclock = \"5s\"\n"),
        ("rubric.toml", rubric),
    ]);
    let marks = json(&folder, "");
    assert_eq!(outcomes(&marks), ["passed"], "{marks}");
    assert_eq!(marks["feedback"], "Plays the check games without a fault: 10 of 10");
    fs::write(path(&folder, "rubric.toml"), format!("[games]\nsize = \"6x5\"\n{rubric}")).unwrap();
    let marks = json(&folder, "");
    assert_eq!(outcomes(&marks), ["failed"], "{marks}");
    assert!(
        marks["feedback"].as_str().is_some_and(|text| text.contains("not my board")),
        "{marks}"
    );
}

/// Runs `grade` with the rubric in the file `rubric.toml` beside the work.
fn grade(folder: &TempDir, work: &str, options: &[&str]) -> Outcome {
    let (work, rubric) = (path(folder, work), path(folder, "rubric.toml"));
    run(&[&["arena", "grade", "--trust", &work, "--rubric", &rubric], options].concat(), "")
}

#[track_caller]
fn json(folder: &TempDir, work: &str) -> Value {
    let outcome = grade(folder, work, &["--format", "json"]).succeeded();
    serde_json::from_str(&outcome.stdout).expect("an object")
}

fn outcomes(marks: &Value) -> Vec<&str> {
    let criteria = marks["criteria"].as_array().expect("criteria");
    criteria.iter().map(|criterion| criterion["outcome"].as_str().expect("a word")).collect()
}

#[test]
fn feedback_shows_the_board_and_repeats_itself() {
    // This bot never wins on purpose: the feedback shows the wins that it misses.
    let folder = folder(&[("low.py", LOW), ("rubric.toml", &with_wins())]);
    let marks = json(&folder, "low.py");
    assert_eq!(marks["criteria"][0]["outcome"], "passed");
    assert_eq!(marks["criteria"][3]["points"], 0.0);
    let example = marks["criteria"][3]["examples"][0].as_str().expect("an example");
    assert!(example.contains("  1  2  3  4  5  6  7\n") && example.contains('*'), "{example}");
    let last = example.lines().last().expect("a line");
    assert!(last.starts_with("you played ") && last.ends_with(" at once"), "{last}");
    assert_eq!(json(&folder, "low.py"), marks, "the seed decides");
}

#[test]
fn faults_cost_what_they_are_worth() {
    let crash = "def agent(observation, configuration):\n    raise ValueError('boom')\n";
    let illegal = "def agent(observation, configuration):\n    return 7\n";
    let folder = folder(&[
        ("crash.py", crash),
        ("empty.py", ""),
        ("illegal.py", illegal),
        ("rubric.toml", &with_wins()),
    ]);
    for (bot, expected) in
        [("crash.py", "ValueError: boom"), ("illegal.py", "there is no column 7")]
    {
        let marks = json(&folder, bot);
        assert_eq!(outcomes(&marks), ["failed", "failed", "failed", "not tried"], "{bot}");
        assert_eq!(marks["points"], 0.0);
        let reason = marks["criteria"][0]["result"].as_str().expect("a reason");
        assert!(reason.contains(expected), "{reason}");
    }
    let marks = json(&folder, "empty.py");
    assert_eq!(outcomes(&marks), ["failed", "not tried", "not tried", "not tried"]);
    let reason = marks["criteria"][0]["result"].as_str().expect("a reason");
    assert!(reason.ends_with("the file is empty"), "{reason}");
}

/// Neither a bot that never answers nor one that does not start plays a game.
#[test]
fn a_bot_that_hangs_is_soon_given_up() {
    let folder = folder(&[
        ("hang.py", "def agent(observation, configuration):\n    while True:\n        pass\n"),
        ("start.py", "def agent(observation, configuration)\n    return 0\n"),
        ("rubric.toml", &QUICK.replace("\"2s\"", "\"1s\"")),
    ]);
    for bot in ["hang.py", "start.py"] {
        let marks = json(&folder, bot);
        assert_eq!(outcomes(&marks), ["failed", "not tried", "not tried"], "{bot}");
    }
}

#[test]
fn a_folder_gets_a_line_for_each_and_moodle_its_ids() {
    let folder = folder(&[
        ("ann.py", LEFT),
        ("ben.py", ""),
        ("notes.txt", "not a bot"),
        ("rubric.toml", QUICK),
        ("names.csv", "name;ID\nann;1017\ncleo;1019\n"),
    ]);
    let names = path(&folder, "names.csv");
    let outcome = grade(&folder, "", &["--format", "csv"]).succeeded();
    let rows: Vec<_> = csv_rows(&outcome.stdout).collect();
    assert_eq!(rows[0], ["ID", "grade", "feedback"]);
    let ids: Vec<&str> = rows[1..].iter().map(|row| &*row[0]).collect();
    assert_eq!(ids, ["ann", "ben"], "{}", outcome.stderr);
    assert!(rows[1][1].parse::<f64>().is_ok_and(|grade| grade > 0.0), "{rows:?}");
    assert!(rows[1][2].contains("Plays the check games without a fault: 10 of 10\n"), "{rows:?}");

    let outcome = grade(&folder, "", &["--format", "csv", "--names", &names]);
    let rows: Vec<_> = csv_rows(&outcome.stdout).collect();
    assert_eq!(rows[1..].iter().map(|row| &*row[0]).collect::<Vec<_>>(), ["1017"]);
    assert!(outcome.stderr.contains("left out: ben has no ID"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("cleo has an ID"), "{}", outcome.stderr);

    let table = grade(&folder, "", &["--pass", "50"]);
    assert_eq!(table.code, Some(1), "ben is below");
    assert!(table.stdout.contains("ben        0"), "{}", table.stdout);
    assert!(table.stderr.contains("below 50%: ben"), "{}", table.stderr);

    grade(&folder, "", &["--format", "gradescope"]).failed(2, "holds the marks of one bot");
}

#[test]
fn wrong_words() {
    let folder = folder(&[
        ("left.py", LEFT),
        ("rubric.toml", "[[criterion]]\ncheck = \"valid\"\npoint = 5\n"),
    ]);
    let bot = path(&folder, "left.py");
    for (args, expected) in [
        (&["arena", "grade"][..], "<BOT>"),
        (
            &["arena", "grade", "no-such-bot.py"],
            "there is no file, folder or program no-such-bot.py",
        ),
        (&["arena", "grade", &bot, "--rubric", "no-such-rubric.toml"], "no-such-rubric.toml: "),
        (
            &["arena", "grade", &bot, "--rubric", &path(&folder, "rubric.toml")],
            "unknown field `point`",
        ),
        (&["arena", "grade", "level:3"], "level:3: only programs can get marks"),
    ] {
        run(args, "").failed(2, expected);
    }
}

/// The rubric for board classes, in a folder with these files.
fn board_folder(files: &[(&str, &str)]) -> TempDir {
    let rubric = run(&["arena", "grade", "--print-rubric", "board"], "").succeeded();
    let folder = folder(files);
    fs::write(folder.path().join("rubric.toml"), rubric.stdout).unwrap();
    folder
}

fn example(name: &str) -> String {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/grading/boards");
    fs::read_to_string(boards.join(name)).expect("there is an example")
}

#[test]
fn a_class_in_each_language_gets_all_points() {
    for name in ["board.py", "board.js", "Board.java"] {
        let folder = board_folder(&[(name, &example(name))]);
        let marks = json(&folder, name);
        assert_eq!(marks["points"], 100.0, "{name}: {marks:#}");
    }
}

/// Each fault fails the cases that test for it, and no others.
#[test]
fn faults_of_classes_are_told_apart() {
    let good = example("board.py");
    for (from, to, failed, expected) in [
        (", (1, -1)", "", "falling", "winner() returned 0, but player 1 has four in a line"),
        ("range(4)", "range(3)", "no_line", "but nobody has four in a line"),
        (
            "return False",
            "return True",
            "full_column",
            "but the column is full: return false, or raise an error",
        ),
        ("all(0 not in", "any(0 not in", "draw", "is_full() returned true, but"),
    ] {
        let folder = board_folder(&[("board.py", &good.replace(from, to))]);
        let marks = json(&folder, "board.py");
        let criteria = marks["criteria"].as_array().expect("criteria");
        let criterion = criteria.iter().find(|criterion| criterion["check"] == failed);
        let examples = criterion.expect(failed)["examples"].to_string();
        assert!(examples.contains(expected), "{failed}: {marks:#}");
        assert!(examples.contains("1  2  3  4  5  6  7"), "{failed}: {examples}");
        assert_eq!(marks["criteria"][0]["outcome"], "passed", "{failed}: discs still fall");
    }
}

#[test]
fn a_class_that_nearly_fits_hears_what_is_missing() {
    for (name, text, expected) in [
        (
            "board.py",
            "class Grid:\n    pass\n",
            "there is no class Board; the file defines class Grid; rename Grid to Board",
        ),
        ("board.py", "class Board\n", "the file cannot be loaded: SyntaxError: "),
        (
            "board.js",
            "class Board { put(c) {} }\nmodule.exports = Board;\n",
            "class Board has no method drop(column, player); it has put(c)",
        ),
        (
            "Board.java",
            "public class Board { boolean drop(int column) { return true; } }",
            "class Board has drop(int), but is called with drop(column, player)",
        ),
        ("Board.java", "public class Board {", "it does not compile: "),
    ] {
        let folder = board_folder(&[(name, text)]);
        let marks = json(&folder, name);
        assert_eq!(marks["points"], 0.0, "{text}");
        let examples = marks["criteria"][0]["examples"].to_string();
        let written: Value = serde_json::from_str(&examples).expect("a list");
        assert!(
            written[0].as_str().is_some_and(|reason| reason.contains(expected)),
            "{text}: {examples}"
        );
    }
}

#[test]
fn a_class_that_hangs_or_exits_is_told_so() {
    let good = example("board.py");
    let hang =
        good.replace("return all(0 not in column for column in self.cells)", "while True: pass");
    let exit = good
        .replace("return all(0 not in column for column in self.cells)", "import os; os._exit(3)");
    // The last case of a draw asks only for the winner, but is not tried after two calls that did not return.
    for (text, points, expected) in [
        (hang, 90.0, "is_full() gave no answer within 2 s"),
        (exit, 92.0, "is_full() ended the program with exit code 3"),
    ] {
        let folder = board_folder(&[("board.py", &text)]);
        let marks = json(&folder, "board.py");
        assert_eq!(marks["points"], points, "{marks:#}");
        assert!(marks["criteria"][7]["examples"].to_string().contains(expected), "{marks:#}");
    }
}

/// A class as in a course: letters for players, rows from the top, a field for the cells.
#[test]
fn a_class_is_called_as_its_course_says() {
    let class = "class Board:\n    \
        def __init__(self, height, width):\n        \
            self.slots = [[' '] * width for _ in range(height)]\n    \
        def add_checker(self, checker, column):\n        \
            row = max(row for row in range(6) if self.slots[row][column] == ' ')\n        \
            self.slots[row][column] = checker\n    \
        def is_win_for(self, checker):\n        \
            return False\n    \
        def is_full(self):\n        \
            return False\n";
    let folder = folder(&[("board.py", class), ("rubric.toml", &example("course.toml"))]);
    let marks = json(&folder, "board.py");
    assert_eq!(marks["criteria"][0]["outcome"], "passed", "{marks:#}");
    let examples = marks["criteria"][1]["examples"].to_string();
    assert!(
        examples.contains(
            "is_win_for(\\\"O\\\") returned false, but player \\\"O\\\" has four in a line"
        ),
        "{examples}"
    );
}

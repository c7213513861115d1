//! Typical submissions of beginners: `arena check` and `match` say what is wrong and what to change.

use std::fs;

use tempfile::TempDir;

use crate::run;

/// Checks a file and lets it play: both commands say this, and never just that the program ended.
#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    for args in [
        &["arena", "check", "--trust", path][..],
        &["arena", "match", "--trust", "--games=1", path, "random"],
    ] {
        let outcome = run(args, "");
        let text = outcome.stdout + &outcome.stderr;
        assert!(text.contains(expected), "{args:?}: {text}");
        assert!(
            !text.contains("nothing on standard error") && !text.contains("<string>"),
            "{text}"
        );
    }
}

#[test]
fn functions_and_classes_that_are_not_called() {
    let agent = "but the arena calls only a function that is named agent or takes an observation";
    check(
        "ann.py",
        "def play(board):\n    return 3\n",
        &format!("ann.py defines play(board), {agent}"),
    );
    check(
        "ann.rb",
        "class Ann\n  def name = 'Ann'\n  def take_turn(state, colour) = 3\nend\n",
        "did not start: the name of the class Ann does not end in Player; call it AnnPlayer",
    );
    check(
        "ann.rb",
        "class Ann\n  def move(board) = 3\nend\n",
        "ann.rb defines the class Ann, but the arena calls only a class whose name ends in Player",
    );
    check(
        "ann.js",
        "function agent(observation) {\n  return 3;\n}\n",
        "ann.js defines the function agent, but reads no lines and prints no moves; ",
    );
    check(
        "ann.py",
        "print(3)\n",
        "ann.py reads no lines; write def agent(board) or agent(observation, configuration), or read",
    );
    check("ann.py", "", "ann.py: the file is empty");
}

/// Every check says from which number the player's columns are counted.
#[test]
fn columns_are_counted_from() {
    for (player, expected) in [
        ("columns:sh -c 'exit 3'", "columns    numbered from 0 to 6, from the left"),
        ("foursight:sh -c 'exit 3'", "columns    numbered from 1 to 7, from the left"),
        ("codingame:sh -c 'exit 3'", "columns    numbered from 0 to 8, from the left"),
    ] {
        let checked = run(&["arena", "check", "--trust", player], "");
        assert!(checked.stdout.contains(expected), "{}", checked.stdout);
    }
}

use std::fs;

use serde_json::{Value, json};

use crate::run;

const BOARD: [&str; 3] = ["count", "4x3", "--connect"];

#[test]
fn a_count_goes_on_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x3.json");
    let file = path.to_str().unwrap();
    let args = [&BOARD[..], &["3", "--resume", file]].concat();
    let fresh = run(&args, "");
    assert_eq!((fresh.code, fresh.stderr.as_str()), (Some(0), ""));
    assert_eq!(fresh.stdout, run(&[&BOARD[..], &["3"]].concat(), "").stdout);

    // The file of a count that was stopped after four plies.
    let complete = fs::read_to_string(&path).unwrap();
    let mut stored: Value = serde_json::from_str(&complete).unwrap();
    stored["without_line"].as_array_mut().unwrap().truncate(4);
    stored["won"].as_array_mut().unwrap().truncate(5);
    fs::write(&path, stored.to_string()).unwrap();
    assert_eq!(run(&args, "").stdout, fresh.stdout);
    assert_eq!(fs::read_to_string(&path).unwrap(), complete);

    // Counts in the file are taken as they are, not computed again.
    stored["without_line"][0] = json!(5);
    fs::write(&path, stored.to_string()).unwrap();
    assert!(run(&args, "").stdout.contains("\n    0         5 "));
}

#[test]
fn files_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x3.json");
    let file = path.to_str().unwrap();
    for (text, message) in [
        ("", "this file was not written by `foursight count`"),
        ("{\"won\": [0]}", "this file was not written by `foursight count`"),
        (
            "{\"without_line\": [-1], \"won\": [0]}",
            "this file was not written by `foursight count`",
        ),
        (
            "{\"size\": \"4x3\", \"connect\": 4, \"without_line\": [], \"won\": [0]}",
            "is for \"4x3\" with lines of 4, not for \"4x3\" with lines of 3",
        ),
        (
            "{\"size\": \"4x3\", \"connect\": 3, \"without_line\": [], \"won\": []}",
            "the numbers cannot be right",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let refused = run(&[&BOARD[..], &["3", "--resume", file]].concat(), "");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{text}");
        assert!(refused.stderr.contains(message), "{text}: {}", refused.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "the file stays");
    }
    let missing = folder.path().join("missing/4x3.json");
    let args = [&BOARD[..], &["3", "--resume", missing.to_str().unwrap()]].concat();
    let refused = run(&args, "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("4x3.json: No such file or directory"), "{}", refused.stderr);
}

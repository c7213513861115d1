//! Labels of data sets: in shards, by several processes, some of which are killed.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::{Outcome, run};

/// What the Python package writes for the same positions and values: its tests read the same file.
const DATA: &str = include_str!("../../../foursight-label/tests/data/labels.csv");

const ALL_VALUES: &str = "score,scores,verdict,best,distance,idea";

/// The labels of the data, without its source.
fn expected() -> &'static str {
    DATA.split_once('\n').expect("a source and labels").1
}

/// A folder with this input.
fn folder_with(name: &str, input: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), input).expect("it can be written");
    folder
}

/// Labels the file `name` of `folder` into its folder `out`.
fn label(folder: &Path, name: &str, out: &str, arguments: &[&str]) -> Outcome {
    let [input, out] = [name, out].map(|name| folder.join(name).display().to_string());
    run(&[&["label", &input, "--out", &out], arguments].concat(), "")
}

fn labels(folder: &Path, out: &str) -> String {
    fs::read_to_string(folder.join(out).join("labels.csv")).expect("there are labels")
}

/// The positions of labels, one on each line.
fn positions(labels: &str) -> String {
    let cell = |line: &str| line.split(',').nth(1).expect("a position").to_owned() + "\n";
    labels.lines().skip(1).map(cell).collect()
}

#[test]
fn every_row_has_the_labels_of_python() {
    let folder = folder_with("a.txt", &positions(expected()));
    let shards = ["--values", ALL_VALUES, "--rows-per-shard", "4"];
    let labeled = label(folder.path(), "a.txt", "out", &shards);
    assert_eq!(labels(folder.path(), "out"), expected());
    let warning = "warning: 1 row has an error; the column `error` says why\n";
    assert_eq!((labeled.stderr.as_str(), labeled.code), (warning, Some(0)));
    assert!(labeled.stdout.ends_with("labels.csv: 6 rows\n"), "{}", labeled.stdout);

    let of_csv = positions(expected())
        .lines()
        .fold("id,pos\n".to_owned(), |csv, line| format!("{csv}7,\"{line}\"\r\n"));
    fs::write(folder.path().join("b.csv"), of_csv).unwrap();
    label(folder.path(), "b.csv", "of-csv", &[&shards[..], &["--column", "pos"]].concat());
    assert_eq!(labels(folder.path(), "of-csv"), expected());
}

#[test]
fn other_boards_have_labels() {
    let folder = folder_with("a.txt", "1\n");
    label(folder.path(), "a.txt", "out", &["--size", "5x4", "--connect", "3"]);
    let solved = run(&["solve", "--size", "5x4", "--connect", "3", "1"], "").stdout;
    let score = solved.trim().strip_prefix("1 ").expect("a score");
    let found = labels(folder.path(), "out");
    assert!(found.contains(&format!("\n0,1,,{score}\n")), "{found}");
    assert_ne!(score, "-1", "the score on the standard board");
}

/// Rows of each bad kind, as lines and as CSV, with what is said of them: the tests of the Python package read the same file.
const BAD_ROWS: &str = include_str!("../../../foursight-label/tests/data/bad-rows.txt");

#[test]
fn no_row_stops_a_run() {
    let (mut rows, mut expected) = (Vec::new(), Vec::new());
    for bad in BAD_ROWS.lines().filter(|line| !line.starts_with('#')) {
        let (text, error) = bad.split_once(" => ").expect("a row and its error");
        rows.push(text.replace("\\r", "\r").replace("\\f", "\u{c}").replace("\\0", "\0"));
        expected.push(error.to_owned());
    }
    let folder = folder_with("a.txt", &(rows.join("\n") + "\n"));
    let csv = format!("id,position\n1,{}\n", rows.join("\n1,"));
    fs::write(folder.path().join("b.csv"), csv).unwrap();
    for (name, out) in [("a.txt", "lines"), ("b.csv", "cells")] {
        let labeled = label(folder.path(), name, out, &["--rows-per-shard", "3"]);
        assert_eq!(labeled.code, Some(0), "{}", labeled.stderr);
        let found = labels(folder.path(), out);
        let mut found = csv::Reader::from_reader(found.as_bytes());
        let errors = found.records().map(|row| row.unwrap()[2].to_owned());
        assert_eq!(errors.collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn limits_are_reported_with_the_bounds() {
    let folder = folder_with("a.txt", "[]\n4455\n");
    label(folder.path(), "a.txt", "out", &["--nodes", "1000", "--no-book"]);
    let found = labels(folder.path(), "out");
    assert!(found.contains("\n0,[],not proved within the limits: the score is -"), "{found}");
    let other = label(folder.path(), "a.txt", "out", &["--nodes", "2000"]);
    assert!(other.stderr.contains("has options {\"nodes\":1000}, not {\"nodes\":2000}"));
}

/// The parts of several processes are the work of one, whichever ends last.
#[test]
fn parts_add_up() {
    let folder = folder_with("a.txt", &positions(expected()));
    let part = |part: &str| {
        let arguments = ["--rows-per-shard", "1", "--shard", part, "--json"];
        let text = label(folder.path(), "a.txt", "parts", &arguments).stdout;
        let state: serde_json::Value = serde_json::from_str(&text).expect("an object");
        (state["done"].as_u64(), state["shards"].as_u64(), state["labels"].is_string())
    };
    assert_eq!(part("3/3"), (Some(2), Some(6), false));
    assert_eq!(part("3/3"), (Some(2), Some(6), false), "nothing is done twice");
    assert_eq!(part("1/3"), (Some(4), Some(6), false));
    assert_eq!(part("2/3"), (Some(6), Some(6), true));
    label(folder.path(), "a.txt", "whole", &[]);
    assert_eq!(labels(folder.path(), "parts"), labels(folder.path(), "whole"));
}

/// The same command goes on; a shard that is there is left alone.
#[test]
fn whoever_is_killed_has_lost_nothing_that_was_done() {
    let line = "2252576253462244111563365343671351441\n32164625\n5455174361263362\n";
    let folder = folder_with("a.txt", &line.repeat(2_000));
    let shards = folder.path().join("killed/shards");
    let n_shards = || fs::read_dir(&shards).map_or(0, Iterator::count);
    let arguments = ["--rows-per-shard", "200", "--threads", "1"];
    for n in [1, 4] {
        let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
            .arg("label")
            .arg(folder.path().join("a.txt"))
            .arg("--out")
            .arg(folder.path().join("killed"))
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        while n_shards() < n && program.try_wait().expect("it can be asked").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        program.kill().expect("it can be killed");
        program.wait().expect("it ends");
    }
    let first = shards.join("000000.csv");
    let written = fs::metadata(&first).unwrap().modified().unwrap();
    assert!(!folder.path().join("killed/labels.csv").exists(), "it was killed too late");
    label(folder.path(), "a.txt", "killed", &arguments);
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), written);
    label(folder.path(), "a.txt", "whole", &["--rows-per-shard", "6000"]);
    let (found, whole) = (labels(folder.path(), "killed"), labels(folder.path(), "whole"));
    assert_eq!(found.lines().count(), 6_001);
    assert!(found == whole, "the labels differ");
}

/// Ctrl-C leaves no part of a shard.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_shards() {
    // Without a book, this one takes longer than anybody waits.
    let folder = folder_with("a.txt", "44455\n[]\n");
    let program = std::process::Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
        .arg("label")
        .arg(folder.path().join("a.txt"))
        .arg("--out")
        .arg(folder.path().join("out"))
        .args(["--rows-per-shard", "2", "--no-book"])
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    crate::interrupt(&program);
    let ended = program.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(fs::read_dir(folder.path().join("out/shards")).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_labeled_is_said() {
    let folder = folder_with("a.txt", "44\n45\n");
    let path = folder.path();
    label(path, "a.txt", "out", &["--rows-per-shard", "1"]);
    fs::write(path.join("b.txt"), "44\n46\n").unwrap();
    fs::write(path.join("c.csv"), "id,moves\n1,44\n").unwrap();
    fs::write(path.join("empty.txt"), "").unwrap();
    for (name, out, arguments, message) in [
        ("a.txt", "out", &[][..], "has rows_per_shard 1, not 10000: choose another folder"),
        ("a.txt", "out", &["--rows-per-shard", "1", "--values", "best"], "has values [\"score\"]"),
        ("a.txt", "out", &["--rows-per-shard", "1", "--size", "7x6"], "has size null, not \"7x6\""),
        ("b.txt", "out", &["--rows-per-shard", "1"], "is about another input"),
        ("a.txt", "new", &["--shard", "3/2"], "the number of parts, such as 2/8"),
        ("a.txt", "new", &["--shard", "0/2"], "the number of parts, such as 2/8"),
        ("a.txt", "new", &["--rows-per-shard", "0"], "it must be a whole number, 1 or more"),
        ("a.txt", "new", &["--values", "best,best"], "--values has best twice"),
        ("a.txt", "new", &["--values", "worst"], "possible values: score"),
        (
            "c.csv",
            "new",
            &[],
            "c.csv: it has no column \"position\"; its columns are id, moves; choose one",
        ),
        ("empty.txt", "new", &[], "empty.txt: it has no rows"),
        ("", "new", &[], "is a folder, not a file"),
    ] {
        let refused = label(path, name, out, arguments);
        assert!(refused.stderr.contains(message), "{arguments:?}: {}", refused.stderr);
        assert_eq!(refused.code, Some(2), "{arguments:?}");
    }
    let missing = label(path, "nothing.txt", "new", &[]);
    assert!(missing.stderr.contains("nothing.txt: No such file"), "{}", missing.stderr);
    assert_eq!(missing.code, Some(1));
    assert!(!path.join("new").exists(), "nothing is left");

    fs::write(path.join("out/shards/000001.csv"), "row,position,error,score\n7,44,,1\n").unwrap();
    fs::remove_file(path.join("out/labels.csv")).unwrap();
    let damaged = label(path, "a.txt", "out", &["--rows-per-shard", "1"]);
    let why = "000001.csv is damaged (it does not have row 1): delete it to label it again";
    assert!(damaged.stderr.contains(why), "{}", damaged.stderr);
    assert!(!path.join("out/labels.csv").exists());
    fs::remove_file(path.join("out/plan.json")).unwrap();
    let unknown = label(path, "a.txt", "out", &["--rows-per-shard", "1", "--values", "best"]);
    assert!(unknown.stderr.contains("out has shards of an unknown plan"), "{}", unknown.stderr);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file() {
    let folder = folder_with("a.txt", "");
    let refused = label(folder.path(), "../../dev/null", "out", &[]);
    assert!(refused.stderr.contains("is not a file that can be read twice"), "{}", refused.stderr);
    assert_eq!(refused.code, Some(2));
}

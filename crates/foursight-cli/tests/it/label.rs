//! Labels of data sets: in shards, by several processes, some of which are killed.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use crate::{Outcome, run};

/// The Python package's labels for the same positions and values: its tests read the same file.
const DATA: &str = include_str!("../../../foursight-label/tests/data/labels.csv");

const ALL_VALUES: &str = "score,scores,verdict,best,distance,idea,key";

/// The labels in the data, without the line that names their source.
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

/// The positions of labels, one per line.
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
    let said = labeled.stdout.rsplit_once("labels.csv: 6 rows, 1 error, ").expect("the rows").1;
    assert!(said.ends_with(" rows per second\n"), "{}", labeled.stdout);

    let of_csv = positions(expected())
        .lines()
        .fold("id,pos\n".to_owned(), |csv, line| format!("{csv}7,\"{line}\"\r\n"));
    fs::write(folder.path().join("b.csv"), of_csv).unwrap();
    label(folder.path(), "b.csv", "of-csv", &[&shards[..], &["--column", "pos"]].concat());
    let mut with_id = expected().lines().map(|line| format!("{line},7\n")).collect::<Vec<_>>();
    with_id[0] = with_id[0].replace(",7\n", ",id\n");
    assert_eq!(labels(folder.path(), "of-csv"), with_id.concat(), "the other column is kept");
}

/// Files are read in the order of their names, whether compressed or not.
#[test]
fn a_folder_is_one_data_set() {
    let folder = folder_with("whole.csv", "position,n\n44,1\n45,2\n46,3\n47,4\n");
    fs::create_dir(folder.path().join("in")).unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(b"position,n\n44,1\n").unwrap();
    for (name, bytes) in [
        ("b.csv", &b"position,n\n45,2\n46,3\n"[..]),
        ("a.csv.gz", &packed.finish().unwrap()),
        ("c.csv", b"position,n\n47,4"),
        (".hidden", b"55"),
    ] {
        fs::write(folder.path().join("in").join(name), bytes).unwrap();
    }
    label(folder.path(), "whole.csv", "whole", &[]);
    let found = label(folder.path(), "in", "out", &["--rows-per-shard", "2"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert_eq!(labels(folder.path(), "out"), labels(folder.path(), "whole"));
    for (name, text, message) in [
        ("c.csv", "n,position\n4,47\n", "c.csv: its columns differ from those of a.csv.gz"),
        ("d.txt", "47\n", "has both lines and CSV (a.csv.gz and d.txt)"),
        ("e.parquet", "", "e.parquet: only the Python package reads this format"),
        ("a.csv.gz", "position\n4455444\n", "a.csv.gz: invalid gzip header"),
    ] {
        let path = folder.path().join("in").join(name);
        let before = fs::read(&path).ok();
        fs::write(&path, text).unwrap();
        let refused = label(folder.path(), "in", "other", &[]);
        assert!(refused.stderr.contains(message), "{name}: {}", refused.stderr);
        assert!(!folder.path().join("other").exists());
        before.map_or_else(|| fs::remove_file(&path), |bytes| fs::write(&path, bytes)).unwrap();
    }
}

/// The head of each shard of `out`, which says how it was made.
fn heads(folder: &Path, out: &str) -> Vec<serde_json::Value> {
    let mut files: Vec<_> =
        fs::read_dir(folder.join(out).join("shards")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let head = |path| {
        let text = fs::read_to_string(path).expect("a shard");
        serde_json::from_str(text.lines().next().expect("a head")).expect("JSON")
    };
    files.into_iter().map(head).collect()
}

#[test]
fn each_shard_says_how_it_was_made() {
    let folder = folder_with("a.txt", "4455\n9\n44\n");
    label(folder.path(), "a.txt", "out", &["--rows-per-shard", "2"]);
    let heads = heads(folder.path(), "out");
    let numbers = |name: &str| heads.iter().map(|head| head[name].as_u64()).collect::<Vec<_>>();
    assert_eq!(numbers("rows"), [Some(2), Some(1)]);
    assert_eq!(numbers("errors"), [Some(1), Some(0)]);
    for head in &heads {
        assert_eq!(head["version"], env!("CARGO_PKG_VERSION"));
        assert!(head["host"].as_str().is_some_and(|host| !host.is_empty()));
        assert!(head["seconds"].as_f64().is_some());
    }
    let out = folder.path().join("out").display().to_string();
    let found = run(&["label", "--status", "--out", &out, "--json"], "");
    let state: serde_json::Value = serde_json::from_str(&found.stdout).expect("an object");
    assert_eq!((&state["done"], &state["errors"]), (&2.into(), &1.into()));
    assert!(state["rows_per_second"].is_number());
    fs::remove_file(folder.path().join("out/shards/000000.shard")).unwrap();
    let found = run(&["label", "--status", "--out", &out], "");
    assert!(found.stdout.starts_with("1 of 2 shards are labeled, 0 errors, "), "{}", found.stdout);
    let none = run(&["label", "--status", "--out", "nowhere"], "");
    assert!(none.stderr.contains("cannot read nowhere/plan.json"), "{}", none.stderr);
}

/// Other rows stay as they are, in the same order.
#[test]
fn rows_with_errors_are_labeled_again() {
    let folder = folder_with("a.csv", "position,n\n44,1\n[],2\n9,3\n4455,4\n");
    let shards = ["--rows-per-shard", "3", "--no-book"];
    label(folder.path(), "a.csv", "out", &[&shards[..], &["--nodes", "1000"]].concat());
    let before = labels(folder.path(), "out");
    let errors = |labels: &str| labels.matches("not proved").count();
    assert_eq!(errors(&before), 2, "{before}");
    let refused = label(folder.path(), "a.csv", "out", &[&shards[..], &["--nodes", "1"]].concat());
    assert!(refused.stderr.contains("has nodes 1000, not 1"), "{}", refused.stderr);
    let again =
        label(folder.path(), "a.csv", "out", &["--rows-per-shard", "3", "--redo", "errors"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let after = labels(folder.path(), "out");
    label(folder.path(), "a.csv", "new", &[]);
    assert_eq!(after, labels(folder.path(), "new"));
    assert_eq!(heads(folder.path(), "out")[0]["errors"], 1);
    // Only the first shard has an error.
    let file = |name: &str| fs::metadata(folder.path().join("out/shards").join(name)).unwrap();
    let written = file("000001.shard").modified().unwrap();
    label(folder.path(), "a.csv", "out", &["--rows-per-shard", "3", "--redo", "errors"]);
    assert_eq!(file("000001.shard").modified().unwrap(), written);
    assert_eq!(labels(folder.path(), "out"), after);
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

/// Rows of each bad kind, as lines and as CSV, with their errors: the tests of the Python package read the same file.
const BAD_ROWS: &str = include_str!("../../../foursight-label/tests/data/bad-rows.txt");

fn bad_rows() -> (Vec<String>, Vec<&'static str>) {
    let bad = BAD_ROWS.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (text, error) = line.split_once(" => ").expect("a row and its error");
        (text.replace("\\r", "\r").replace("\\f", "\u{c}").replace("\\0", "\0"), error)
    };
    bad.map(read).unzip()
}

#[test]
fn no_row_stops_a_run() {
    let (rows, expected) = bad_rows();
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
    for (other, message) in [
        (&["--no-book", "--nodes", "2000"][..], "has nodes 1000, not 2000"),
        (&["--nodes", "1000"], "has embedded_books false, not true"),
        (&["--no-book", "--nodes", "1000", "--time-limit", "2s"], "has time_limit null, not 2.0"),
    ] {
        let other = label(folder.path(), "a.txt", "out", other);
        assert!(other.stderr.contains(message), "{}", other.stderr);
    }
    label(folder.path(), "a.txt", "time", &["--time-limit", "1ms", "--no-book"]);
    assert!(labels(folder.path(), "time").contains("\n0,[],not proved within the limits: the"));
}

/// The parts that several processes report add up to the whole, whichever process ends last.
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

#[test]
fn processes_share_the_shards() {
    let line = "2252576253462244111563365343671351441\n32164625\n5455174361263362\n";
    let folder = folder_with("a.txt", &line.repeat(800));
    let start = || {
        std::process::Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
            .arg("label")
            .arg(folder.path().join("a.txt"))
            .arg("--out")
            .arg(folder.path().join("shared"))
            .args(["--rows-per-shard", "4", "--threads", "1", "--shard", "auto"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts")
    };
    let claims = folder.path().join("shared/claims");
    let owners = || {
        let claims = fs::read_dir(&claims).into_iter().flatten();
        let texts = claims.filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok());
        let process = |text: String| Some(text.split(' ').nth(1)?.to_owned());
        texts.filter_map(process).collect::<HashSet<_>>()
    };
    let mut processes = [start(), start()];
    let mut seen = HashSet::new();
    while processes.iter_mut().any(|process| process.try_wait().unwrap().is_none()) {
        seen.extend(owners());
        thread::sleep(Duration::from_millis(1));
    }
    let ids = processes.each_ref().map(|process| process.id().to_string());
    assert_eq!(seen, HashSet::from(ids), "both took part");
    for process in processes {
        let ended = process.wait_with_output().expect("it ends");
        let said = String::from_utf8(ended.stdout).unwrap();
        assert!(ended.status.success() && said.contains("labels.csv: 2400 rows"), "{said}");
    }
    assert!(!claims.exists());
    label(folder.path(), "a.txt", "whole", &["--rows-per-shard", "400"]);
    assert_eq!(labels(folder.path(), "shared"), labels(folder.path(), "whole"));

    // A claim that its owner gave up is free; otherwise, it would stay taken for two minutes.
    fs::remove_file(folder.path().join("shared/shards/000007.shard")).unwrap();
    fs::create_dir(&claims).unwrap();
    fs::write(claims.join("7.0"), "given up\n").unwrap();
    let ended = start().wait_with_output().expect("it ends");
    assert!(ended.status.success());
    assert_eq!(labels(folder.path(), "shared"), labels(folder.path(), "whole"));
}

/// The same command resumes; existing shards are left alone unless they are damaged.
#[test]
fn whoever_is_killed_has_lost_nothing_that_was_done() {
    let line = "2252576253462244111563365343671351441\n32164625\n5455174361263362\n";
    let (bad, errors) = bad_rows();
    let folder = folder_with("a.txt", &format!("{}\n{}", bad.join("\n"), line.repeat(2_000)));
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
    let first = shards.join("000000.shard");
    let written = fs::metadata(&first).unwrap().modified().unwrap();
    assert!(!folder.path().join("killed/labels.csv").exists(), "it was killed too late");
    fs::write(shards.join("000002.shard"), "{}\n").unwrap();
    let again = label(folder.path(), "a.txt", "killed", &arguments);
    assert!(again.stderr.contains("000002.shard is damaged"), "{}", again.stderr);
    let n_errors = errors.iter().filter(|error| !error.is_empty()).count();
    assert!(again.stdout.contains(&format!(", {n_errors} errors, ")), "{}", again.stdout);
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), written);
    label(folder.path(), "a.txt", "whole", &["--rows-per-shard", "6000"]);
    let (found, whole) = (labels(folder.path(), "killed"), labels(folder.path(), "whole"));
    assert_eq!(found.lines().count(), 6_001 + bad.len());
    assert!(found == whole, "the labels differ");
}

/// Ctrl-C never leaves part of a shard.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_shards() {
    // Without a book, the empty board takes longer than anybody would wait.
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
    fs::create_dir(path.join("nothing")).unwrap();
    for (name, out, arguments, message) in [
        ("a.txt", "out", &[][..], "has rows_per_shard 1, not 10000: choose another folder"),
        ("a.txt", "out", &["--rows-per-shard", "1", "--values", "best"], "has values [\"score\"]"),
        ("a.txt", "out", &["--rows-per-shard", "1", "--size", "7x6"], "has size null, not \"7x6\""),
        ("b.txt", "out", &["--rows-per-shard", "1"], "is about another input"),
        ("a.txt", "new", &["--shard", "3/2"], "the number of parts, such as 2/8, or auto"),
        ("a.txt", "new", &["--shard", "0/2"], "the number of parts, such as 2/8"),
        (
            "a.txt",
            "new",
            &["--shard", "auto", "--redo", "errors"],
            "it needs --shard I/N, not auto",
        ),
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
        ("nothing", "new", &[], "is a folder without files"),
    ] {
        let refused = label(path, name, out, arguments);
        assert!(refused.stderr.contains(message), "{arguments:?}: {}", refused.stderr);
        assert_eq!(refused.code, Some(2), "{arguments:?}");
    }
    let missing = label(path, "nothing.txt", "new", &[]);
    assert!(missing.stderr.contains("nothing.txt: No such file"), "{}", missing.stderr);
    assert_eq!(missing.code, Some(1));
    assert!(!path.join("new").exists(), "nothing is left");

    fs::remove_file(path.join("out/plan.json")).unwrap();
    let unknown = label(path, "a.txt", "out", &["--rows-per-shard", "1", "--values", "best"]);
    assert!(unknown.stderr.contains("out has shards of an unknown plan"), "{}", unknown.stderr);
}

#[test]
fn a_damaged_shard_is_labeled_again() {
    let folder = folder_with("a.txt", "44\n45\n46\n");
    let path = folder.path();
    label(path, "a.txt", "out", &["--rows-per-shard", "1"]);
    let whole = labels(path, "out");
    let shard = path.join("out/shards/000001.shard");
    let bytes = fs::read(&shard).unwrap();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for (damage, why) in [
        (&bytes[..bytes.len() - 2], "its hash does not match"),
        (&flipped, "its hash does not match"),
        (&fs::read(path.join("out/shards/000002.shard")).unwrap(), "it is shard 2"),
        (b"", "its first line is incomplete"),
    ] {
        fs::write(&shard, damage).unwrap();
        let again = label(path, "a.txt", "out", &["--rows-per-shard", "1"]);
        let message = format!("000001.shard is damaged ({why}): deleting it");
        assert!(again.stderr.contains(&message), "{}", again.stderr);
        assert_eq!((again.code, labels(path, "out")), (Some(0), whole.clone()));
        assert_eq!(heads(path, "out")[1]["shard"], 1);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file() {
    let folder = folder_with("a.txt", "");
    let refused = label(folder.path(), "../../dev/null", "out", &[]);
    assert!(refused.stderr.contains("is not a file that can be read twice"), "{}", refused.stderr);
    assert_eq!(refused.code, Some(2));
}

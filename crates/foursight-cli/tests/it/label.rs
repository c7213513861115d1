//! Labels of data sets: in shards, by processes some of which are killed.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

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
    run(&[&["label", &input, "-o", &out], arguments].concat(), "")
}

/// Starts to label `a.txt` of `folder` into its folder `out`.
fn start(folder: &Path, out: &str, arguments: &[&str]) -> Child {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
    program.current_dir(folder).args(["label", "a.txt", "-o", out]).args(arguments);
    program.stdout(Stdio::null()).spawn().expect("it starts")
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
    assert_eq!((labeled.stderr.as_str(), labeled.code), ("", Some(0)));
    assert!(labeled.stdout.ends_with("labels.csv: 6 rows, 1 error\n"), "{}", labeled.stdout);

    let of_csv = positions(expected())
        .lines()
        .fold("id,pos\n".to_owned(), |csv, line| format!("{csv}7,\"{line}\"\r\n"));
    fs::write(folder.path().join("b.csv"), of_csv).unwrap();
    label(folder.path(), "b.csv", "of-csv", &[&shards[..], &["--column", "pos"]].concat());
    let mut with_id = expected().lines().map(|line| format!("{line},7\n")).collect::<Vec<_>>();
    with_id[0] = with_id[0].replace(",7\n", ",id\n");
    assert_eq!(labels(folder.path(), "of-csv"), with_id.concat(), "the other column is kept");
}

#[test]
fn columns_that_count_from_0_are_read_so_or_noticed() {
    let folder = folder_with("a.txt", "3344\n0304\n");
    let noticed = label(folder.path(), "a.txt", "from-1", &[]);
    let warning = "1 row with a 0, but all are read as counting columns from 1";
    assert!(noticed.stderr.starts_with(warning), "{}", noticed.stderr);
    let read = label(folder.path(), "a.txt", "from-0", &["--from", "zero-based"]);
    assert_eq!((read.stderr.as_str(), read.code), ("", Some(0)));
    let (ours, theirs) =
        (labels(folder.path(), "from-0"), "row,position,error,score\n0,3344,,18\n");
    assert!(ours.starts_with(theirs) && !ours.contains("'0'"), "{ours}");
    let again = label(folder.path(), "a.txt", "from-0", &[]);
    assert!(again.stderr.contains("from"), "{}", again.stderr);
    assert_ne!(again.code, Some(0));
}

#[test]
fn options_reach_the_search() {
    let folder = folder_with("a.txt", "[]\n");
    let out = |name, arguments: &[&str]| {
        label(folder.path(), "a.txt", name, arguments);
        labels(folder.path(), name)
    };
    let board = out("board", &["--size", "4x4", "--connect", "3"]);
    assert_eq!(board, "row,position,error,score\n0,[],,4\n");
    for limit in [["--nodes", "1000"], ["--time-limit", "1ms"]] {
        let found = out(limit[0], &[&limit[..], &["--no-book"]].concat());
        assert!(found.contains("\n0,[],not proved within the limits: the score is -"), "{found}");
    }
}

/// The array job in docs/labeling.md, one of whose tasks is killed and started again.
#[cfg(unix)]
#[test]
fn the_tasks_of_an_array_job_label_every_row_once() {
    const PAGE: &str = include_str!("../../../../docs/labeling.md");
    let script = PAGE.split("```sh\n#!/bin/sh\n# Slurm").nth(1).expect("a script");
    let script = script.split("```").next().expect("its end");
    let script = script.replace("/100\"", "/3\" --rows-per-shard 50");
    let script = script.replace("exec foursight", "exec \"$PROGRAM\"");
    let line = "2252576253462244111563365343671351441\n32164625\n5455174361263362\n";
    let folder = folder_with("positions.txt", &line.repeat(1_000));
    let program = assert_cmd::cargo::cargo_bin!("foursight");
    let task = |id: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("# Slurm{script}")]);
        shell.current_dir(folder.path()).stdout(Stdio::null());
        shell.env("PROGRAM", program).env("SLURM_CPUS_PER_TASK", "1");
        shell.env("SLURM_ARRAY_TASK_ID", id);
        shell
    };
    let shards = folder.path().join("labels/shards");
    let n_shards = || n_shards(&shards);
    let mut killed = task("3").spawn().expect("it starts");
    wait_until(|| n_shards() >= 2);
    killed.kill().expect("it can be killed");
    killed.wait().expect("it ends");
    assert!((2..20).contains(&n_shards()), "it was killed too late");
    let mut tasks = ["1", "2", "3"].map(|id| task(id).spawn().expect("it starts"));
    assert!(tasks.iter_mut().all(|task| task.wait().expect("it ends").success()));
    assert_eq!(n_shards(), 60);
    assert!(!folder.path().join("labels/labels.csv").exists(), "a part writes only its shards");
    let joined = label(folder.path(), "positions.txt", "labels", &["--rows-per-shard", "50"]);
    assert!(joined.stdout.ends_with("labels.csv: 3000 rows, 0 errors\n"), "{}", joined.stdout);
    label(folder.path(), "positions.txt", "whole", &[]);
    assert_eq!(labels(folder.path(), "labels"), labels(folder.path(), "whole"));
}

fn n_shards(folder: &Path) -> usize {
    let names = fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".shard")).count()
}

fn wait_until(has_happened: impl Fn() -> bool) {
    while !has_happened() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The same command resumes; existing shards are left alone unless they are damaged.
#[test]
fn whoever_is_killed_has_lost_nothing_that_was_done() {
    let line = "2252576253462244111563365343671351441\n32164625\n5455174361263362\n";
    let folder = folder_with("a.txt", &format!("9\n\n44444444\n{}", line.repeat(2_000)));
    let shards = folder.path().join("killed/shards");
    let n_shards = || n_shards(&shards);
    let arguments = ["--rows-per-shard", "200", "--threads", "1"];
    for n in [1, 4] {
        let mut program = start(folder.path(), "killed", &arguments);
        wait_until(|| n_shards() >= n);
        program.kill().expect("it can be killed");
        program.wait().expect("it ends");
    }
    let first = shards.join("000000.shard");
    let written = fs::metadata(&first).unwrap().modified().unwrap();
    assert!(!folder.path().join("killed/labels.csv").exists(), "it was killed too late");
    fs::write(shards.join("000002.shard"), "{}\n").unwrap();
    let again = label(folder.path(), "a.txt", "killed", &arguments);
    assert!(again.stderr.contains("000002.shard is damaged"), "{}", again.stderr);
    assert!(again.stdout.ends_with(": 6003 rows, 3 errors\n"), "{}", again.stdout);
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), written);
    label(folder.path(), "a.txt", "whole", &["--rows-per-shard", "6000"]);
    let (found, whole) = (labels(folder.path(), "killed"), labels(folder.path(), "whole"));
    assert!(found == whole && found.lines().count() == 6_004, "the labels differ");
}

/// Ctrl-C never leaves part of a shard.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_shards() {
    // Without a book, the empty board takes longer than anybody would wait.
    let folder = folder_with("a.txt", "44455\n[]\n");
    let program = start(folder.path(), "out", &["--rows-per-shard", "2", "--no-book"]);
    crate::interrupt(&program);
    let ended = program.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130));
    assert!(!folder.path().join("out").exists());
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
        ("a.txt", "out", &["--rows-per-shard", "1", "--nodes", "9"], "has nodes null, not 9"),
        ("b.txt", "out", &["--rows-per-shard", "1"], "000001.shard has labels of other rows than"),
        ("a.txt", "new", &["--shard", "3/2"], "the number of parts, such as 3/100"),
        ("a.txt", "new", &["--shard", "0/2"], "the number of parts, such as 3/100"),
        ("a.txt", "new", &["--rows-per-shard", "0"], "it must be a whole number, 1 or more"),
        ("a.txt", "new", &["--values", "best,best"], "--values has best twice"),
        ("a.txt", "new", &["--values", "worst"], "possible values: score"),
        ("c.csv", "new", &[], "c.csv: it has no column \"position\"; its columns are id, moves"),
        ("empty.txt", "new", &[], "empty.txt: it has no rows"),
        ("d.parquet", "new", &[], "d.parquet: it has neither lines nor CSV"),
    ] {
        let refused = label(path, name, out, arguments);
        assert!(refused.stderr.contains(message), "{arguments:?}: {}", refused.stderr);
        assert_eq!(refused.code, Some(2), "{arguments:?}");
    }
    let missing = label(path, "nothing.txt", "new", &[]);
    assert!(missing.stderr.contains("nothing.txt: No such file"), "{}", missing.stderr);
    assert_eq!(missing.code, Some(2));
    assert!(!path.join("new").exists(), "nothing is left");
}

#[test]
fn a_damaged_shard_is_labeled_again() {
    let folder = folder_with("a.txt", "44\n45\n46\n");
    let path = folder.path();
    label(path, "a.txt", "out", &["--rows-per-shard", "1"]);
    let whole = labels(path, "out");
    let shard = path.join("out/shards/000001.shard");
    let bytes = fs::read(&shard).unwrap();
    let flipped = |place: usize| {
        let mut flipped = bytes.clone();
        flipped[place] ^= 1;
        flipped
    };
    for (damage, why) in [
        (&bytes[..bytes.len() - 2], "its hash does not match"),
        (&flipped(bytes.len() - 1), "its hash does not match"),
        (&flipped(100), "its hash does not match"),
        (&fs::read(path.join("out/shards/000002.shard")).unwrap(), "it is shard 2"),
        (b"", "its first line is incomplete"),
    ] {
        fs::write(&shard, damage).unwrap();
        let again = label(path, "a.txt", "out", &["--rows-per-shard", "1"]);
        let message = format!("000001.shard is damaged ({why}): labeling it again");
        assert!(again.stderr.contains(&message), "{}", again.stderr);
        assert_eq!((again.code, labels(path, "out")), (Some(0), whole.clone()));
        assert_eq!(fs::read(&shard).unwrap(), bytes);
    }
}

/// The texts of the rules' corpus, each in a cell of its own, have the keys of their positions.
#[test]
fn texts_as_people_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight/tests/data/written");
    let (mut rows, mut expected) = ("position\n".to_owned(), Vec::new());
    for file in ["boards.txt", "moves.txt", "programs.txt"] {
        let texts = fs::read_to_string(format!("{corpus}/{file}")).unwrap();
        for text in texts.split("\n==== ").skip(1) {
            let (head, text) = text.split_once('\n').unwrap();
            let [moves, size, _] = head.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{head}");
            };
            let size = foursight::record::read_size(size).unwrap();
            let position = foursight::notation::moves::position(moves, size).unwrap();
            rows.extend(["\"", &text.replace('"', "\"\""), "\"\n"]);
            expected.push((position.canonical_key().to_string(), head.to_owned()));
        }
    }
    fs::write(folder.path().join("corpus.csv"), rows).unwrap();
    label(folder.path(), "corpus.csv", "out", &["--values", "key"]);
    let labels = labels(folder.path(), "out");
    let mut reader = csv_rows(&labels);
    assert_eq!(reader.next().unwrap(), ["row", "position", "error", "key"]);
    for (row, (key, head)) in reader.zip(&expected) {
        assert_eq!((&*row[2], &row[3]), ("", key), "{head}");
    }
    assert_eq!(csv_rows(&labels).count(), expected.len() + 1);
}

/// The rows of CSV, in which quoted cells may have line feeds.
pub(crate) fn csv_rows(text: &str) -> impl Iterator<Item = Vec<String>> {
    let mut quoted = false;
    let lines = text.split_inclusive(move |c| {
        quoted ^= c == '"';
        c == '\n' && !quoted
    });
    lines.map(|line| {
        let mut quoted = false;
        let cells = line.trim_end_matches('\n').split(move |c| {
            quoted ^= c == '"';
            c == ',' && !quoted
        });
        cells.map(str::to_owned).collect()
    })
}

//! Opening books for other boards: building them, and using those in the data folder.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};

use foursight::{AnySize, Column, Position, Score};
use foursight_engine::{OpeningBook, stored_positions};
use serde_json::Value;
use tempfile::TempDir;

use crate::Outcome;

fn run_in(data: &Path, args: &[&str]) -> Outcome {
    Outcome::of(crate::foursight(args).env("FOURSIGHT_DATA", data))
}

fn book_path(data: &Path, name: &str) -> PathBuf {
    fs::create_dir_all(data.join("books")).unwrap();
    data.join("books").join(name)
}

/// Puts an absurd book of `size` into the data folder: only the outer columns are a good start.
pub(crate) fn write_invented_book(data: &Path, size: &str) {
    let size: AnySize = size.parse().unwrap();
    let outer = Position::empty(size).play(Column::new(0)).unwrap();
    let score = |position: Position<AnySize>| {
        let is_outer = position.canonical_key() == outer.canonical_key();
        (position, Score::new(if is_outer { -5 } else { 5 }))
    };
    let scores: Vec<_> = stored_positions(size, 1).into_iter().map(score).collect();
    let bytes = OpeningBook::encode(size, 1, &scores).unwrap();
    fs::write(book_path(data, "invented.book"), bytes).unwrap();
}

#[test]
fn a_book_is_built_listed_and_used() {
    let data = TempDir::new().unwrap();
    let order = ["book", "build", "--size", "5x4", "--plies", "4"];
    let built = run_in(data.path(), &order).succeeded();
    let path = book_path(data.path(), "5x4-4.book");
    let n_bytes = fs::metadata(&path).unwrap().len();
    let told = format!("{}: 5x4, 4 plies: 177 positions in {n_bytes} bytes, ", path.display());
    assert!(built.stdout.starts_with(&told), "{}", built.stdout);
    let kept: Vec<_> = fs::read_dir(data.path().join("books")).unwrap().collect();
    assert_eq!(kept.len(), 1, "the scores are no longer needed: {kept:?}");

    let info = run_in(data.path(), &["book", "info"]).stdout;
    let line = info.lines().find(|line| line.ends_with(path.to_str().unwrap()));
    assert!(line.expect("it is listed").starts_with("5x4, 4 plies: "), "{info}");
    let solve = |option: &[&str]| {
        let args =
            [&["solve", "--size", "5x4", "--all", "--json", "--stats", "3"], option].concat();
        let solved = run_in(data.path(), &args).stdout;
        let object: Value = serde_json::from_str(&solved).unwrap();
        let columns = object["columns"].as_array().unwrap().clone();
        let scores: Vec<Value> = columns.iter().map(|column| column["score"].clone()).collect();
        (scores, object["book"].clone())
    };
    let (with, without) = (solve(&[]), solve(&["--no-book"]));
    assert_eq!(with.0, without.0);
    assert_eq!((with.1, without.1), (Value::from(true), Value::from(false)));

    let again = run_in(data.path(), &order);
    assert_eq!(again.stdout, built.stdout);
    assert!(again.stderr.ends_with("5x4-4.book is already built\n"), "{}", again.stderr);
}

/// Every command that solves or plays gives the book's answers, which no search would give.
#[test]
fn every_command_asks_the_books_of_the_data_folder() {
    let data = TempDir::new().unwrap();
    write_invented_book(data.path(), "8x7");
    for (args, expected) in [
        (&["solve", "4"][..], "4 5"),
        (&["solve", "--all", "startpos"], " 5 -5 -5 -5 -5 -5 -5 5"),
        (&["show", "--scores", "startpos"], " 5 -5 -5 -5 -5 -5 -5  5"),
        (&["analyze", "--json", "--time-limit", "1ms", "startpos"], "\"score\":5,"),
        (&["play", "--red", "level:10", "--yellow", "human", "--seed", "2"], "Red plays column h."),
    ] {
        let (command, rest) = args.split_first().unwrap();
        let outcome = run_in(data.path(), &[&[*command, "--size", "8x7"], rest].concat());
        assert!(
            outcome.stdout.contains(expected),
            "{args:?}: {}{}",
            outcome.stdout,
            outcome.stderr
        );
    }
}

/// The processes that play do not know the data folder or the account.
#[cfg(unix)]
#[test]
fn levels_of_the_arena_ask_the_books_of_the_data_folder() {
    let data = TempDir::new().unwrap();
    let first_move = |size: &str| {
        let args = crate::words("arena match level:10 level:0 --games 1 --openings none --json");
        let played = run_in(data.path(), &[&args[..], &["--size", size]].concat());
        let game = played.stdout.lines().next().unwrap_or_else(|| panic!("{}", played.stderr));
        let game: Value = serde_json::from_str(game).unwrap();
        game["moves"].as_str().expect("it is text").chars().next()
    };
    assert_eq!(first_move("5x4"), Some('3'));
    write_invented_book(data.path(), "5x4");
    assert_eq!(first_move("5x4"), Some('1'));
    assert_eq!(first_move("4x4"), Some('2'), "the book is of another board");
}

#[test]
fn a_book_that_cannot_be_used_is_named_and_skipped() {
    let data = TempDir::new().unwrap();
    write_invented_book(data.path(), "8x7");
    let whole = fs::read(book_path(data.path(), "invented.book")).unwrap();
    fs::write(book_path(data.path(), "cut.book"), &whole[..whole.len() - 3]).unwrap();
    fs::write(book_path(data.path(), "novel.book"), "Call me Ishmael.").unwrap();
    fs::write(book_path(data.path(), "notes.txt"), "not a book by its name").unwrap();
    fs::create_dir(book_path(data.path(), "folder.book")).unwrap();
    let solved = run_in(data.path(), &["solve", "--size", "8x7", "1"]);
    assert_eq!((solved.stdout.as_str(), solved.code), ("1 -5\n", Some(0)), "{}", solved.stderr);
    let books = format!("{}/", data.path().join("books").display());
    let complaints: Vec<String> =
        solved.stderr.lines().map(|line| line.replace(&books, "").replace('\\', "/")).collect();
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    for (complaint, start) in complaints.iter().zip([
        "error: cut.book: this opening book is incomplete or damaged; continuing without it",
        "error: folder.book: ",
        "error: novel.book: this is not an opening book; continuing without it",
    ]) {
        assert!(complaint.starts_with(start), "{complaint}");
    }
    assert_eq!(run_in(data.path(), &["solve", "--no-book", "6146"]).stderr, "");
}

#[test]
fn books_that_cannot_be_are_refused() {
    let data = TempDir::new().unwrap();
    for (args, message) in [
        (
            &["--size", "8x8", "--plies", "3"][..],
            "a board of 8x8 is too large for an opening book; the largest are 6x9, 7x8, 8x7, 9x6 and 10x5",
        ),
        (&["--size", "6x5", "--plies", "30"], "a book for 6x5 stores 1 to 29 plies, not 30"),
        (&["--size", "6x5", "--plies", "0"], "a book for 6x5 stores 1 to 29 plies, not 0"),
    ] {
        let refused = run_in(data.path(), &[&["book", "build"], args].concat());
        assert_eq!(refused.stderr, format!("error: {message}\n"), "{args:?}");
        assert_eq!((refused.stdout.as_str(), refused.code), ("", Some(2)));
    }
    let nowhere = data.path().join("missing/new.book");
    let output = ["--plies", "1", "--size", "4x4", "--output", nowhere.to_str().unwrap()];
    let failed = run_in(data.path(), &[&["book", "build"], &output[..]].concat());
    let folder = nowhere.parent().unwrap().display();
    assert_eq!(failed.stderr, format!("error: {folder}: No such file or directory\n"));
    assert_eq!(failed.code, Some(2));
}

/// A build that would take days is stopped by Ctrl-C and then by the system.
#[cfg(unix)]
#[test]
fn a_stopped_build_says_how_it_resumes() {
    let data = TempDir::new().unwrap();
    let build = |plies: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
        command.args(["book", "build", "--size", "8x7", "--plies", plies, "--output"]);
        command.arg(data.path().join("own.book")).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let child = build("2");
    crate::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.ends_with("are solved; run the same command to resume\n"), "{messages}");
    assert_eq!(output.status.code(), Some(130));
    let other = build("3").wait_with_output().unwrap();
    let messages = String::from_utf8(other.stderr).unwrap();
    assert!(messages.contains("own.work holds work on another book, 8x7, 2 plies"), "{messages}");
    assert_eq!(other.status.code(), Some(2));
}

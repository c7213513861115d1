//! Opening books for other boards: building them, importing them, and using those in the data folder.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};

use foursight::{AnySize, Column, Player, Position, Score, Size};
use foursight_engine::{AnySolver, OpeningBook, Solve, TableSize, stored_positions};
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

/// A book of 5x4 in the format of Pons's solver, with 1,031 slots; `claim` turns the score of each position with 4
/// discs into the stored one.
fn pons_book(claim: impl Fn(i32) -> i32) -> Vec<u8> {
    const N_SLOTS: usize = 1031;
    let size: AnySize = "5x4".parse().unwrap();
    let mut solver = AnySolver::new(size, TableSize::default());
    let (mut keys, mut values) = ([0; N_SLOTS], [0; N_SLOTS]);
    for position in stored_positions(size, 4) {
        let digits = |position: Position<AnySize>| {
            let digits_of = |column| {
                let discs =
                    (0..4).rev().map_while(move |row| position.to_board().disc_at(row, column));
                discs.map(|disc| if disc == Player::First { '1' } else { '2' }).chain(['0'])
            };
            let text: String = size.columns().flat_map(digits_of).collect();
            usize::from_str_radix(text.strip_suffix('0').unwrap(), 3).unwrap()
        };
        let key = digits(position).min(digits(position.mirror()));
        keys[key % N_SLOTS] = key as u16;
        values[key % N_SLOTS] = (claim(solver.score(&position).value()) + 7 + 1) as u8;
    }
    let keys = keys.iter().flat_map(|key: &u16| key.to_le_bytes());
    [5, 4, 4, 2, 1, 10].into_iter().chain(keys).chain(values).collect()
}

#[test]
fn a_book_of_another_program_is_checked_and_becomes_ours() {
    let data = TempDir::new().unwrap();
    let file = data.path().join("5x4.book");
    let file = file.to_str().unwrap();
    let import = |options: &[&str]| {
        run_in(data.path(), &[&["book", "import", "pons", file], options].concat())
    };
    fs::write(file, pons_book(|score| score)).unwrap();
    let imported = import(&[]).succeeded();
    // Some positions share a slot, and only one of them is in the file.
    let lines: Vec<&str> = imported.stderr.lines().collect();
    assert_eq!(
        lines[0],
        format!("{file}: up to 4 discs; 100 of 167 scores checked against the solver, all correct")
    );
    assert_eq!(lines[1], "5x4, 4 plies: 10 positions to solve, 0 already solved");
    let path = book_path(data.path(), "5x4-4.book");
    assert!(imported.stdout.starts_with(&format!("{}: ", path.display())), "{}", imported.stdout);
    let own = data.path().join("own.book");
    let build = ["book", "build", "--size", "5x4", "--plies", "4", "--output"];
    run_in(data.path(), &[&build[..], &[own.to_str().unwrap()]].concat());
    assert_eq!(fs::read(&path).unwrap(), fs::read(own).unwrap());

    fs::remove_file(&path).unwrap();
    let refuse = |claim: fn(i32) -> i32, message: &str| {
        fs::write(file, pons_book(claim)).unwrap();
        let refused = import(&[]);
        assert_eq!(refused.stderr, format!("error: {file}: {message}\n"));
        assert_eq!((refused.stdout.as_str(), refused.code), ("", Some(2)));
    };
    refuse(|score| score + 1, "moves 2232 cannot have a score of 8");
    let message = "moves 1111 have a score of 0, not 1; the file is not used";
    refuse(|score| if score == 0 { 1 } else { score }, message);
    assert!(!path.exists());
}

#[test]
fn files_that_are_no_book_of_another_program_are_refused() {
    let data = TempDir::new().unwrap();
    let file = data.path().join("5x4.book");
    let whole = pons_book(|score| score);
    let with = |index: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[index] = byte;
        bytes
    };
    let import = |options: &[&str]| {
        let args = [&["book", "import", "pons", file.to_str().unwrap()], options].concat();
        let refused = run_in(data.path(), &args);
        assert_eq!((refused.stdout.as_str(), refused.code), ("", Some(2)), "{}", refused.stderr);
        refused.stderr.replace(&format!("error: {}: ", file.display()), "")
    };
    assert!(import(&[]).starts_with("No such file"));
    for (bytes, message) in [
        (b"5x4".to_vec(), "it ends within its 6-byte header"),
        (with(0, b'['), "bytes 1 and 2: boards of 91x4 are not supported (each side is 3 to 10)"),
        (with(2, 20), "byte 3: positions in a book for 5x4 have 1 to 19 discs, not 20"),
        (with(3, 3), "byte 4: a key has 1, 2, 4 or 8 bytes, not 3"),
        (with(4, 2), "byte 5: a value has 1 byte, not 2"),
        (with(5, 64), "byte 6: the size is at most 2^29, not 2^64"),
        (with(5, 11), "the header states 6165 bytes, but the file has 3099"),
        (whole[..3098].to_vec(), "the header states 3099 bytes, but the file has 3098"),
        (with(2, 19), "its keys are too short to tell positions of 19 discs apart"),
    ] {
        fs::write(&file, bytes).unwrap();
        assert_eq!(import(&[]), format!("this is not a book of Pons's solver: {message}\n"));
    }
    fs::write(&file, &whole).unwrap();
    let probe = run_in(data.path(), &["book", "probe", "--book", file.to_str().unwrap(), "1"]);
    let reason = format!("convert it with `foursight book import pons {}`", file.display());
    assert!(probe.stderr.contains(&reason), "{}", probe.stderr);
    assert_eq!(import(&["--plies", "5"]), "it holds positions of up to 4 discs, not 5\n");
    assert_eq!(import(&["--plies", "3"]), "it has no score of a position with 3 discs\n");
}

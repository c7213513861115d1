//! Stopped builds, and files that hold the work on another book.

use std::cell::Cell;

use foursight_engine::stored_positions;

use super::*;

const TITLE: &str = "5x4, 9 plies";

fn positions() -> Vec<Position<AnySize>> {
    stored_positions("5x4".parse::<AnySize>().unwrap(), 9)
}

fn open(folder: &Path) -> Work {
    Work::open(folder.join("work"), TITLE, positions()).unwrap()
}

/// Solves at most this many positions; returns how many were solved.
fn solve(work: &mut Work, n_threads: usize, most: usize) -> usize {
    let n_solved = Cell::new(0);
    let n_threads = NonZeroUsize::new(n_threads).unwrap();
    let outcome =
        work.solve(n_threads, || n_solved.set(n_solved.get() + 1), || n_solved.get() >= most);
    assert_eq!(outcome.is_err(), n_solved.get() >= most);
    n_solved.get()
}

#[test]
fn a_stopped_build_resumes_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let n_positions = positions().len();
    assert_eq!(solve(&mut open(folder.path()), 2, 100), 100);
    assert_eq!(open(folder.path()).n_solved(), 100);

    // A score is damaged, and a crash cuts off the last one.
    let path = folder.path().join("work");
    let mut bytes = fs::read(&path).unwrap();
    let n_bytes = bytes.len();
    bytes[n_bytes - 80 + 4] ^= 1;
    fs::write(&path, &bytes[..n_bytes - 1]).unwrap();
    let mut work = open(folder.path());
    assert_eq!(work.n_solved(), 98);
    assert_eq!(solve(&mut work, 2, usize::MAX), n_positions - 98);

    let again = open(folder.path());
    assert_eq!(again.n_solved(), n_positions);
    let mut solver = AnySolver::new("5x4".parse().unwrap(), TableSize::default());
    assert_eq!(again.scores().count(), n_positions);
    for (position, score) in again.scores() {
        assert_eq!(solver.score(&position).value(), i32::from(score), "{position}");
    }
    again.remove().unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn scores_of_other_positions_are_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    solve(&mut open(folder.path()), 1, usize::MAX);
    let others = positions().into_iter().rev().collect();
    let work = Work::open(folder.path().join("work"), TITLE, others).unwrap();
    // At most the position in the middle keeps its index.
    assert!(work.n_solved() <= 1, "{}", work.n_solved());
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work");
    let message = |title: &str| {
        let opened = Work::open(path.clone(), title, positions());
        let message = opened.err().map(|error| format!("{error:#}")).unwrap_or_default();
        message.replace(&folder.path().display().to_string(), "FOLDER")
    };
    let in_the_way = "FOLDER/work is in the way: it does not hold work on a book; remove it, or choose another --output";
    fs::create_dir(&path).unwrap();
    assert_eq!(message(TITLE), in_the_way);
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "mine").unwrap();
    assert_eq!(message(TITLE), in_the_way);
    fs::remove_file(&path).unwrap();
    assert_eq!(message(TITLE), "");
    assert_eq!(
        message("6x5, 4 plies"),
        "FOLDER/work holds work on another book, 5x4, 9 plies; remove it, or choose another --output"
    );
}

//! Stopped builds, and folders that hold the work on another book.

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
    let mut work = open(folder.path());
    assert_eq!(work.n_solved(), 100);

    // A file with scores gets damaged, and a crash leaves a half-written file.
    let damaged =
        (0..work.shards.len()).find(|&index| !work.shards[index].scores.is_empty()).unwrap();
    let n_lost = work.shards[damaged].scores.len();
    let bytes = fs::read(work.path(damaged)).unwrap();
    fs::write(work.path(damaged), &bytes[..bytes.len() - 1]).unwrap();
    fs::write(work.folder.join(".foursight-1.tmp"), "half").unwrap();
    work = open(folder.path());
    assert_eq!(work.n_solved(), 100 - n_lost);
    assert_eq!(solve(&mut work, 2, usize::MAX), n_positions - 100 + n_lost);

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
    assert!(work.n_solved() < positions().len() / 2, "{}", work.n_solved());
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let message = |title: &str| {
        let opened = Work::open(folder.path().join("work"), title, positions());
        let message = opened.err().map(|error| format!("{error:#}")).unwrap_or_default();
        message.replace(&folder.path().display().to_string(), "FOLDER")
    };
    fs::create_dir(folder.path().join("work")).unwrap();
    fs::write(folder.path().join("work/notes.txt"), "mine").unwrap();
    assert_eq!(
        message(TITLE),
        "FOLDER/work is in the way: it does not hold work on a book; remove it, or choose another --output"
    );
    fs::remove_file(folder.path().join("work/notes.txt")).unwrap();
    assert_eq!(message(TITLE), "");
    assert_eq!(
        message("6x5, 4 plies"),
        "FOLDER/work holds work on another book, 5x4, 9 plies; remove it, or choose another --output"
    );
}

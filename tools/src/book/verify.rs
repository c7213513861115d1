//! Checks books against fresh solves and against each other.

use std::fs;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use foursight::{Position, STANDARD};
use foursight_engine::{OpeningBook, OpeningBooks, Solve, Solver, n_cores, stored_positions};
use indicatif::{ProgressBar, ProgressStyle};

use super::book_path;

/// The plies of the books, the lowest first.
const PLIES: [usize; 3] = [4, 8, 12];

/// Number of positions of each book to solve.
const N_SOLVED: usize = 2_000;

/// The scores of the first moves, as published by J. Tromp and others.
const FIRST_MOVES: [i32; 7] = [-2, -1, 0, 1, 0, -1, -2];

pub(crate) fn run() -> Result<()> {
    let mut shallower: Option<OpeningBook> = None;
    for plies in PLIES {
        let book = read_book(plies)?;
        let books = only(&book);
        let mut positions = stored_positions(STANDARD, book.plies());
        ensure!(positions.len() == book.n_positions(), "{book:?} should have {}", positions.len());
        let start = Instant::now();
        let n_known = positions.iter().filter(|position| books.score(position).is_some()).count();
        let time = start.elapsed() / n_known.max(1) as u32;
        println!("{plies} plies: {n_known} positions looked up, {} ns each", time.as_nanos());
        if let Some(shallower) = &shallower {
            check_minimax(shallower, &books)?;
            println!("{plies} plies: every score of {} plies is their minimax", shallower.plies());
        } else {
            check_first_moves(&books)?;
            println!("{plies} plies: the first moves score {FIRST_MOVES:?}");
        }
        // Fresh solves of the first discs would take days; the next book has their scores.
        let n_solved = if plies < 8 { 0 } else { N_SOLVED };
        positions = fastrand::Rng::with_seed(1).choose_multiple(positions, n_solved);
        check_solves(&positions, &books)?;
        println!("{plies} plies: {} positions solved afresh have the same scores", positions.len());
        shallower = Some(book);
    }
    Ok(())
}

fn only(book: &OpeningBook) -> OpeningBooks {
    let mut books = OpeningBooks::none();
    books.add(book.clone());
    books
}

fn check_first_moves(books: &OpeningBooks) -> Result<()> {
    let empty = Position::new();
    for (column, expected) in empty.moves().zip(FIRST_MOVES) {
        let score = books.score(&empty.play(column)?).map(|score| -score.value());
        ensure!(score == Some(expected), "move {column} scores {score:?}, not {expected}");
    }
    Ok(())
}

fn check_minimax(shallower: &OpeningBook, books: &OpeningBooks) -> Result<()> {
    let own = only(shallower);
    for position in stored_positions(STANDARD, shallower.plies()) {
        let (shallow, deep) = (own.score(&position), books.score(&position));
        ensure!(
            shallow == deep,
            "{shallow:?} at {} plies, {deep:?} below\n{position}",
            shallower.plies()
        );
    }
    Ok(())
}

fn check_solves(positions: &[Position], books: &OpeningBooks) -> Result<()> {
    let progress = progress_bar();
    progress.set_length(positions.len() as u64);
    let share = positions.len().div_ceil(n_cores().get()).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = positions
            .chunks(share)
            .map(|chunk| scope.spawn(|| check_chunk(chunk, books, &progress)))
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

fn check_chunk(positions: &[Position], books: &OpeningBooks, progress: &ProgressBar) -> Result<()> {
    let mut solver = Solver::new(STANDARD);
    for position in positions {
        let in_book =
            books.score(position).context("the book does not know a position of its own")?;
        let found = solver.score(position);
        ensure!(in_book == found, "the book says {in_book}, the solver {found}\n{position}");
        progress.inc(1);
    }
    Ok(())
}

/// The book of this many plies.
fn read_book(plies: usize) -> Result<OpeningBook> {
    let path = book_path(plies);
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    let book = OpeningBook::from_bytes(bytes).with_context(|| path.display().to_string())?;
    ensure!(book.plies() == plies, "{} stores {} plies", path.display(), book.plies());
    Ok(book)
}

fn progress_bar() -> ProgressBar {
    let template = "{bar:40} {percent}%, {pos} of {len} solved, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::new(0).with_style(style)
}

//! The scores of a book's positions, solved by all threads and kept in a file, so that a stopped build can resume.
//!
//! The file starts with a line that names the book. A record of eight bytes follows for each score, in the order in
//! which they were found: the index of the position (four bytes, little-endian), the score, and a checksum.

#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use foursight::{AnySize, Position};
use foursight_engine::{AnySolver, SEARCH_STACK_BYTES, Solve, TableSize, ThreadBudget};

use crate::failure::{Interrupted, UsageError};

/// Maximum number of positions that a thread takes at a time. Neighboring positions share table entries.
const MAX_PART: usize = 512;

/// Minimum number of such parts, so that every thread has a share even of a small book.
const MIN_PARTS: usize = 64;

/// Maximum amount of work that a power cut can cost.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// Maximum delay of Ctrl-C.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The start of the first line, before the book's title.
const HEAD: &str = "scores for the book ";

type Record = [u8; 8];

/// The work on one book, in its own file.
pub(super) struct Work {
    path: PathBuf,
    file: File,
    positions: Arc<[Position<AnySize>]>,
    /// The score of each position that is solved.
    scores: Vec<Option<i8>>,
}

impl Work {
    /// The work in the file at `path` on the book called `title` that stores `positions`.
    ///
    /// # Errors
    ///
    /// If the file cannot be used, or belongs to something else.
    pub(super) fn open(
        path: PathBuf,
        title: &str,
        positions: Vec<Position<AnySize>>,
    ) -> Result<Self> {
        let kept = claim(&path, title)?;
        let name = || path.display().to_string();
        let n_head = HEAD.len() + title.len() + 1;
        let (records, _) = kept[n_head..].as_chunks::<8>();
        let file = OpenOptions::new().append(true).open(&path).with_context(name)?;
        // A crash may have cut off the last record.
        file.set_len((n_head + size_of_val(records)) as u64).with_context(name)?;
        let scores = vec![None; positions.len()];
        let mut work = Self { path, file, positions: positions.into(), scores };
        for known in records {
            let [index @ .., score, _, _, _] = *known;
            let (index, score) = (u32::from_le_bytes(index) as usize, score.cast_signed());
            if index < work.scores.len() && work.record(index, score) == *known {
                work.scores[index] = Some(score);
            }
        }
        Ok(work)
    }

    pub(super) fn n_positions(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn n_solved(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// Solves the remaining positions on `n_threads` threads; `report` receives every score.
    ///
    /// # Errors
    ///
    /// If a score cannot be saved, or [`Interrupted`] once `is_stopped`. Searching threads are left behind.
    pub(super) fn solve(
        &mut self,
        n_threads: NonZeroUsize,
        mut report: impl FnMut(),
        is_stopped: impl Fn() -> bool,
    ) -> Result<()> {
        let solved = self.start(n_threads)?;
        let name = self.path.display().to_string();
        let mut last_sync = Instant::now();
        loop {
            match solved.recv_timeout(CHECK_INTERVAL) {
                Ok((index, score)) => {
                    self.scores[index] = Some(score);
                    let record = self.record(index, score);
                    self.file.write_all(&record).with_context(|| name.clone())?;
                    report();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if is_stopped() {
                return Err(Interrupted.into());
            }
            if last_sync.elapsed() >= SYNC_INTERVAL {
                self.file.sync_data().with_context(|| name.clone())?;
                last_sync = Instant::now();
            }
        }
    }

    /// Every position with its score, once all are solved.
    pub(super) fn scores(&self) -> impl Iterator<Item = (Position<AnySize>, i8)> {
        self.positions.iter().copied().zip(self.scores.iter().flatten().copied())
    }

    /// Deletes the file; call this once the book is written.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }

    /// Starts the threads, which end when nothing is left to solve.
    fn start(&self, n_threads: NonZeroUsize) -> Result<Receiver<(usize, i8)>> {
        let (sender, solved) = mpsc::channel();
        let is_open = |&index: &usize| self.scores[index].is_none();
        let todo: Arc<[usize]> = (0..self.scores.len()).filter(is_open).collect();
        let part = todo.len().div_ceil(MIN_PARTS).clamp(1, MAX_PART);
        let (next, threads) = (Arc::new(AtomicUsize::new(0)), ThreadBudget::new(n_threads));
        let Some(size) = self.positions.first().map(Position::size) else { return Ok(solved) };
        for _ in 0..n_threads.get().min(todo.len().div_ceil(part)) {
            let mut searcher =
                AnySolver::try_with_threads(size, TableSize::default(), threads.clone())?;
            let (todo, next, sender) = (todo.clone(), next.clone(), sender.clone());
            let positions = self.positions.clone();
            let work = move || {
                while let Some(rest) = todo.get(next.fetch_add(part, Ordering::Relaxed)..) {
                    for &index in rest.iter().take(part) {
                        let score = searcher.score(&positions[index]).value() as i8;
                        if sender.send((index, score)).is_err() {
                            return;
                        }
                    }
                }
            };
            thread::Builder::new().stack_size(SEARCH_STACK_BYTES).spawn(work)?;
        }
        Ok(solved)
    }

    /// A score as the file holds it. The checksum covers the position, so that scores of other positions are rejected.
    fn record(&self, index: usize, score: i8) -> Record {
        let key = self.positions[index].key();
        let words = [key as u64, (key >> 64) as u64, score.cast_unsigned().into()];
        // FNV-1a, a word at a time; the upper bits depend on all words.
        let sum = words.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, word| {
            (sum ^ word).wrapping_mul(0x0100_0000_01b3)
        });
        let mut record = [0; 8];
        record[..4].copy_from_slice(&(index as u32).to_le_bytes());
        record[4] = score.cast_unsigned();
        record[5..].copy_from_slice(&sum.to_le_bytes()[5..]);
        record
    }
}

/// Claims the file for the book called `title`, unless it belongs to something else, and returns its contents.
fn claim(path: &Path, title: &str) -> Result<Vec<u8>> {
    let name = path.display();
    let advice = "remove it, or choose another --output";
    let kept = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // Only the folder around it was named by the user.
            let around = path.parent().filter(|around| !around.as_os_str().is_empty());
            let around = around.unwrap_or(Path::new("."));
            let head = format!("{HEAD}{title}\n").into_bytes();
            foursight_files::write(path, &head).with_context(|| around.display().to_string())?;
            return Ok(head);
        }
        kept => kept.unwrap_or_default(),
    };
    let first_line = kept.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let of_book = first_line.strip_prefix(HEAD.as_bytes());
    let of_book = of_book.map(|title| String::from_utf8_lossy(title).into_owned());
    match of_book {
        Some(found) if found == title => Ok(kept),
        Some(found) => {
            Err(UsageError(format!("{name} holds work on another book, {found}; {advice}")).into())
        }
        None => {
            let message =
                format!("{name} is in the way: it does not hold work on a book; {advice}");
            Err(UsageError(message).into())
        }
    }
}

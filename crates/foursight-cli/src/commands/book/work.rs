//! The scores of a book's positions, solved by all threads and kept in a folder, so that a stopped build can resume.
//!
//! The positions are divided into shards, with one file each. A file holds the known scores, from the shard's first
//! position on. Each thread solves one shard; threads without a shard help with the last ones.

#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use foursight::{AnySize, Position};
use foursight_engine::{AnySolver, SEARCH_STACK_BYTES, Solve, TableSize, ThreadBudget};

use crate::failure::{Interrupted, UsageError};

/// Maximum number of positions in a shard. Neighboring positions share table entries.
const MAX_SHARD: usize = 512;

/// Minimum number of shards, so that every thread has a share even of a small book.
const MIN_SHARDS: usize = 64;

/// Maximum amount of work that a crash can cost.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Maximum delay of Ctrl-C.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The file that says which book a folder belongs to.
const TITLE_FILE: &str = "book.txt";

/// The work on one book, in its own folder.
pub(super) struct Work {
    folder: PathBuf,
    positions: Arc<[Position<AnySize>]>,
    shards: Vec<Shard>,
}

#[derive(Default)]
struct Shard {
    scores: Vec<i8>,
    /// The number of scores in the shard's file.
    n_saved: usize,
}

/// The score of the next position of a shard.
struct Solved {
    shard: usize,
    score: i8,
}

impl Work {
    /// The work in `folder` on the book called `title` that stores `positions`.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or belongs to something else.
    pub(super) fn open(
        folder: PathBuf,
        title: &str,
        positions: Vec<Position<AnySize>>,
    ) -> Result<Self> {
        claim(&folder, title)?;
        let n_shards = positions.len().div_ceil(shard_size(positions.len()));
        let mut work = Self { folder, positions: positions.into(), shards: Vec::new() };
        work.shards = (0..n_shards).map(|index| work.read(index)).collect();
        Ok(work)
    }

    pub(super) fn n_positions(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn n_solved(&self) -> usize {
        self.shards.iter().map(|shard| shard.scores.len()).sum()
    }

    /// Solves the remaining positions on `n_threads` threads; `report` receives every score.
    ///
    /// # Errors
    ///
    /// If scores cannot be saved, or [`Interrupted`] once `is_stopped`; solved scores are then saved. Searching threads
    /// are left behind.
    pub(super) fn solve(
        &mut self,
        n_threads: NonZeroUsize,
        mut report: impl FnMut(),
        is_stopped: impl Fn() -> bool,
    ) -> Result<()> {
        let solved = self.start(n_threads)?;
        let mut last_save = Instant::now();
        loop {
            match solved.recv_timeout(CHECK_INTERVAL) {
                Ok(Solved { shard: index, score }) => {
                    self.shards[index].scores.push(score);
                    if self.shards[index].scores.len() == self.positions_of(index).len() {
                        self.save(index)?;
                    }
                    report();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if is_stopped() {
                self.save_all()?;
                return Err(Interrupted.into());
            }
            if last_save.elapsed() >= SAVE_INTERVAL {
                self.save_all()?;
                last_save = Instant::now();
            }
        }
    }

    /// Every position with its score, once all are solved.
    pub(super) fn scores(&self) -> impl Iterator<Item = (Position<AnySize>, i8)> {
        let scores = self.shards.iter().flat_map(|shard| &shard.scores);
        self.positions.iter().copied().zip(scores.copied())
    }

    /// Deletes the folder; call this once the book is written.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(self.folder)
    }

    /// Starts the threads, which end when nothing is left to solve.
    fn start(&self, n_threads: NonZeroUsize) -> Result<Receiver<Solved>> {
        let (sender, solved) = mpsc::channel();
        let mut todo = Vec::new();
        for (index, shard) in self.shards.iter().enumerate() {
            let first = index * shard_size(self.positions.len());
            let positions = first + shard.scores.len()..first + self.positions_of(index).len();
            if !positions.is_empty() {
                todo.push((index, positions));
            }
        }
        let (todo, next) = (Arc::new(todo), Arc::new(AtomicUsize::new(0)));
        let threads = ThreadBudget::new(n_threads);
        let Some(size) = self.positions.first().map(Position::size) else { return Ok(solved) };
        for _ in 0..n_threads.get().min(todo.len()) {
            let mut searcher =
                AnySolver::try_with_threads(size, TableSize::default(), threads.clone())?;
            let (todo, next, sender) = (todo.clone(), next.clone(), sender.clone());
            let positions = self.positions.clone();
            let work = move || {
                while let Some((shard, range)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if solve_shard(*shard, &positions[range.clone()], &mut searcher, &sender)
                        .is_err()
                    {
                        return;
                    }
                }
            };
            thread::Builder::new().stack_size(SEARCH_STACK_BYTES).spawn(work)?;
        }
        Ok(solved)
    }

    fn positions_of(&self, index: usize) -> &[Position<AnySize>] {
        let size = shard_size(self.positions.len());
        let rest = &self.positions[index * size..];
        &rest[..rest.len().min(size)]
    }

    fn path(&self, index: usize) -> PathBuf {
        self.folder.join(format!("{index:05}.scores"))
    }

    /// The known scores of a shard; none if its file is damaged.
    fn read(&self, index: usize) -> Shard {
        let scores = fs::read(self.path(index)).ok().and_then(|bytes| {
            let (scores, sum) = bytes.split_last_chunk::<8>()?;
            let is_whole = scores.len() <= self.positions_of(index).len()
                && u64::from_le_bytes(*sum) == self.checksum(index, scores);
            is_whole.then(|| scores.iter().map(|&score| score as i8).collect())
        });
        let scores: Vec<i8> = scores.unwrap_or_default();
        Shard { n_saved: scores.len(), scores }
    }

    fn save_all(&mut self) -> Result<()> {
        (0..self.shards.len()).try_for_each(|index| self.save(index))
    }

    /// Saves the scores of a shard, if there are new ones.
    fn save(&mut self, index: usize) -> Result<()> {
        let Shard { scores, n_saved } = &self.shards[index];
        if scores.len() == *n_saved {
            return Ok(());
        }
        let mut bytes: Vec<u8> = scores.iter().map(|&score| score as u8).collect();
        bytes.extend(self.checksum(index, &bytes).to_le_bytes());
        write(&self.path(index), &bytes)?;
        self.shards[index].n_saved = bytes.len() - size_of::<u64>();
        Ok(())
    }

    /// A checksum over scores and their positions, so that scores of other positions are rejected.
    fn checksum(&self, index: usize, scores: &[u8]) -> u64 {
        let positions = &self.positions_of(index)[..scores.len()];
        let keys = positions.iter().flat_map(|p| [p.key() as u64, (p.key() >> 64) as u64]);
        let scores = scores.iter().map(|&score| u64::from(score));
        // FNV-1a, a word at a time.
        keys.chain(scores)
            .fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
    }
}

/// Number of positions in each shard but the last.
fn shard_size(n_positions: usize) -> usize {
    n_positions.div_ceil(MIN_SHARDS).clamp(1, MAX_SHARD)
}

fn solve_shard(
    shard: usize,
    positions: &[Position<AnySize>],
    searcher: &mut AnySolver,
    solved: &Sender<Solved>,
) -> Result<(), mpsc::SendError<Solved>> {
    positions.iter().try_for_each(|position| {
        let score = searcher.score(position).value() as i8;
        solved.send(Solved { shard, score })
    })
}

/// Claims `folder` for the book called `title`, unless it belongs to something else.
fn claim(folder: &Path, title: &str) -> Result<()> {
    let name = || folder.display().to_string();
    if let Err(error) = fs::create_dir(folder)
        && error.kind() != io::ErrorKind::AlreadyExists
    {
        // The folder around it does not let it be created, and only that one was named by the user.
        let around = folder.parent().filter(|around| !around.as_os_str().is_empty());
        let around = around.unwrap_or(Path::new("."));
        return Err(error).with_context(|| around.display().to_string());
    }
    let path = folder.join(TITLE_FILE);
    let advice = "remove it, or choose another --output";
    match fs::read_to_string(&path) {
        Ok(found) if found.trim() == title => Ok(()),
        Ok(found) => {
            let found = found.trim();
            Err(UsageError(format!("{} holds work on another book, {found}; {advice}", name()))
                .into())
        }
        Err(_) if fs::read_dir(folder).with_context(name)?.next().is_some() => {
            let message =
                format!("{} is in the way: it does not hold work on a book; {advice}", name());
            Err(UsageError(message).into())
        }
        Err(_) => write(&path, format!("{title}\n").as_bytes()),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    foursight_files::write(path, bytes).with_context(|| path.display().to_string())
}

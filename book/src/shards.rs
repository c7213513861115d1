//! The scores of a book's positions, solved a shard at a time.
//!
//! A shard is a run of positions in the order of `stored_positions`. Each finished one is a file, so
//! that a build can be stopped at any moment and goes on where it was.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result};
use foursight::{Position, STANDARD};
use foursight_engine::{Solve, Solver};
use indicatif::ProgressBar;

/// How many positions a shard has: a few seconds of work.
const SHARD_SIZE: usize = 512;

/// The shards of one book, in a folder of their own.
pub(crate) struct Shards<'a> {
    folder: PathBuf,
    positions: &'a [Position],
}

impl<'a> Shards<'a> {
    /// The shards of the book that stores `positions`, kept in `folder`.
    pub(crate) fn open(folder: PathBuf, positions: &'a [Position]) -> Result<Self> {
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Self { folder, positions })
    }

    /// The score of every position, in order: read where they are known, else solved on `n_threads` threads.
    pub(crate) fn scores(
        &self,
        n_threads: NonZeroUsize,
        progress: &ProgressBar,
    ) -> Result<Vec<i8>> {
        let todo: Vec<usize> =
            (0..self.count()).filter(|&index| self.read(index).is_none()).collect();
        let n_todo: usize = todo.iter().map(|&index| self.positions_of(index).len()).sum();
        progress.set_length(n_todo as u64);
        let next = AtomicUsize::new(0);
        let work = || -> Result<()> {
            let mut solver = Solver::new(STANDARD);
            while let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                let scores = solve(&mut solver, self.positions_of(index), progress);
                self.write(index, &scores)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..n_threads.get()).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("a worker does not panic"))
        })?;
        let shards = (0..self.count()).map(|index| {
            self.read(index).with_context(|| format!("{} is damaged", self.path(index).display()))
        });
        Ok(shards.collect::<Result<Vec<_>>>()?.concat())
    }

    fn count(&self) -> usize {
        self.positions.len().div_ceil(SHARD_SIZE)
    }

    fn positions_of(&self, index: usize) -> &'a [Position] {
        self.positions.chunks(SHARD_SIZE).nth(index).expect("there is such a shard")
    }

    fn path(&self, index: usize) -> PathBuf {
        self.folder.join(format!("{index:05}.scores"))
    }

    /// The scores of a finished shard.
    fn read(&self, index: usize) -> Option<Vec<i8>> {
        let bytes = fs::read(self.path(index)).ok()?;
        let (scores, sum) = bytes.split_last_chunk::<8>()?;
        let is_whole = scores.len() == self.positions_of(index).len()
            && u64::from_le_bytes(*sum) == self.checksum(index, scores);
        is_whole.then(|| scores.iter().map(|&score| score as i8).collect())
    }

    fn write(&self, index: usize, scores: &[i8]) -> Result<()> {
        let mut bytes: Vec<u8> = scores.iter().map(|&score| score as u8).collect();
        let sum = self.checksum(index, &bytes);
        bytes.extend(sum.to_le_bytes());
        let path = self.path(index);
        foursight_files::write(&path, &bytes).with_context(|| path.display().to_string())
    }

    /// A checksum over scores and positions: a shard of another order is not taken for this one.
    fn checksum(&self, index: usize, scores: &[u8]) -> u64 {
        let keys = self.positions_of(index).iter().map(Position::key);
        let scores = scores.iter().map(|&score| u64::from(score));
        // FNV-1a, a word at a time.
        keys.chain(scores)
            .fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
    }
}

fn solve(solver: &mut Solver, positions: &[Position], progress: &ProgressBar) -> Vec<i8> {
    let score = |position: &Position| {
        let score = solver.score(position);
        progress.inc(1);
        score.value() as i8
    };
    positions.iter().map(score).collect()
}

#[cfg(test)]
mod tests {
    use foursight::Column;

    use super::*;

    /// Open positions of 28 plies, by random moves.
    fn positions(n_positions: usize) -> Vec<Position> {
        let mut random = fastrand::Rng::with_seed(6);
        let mut positions = Vec::new();
        while positions.len() < n_positions {
            let mut position = Position::new();
            while position.ply() < 28 {
                let moves: Vec<Column> = position.moves().collect();
                let Some(column) = random.choice(moves) else { break };
                position = position.play(column).expect("the move is legal");
            }
            if position.ply() == 28 && position.outcome().is_none() {
                positions.push(position);
            }
        }
        positions
    }

    #[test]
    fn a_build_goes_on_where_it_was() {
        let folder = std::env::temp_dir().join(format!("foursight-shards-{}", std::process::id()));
        let positions = positions(SHARD_SIZE + 300);
        let shards = Shards::open(folder.clone(), &positions).unwrap();
        let progress = ProgressBar::hidden();
        let scores = shards.scores(NonZeroUsize::MIN, &progress).unwrap();
        assert_eq!(progress.position(), positions.len() as u64);
        let mut solver = Solver::new(STANDARD);
        let expected: Vec<i8> =
            positions.iter().map(|position| solver.score(position).value() as i8).collect();
        assert_eq!(scores, expected);

        // The second shard is cut short, and a third is left that was being written.
        let second = fs::read(shards.path(1)).unwrap();
        fs::write(shards.path(1), &second[..100]).unwrap();
        fs::write(shards.path(2).with_extension("1.tmp"), "half").unwrap();
        let progress = ProgressBar::hidden();
        assert_eq!(shards.scores(NonZeroUsize::new(2).unwrap(), &progress).unwrap(), expected);
        assert_eq!(progress.position(), 300, "only what is missing is solved again");

        // Shards of other positions are not taken for these.
        let others: Vec<Position> = positions.iter().rev().copied().collect();
        let progress = ProgressBar::hidden();
        let shards = Shards::open(folder.clone(), &others).unwrap();
        let reversed = shards.scores(NonZeroUsize::MIN, &progress).unwrap();
        assert!(reversed.iter().eq(expected.iter().rev()));
        fs::remove_dir_all(folder).unwrap();
    }
}

//! Puzzles that have been found.

use rusqlite::OptionalExtension;

use super::{Store, StoreFault};

/// What is stored of a puzzle; the rest follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredPuzzle {
    pub(crate) id: u32,
    /// The position, as columns from 1.
    pub(crate) moves: String,
    /// `win` or `draw`.
    pub(crate) goal: String,
    /// The column that does it, from 1.
    pub(crate) solution: usize,
}

impl Store {
    pub(crate) async fn puzzle(&self, id: u32) -> Result<Option<StoredPuzzle>, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT moves, goal, solution FROM puzzle WHERE id = ?";
            let read = |row: &rusqlite::Row<'_>| {
                let solution: u32 = row.get(2)?;
                let (moves, goal) = (row.get(0)?, row.get(1)?);
                Ok(StoredPuzzle { id, moves, goal, solution: solution as usize })
            };
            connection.prepare_cached(query)?.query_row([id], read).optional()
        })
        .await
    }

    pub(crate) async fn save_puzzle(&self, puzzle: StoredPuzzle) -> Result<(), StoreFault> {
        self.write(move |connection| {
            let StoredPuzzle { id, moves, goal, solution } = puzzle;
            let save =
                "INSERT OR REPLACE INTO puzzle (id, moves, goal, solution) VALUES (?, ?, ?, ?)";
            connection.prepare_cached(save)?.execute((id, moves, goal, solution as u32))?;
            Ok(())
        })
        .await
    }
}

//! Puzzles that have been found.

use foursight_answers::puzzle::Puzzle;
use rusqlite::OptionalExtension;

use super::{Store, StoreFault};

impl Store {
    pub(crate) async fn puzzle(&self, id: u32) -> Result<Option<Puzzle>, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT moves, goal, solution FROM puzzle WHERE id = ?";
            let read = |row: &rusqlite::Row<'_>| {
                let solution: u32 = row.get(2)?;
                let (moves, goal) = (row.get(0)?, row.get(1)?);
                Ok(Puzzle { id, moves, goal, solution: solution as usize })
            };
            connection.prepare_cached(query)?.query_row([id], read).optional()
        })
        .await
    }

    pub(crate) async fn save_puzzle(&self, puzzle: Puzzle) -> Result<(), StoreFault> {
        self.write(move |connection| {
            let Puzzle { id, moves, goal, solution } = puzzle;
            let save =
                "INSERT OR REPLACE INTO puzzle (id, moves, goal, solution) VALUES (?, ?, ?, ?)";
            connection.prepare_cached(save)?.execute((id, moves, goal, solution as u32))?;
            Ok(())
        })
        .await
    }
}

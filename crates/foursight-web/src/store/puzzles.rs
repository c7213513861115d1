//! Puzzles that have been found.

use foursight_answers::puzzle::{Puzzle, PuzzleGoal};
use rusqlite::OptionalExtension;

use super::{Store, StoreFault, unreadable};

impl Store {
    pub(crate) async fn puzzle(&self, id: u32) -> Result<Option<Puzzle>, StoreFault> {
        self.read(move |connection| {
            let query = "SELECT moves, goal, solution FROM puzzle WHERE id = ?";
            let read = |row: &rusqlite::Row<'_>| {
                let solution: u32 = row.get(2)?;
                let (moves, goal): (_, String) = (row.get(0)?, row.get(1)?);
                let unknown = || unreadable(format!("puzzle {id}, goal: {goal:?} is not known"));
                let goal = PuzzleGoal::named(&goal).ok_or_else(unknown)?;
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
            connection.prepare_cached(save)?.execute((id, moves, goal.name(), solution as u32))?;
            Ok(())
        })
        .await
    }
}

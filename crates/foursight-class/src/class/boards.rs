//! The boards of running games and those that have just ended, for whoever watches.

use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

use foursight::{AnySize, Column, Game};
use foursight_arena::Console;

use super::Class;
use crate::seat::Seat;
use crate::store::Fixture;

/// How many boards are kept even if their games are over: a page that shows two always has them.
const N_KEPT: usize = 2;

/// The boards of games, by their pairs and halves.
pub(super) type Boards = BTreeMap<(i64, u8), Board>;

/// The board of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Who moved first, and who second.
    pub(crate) seats: [Seat; 2],
    pub(crate) moves: Vec<Column>,
    pub(crate) is_over: bool,
}

/// Keeps the board of a game for those who watch, until the game is over.
pub(super) struct Watched<'a> {
    class: &'a Class,
    fixture: &'a Fixture,
}

impl Class {
    fn boards_locked(&self) -> MutexGuard<'_, Boards> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The boards of running games, the newest first, and then those of the last games.
    pub(crate) fn boards(&self) -> Vec<Board> {
        let mut boards: Vec<Board> = self.boards_locked().values().rev().cloned().collect();
        boards.sort_by_key(|board| board.is_over);
        boards
    }

    pub(super) fn watched<'a>(&'a self, fixture: &'a Fixture) -> Watched<'a> {
        Watched { class: self, fixture }
    }
}

impl Console for Watched<'_> {
    fn choose(&mut self, _: &Game<AnySize>) -> Option<Column> {
        None
    }

    fn print(&mut self, _: &str) {}

    fn read_line(&mut self, _: &str) -> Option<String> {
        None
    }

    fn watch(&mut self, game: &Game<AnySize>) {
        let Fixture { pair, half, seats, .. } = *self.fixture;
        let board = Board { seats, moves: game.moves().to_vec(), is_over: false };
        let mut boards = self.class.boards_locked();
        boards.insert((pair, half), board);
        while boards.len() > N_KEPT {
            let Some(&oldest) = boards.iter().find(|(_, board)| board.is_over).map(|(key, _)| key)
            else {
                break;
            };
            boards.remove(&oldest);
        }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let key = (self.fixture.pair, self.fixture.half);
        if let Some(board) = self.class.boards_locked().get_mut(&key) {
            board.is_over = true;
        }
    }
}

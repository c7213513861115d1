//! The boards of running and just finished games, for spectators.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foursight::notation::moves;
use foursight::{AnySize, Game};
use foursight_arena::Console;

use super::{Class, Inner};

/// The number of boards kept even if their games are over, so that a page can always show two.
const N_KEPT: usize = 2;

/// The boards of games. A new one takes the place of the one whose game has been over for longest.
#[derive(Clone, Default)]
pub(super) struct Boards(Arc<Mutex<BoardList>>);

#[derive(Default)]
struct BoardList {
    boards: Vec<Board>,
    n_games: usize,
}

/// The board of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The number of the game, since the server's start.
    number: usize,
    is_final: bool,
    /// The names of red and yellow.
    pub(crate) players: [String; 2],
    pub(crate) moves: String,
    pub(crate) is_over: bool,
}

/// Keeps the board of a game up to date; the game is over once this value is dropped.
struct Watched {
    boards: Boards,
    number: usize,
}

impl Boards {
    fn list(&self) -> MutexGuard<'_, BoardList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets all boards.
    pub(super) fn clear(&self) {
        self.list().boards.clear();
    }

    /// Shows the board of a new game, of the ladder or of a final tournament, between players with these stored names.
    pub(super) fn watched(&self, players: [&str; 2], is_final: bool) -> Box<dyn Console> {
        let BoardList { boards, n_games } = &mut *self.list();
        let number = *n_games;
        *n_games += 1;
        let players = players.map(str::to_owned);
        let new = Board { number, is_final, players, moves: String::new(), is_over: false };
        let is_full = boards.len() >= N_KEPT;
        let over = boards.iter_mut().filter(|board| board.is_over && is_full);
        match over.min_by_key(|board| board.number) {
            Some(old) => *old = new,
            None => boards.push(new),
        }
        Box::new(Watched { boards: self.clone(), number })
    }
}

impl Class {
    /// The boards of running games, then those of the latest finished games. During a final tournament, these are the
    /// tournament's games.
    pub(crate) fn boards(&self, inner: &Inner) -> rusqlite::Result<Vec<Board>> {
        let mut boards = self.boards.list().boards.clone();
        let is_final = inner.store.running_final()?.is_some();
        boards.retain(|board| board.is_final || !is_final);
        inner.name_for_class(boards.iter_mut().flat_map(|board| &mut board.players))?;
        boards.sort_by_key(|board| board.is_over);
        Ok(boards)
    }
}

impl Watched {
    fn change(&self, change: impl FnOnce(&mut Board)) {
        // A final tournament that is stopped may end after the next one has begun.
        let mut list = self.boards.list();
        if let Some(board) = list.boards.iter_mut().find(|board| board.number == self.number) {
            change(board);
        }
    }
}

impl Console for Watched {
    fn watch(&mut self, game: &Game<AnySize>) {
        self.change(|board| board.moves = moves::write(game.moves()));
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.change(|board| board.is_over = true);
    }
}

//! The boards of running and just finished games, for spectators.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use foursight_arena::Console;

use super::{Class, Inner};
use crate::seat::Seat;
use crate::store::Fixture;

/// The number of boards kept even if their games are over, so that a page can always show two.
const N_KEPT: usize = 2;

/// The boards of games, by their pairs and halves.
pub(super) type Boards = BTreeMap<(i64, u8), LadderBoard>;

/// The board of a game of the ladder.
#[derive(Clone)]
pub(super) struct LadderBoard {
    seats: [Seat; 2],
    moves: Vec<Column>,
    is_over: bool,
}

/// The board of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The names of red and yellow.
    pub(crate) players: [String; 2],
    pub(crate) moves: String,
    pub(crate) is_over: bool,
}

/// Keeps the board of a game for spectators until the game is over.
pub(super) struct Watched<'a> {
    class: &'a Class,
    fixture: &'a Fixture,
}

impl Class {
    fn boards_locked(&self) -> MutexGuard<'_, Boards> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The boards of running games, newest first, then the boards of the latest finished games. During a final
    /// tournament, these are the tournament's games.
    pub(crate) fn boards(&self, inner: &Inner) -> rusqlite::Result<Vec<Board>> {
        let mut boards = match inner.store.running_final()? {
            Some(_) => self.boards_of_final(inner)?,
            None => self.boards_of_ladder(inner)?,
        };
        boards.sort_by_key(|board| board.is_over);
        Ok(boards)
    }

    fn boards_of_ladder(&self, inner: &Inner) -> rusqlite::Result<Vec<Board>> {
        let boards: Vec<LadderBoard> = self.boards_locked().values().rev().cloned().collect();
        let named = boards.into_iter().map(|board| {
            let [red, yellow] = board.seats;
            let players = [inner.name(red)?, inner.name(yellow)?];
            Ok(Board { players, moves: moves::write(&board.moves), is_over: board.is_over })
        });
        named.collect()
    }

    /// The boards of a final tournament; empty before its first game.
    fn boards_of_final(&self, inner: &Inner) -> rusqlite::Result<Vec<Board>> {
        let mut boards = final_boards(&self.final_boards).clone();
        inner.name_for_class(boards.iter_mut().flat_map(|board| &mut board.players))?;
        Ok(boards)
    }

    /// Forgets the boards of the last final tournament.
    pub(super) fn clear_final_boards(&self) {
        final_boards(&self.final_boards).clear();
    }

    /// Shows the board of a game of a final tournament between these players; once it is over, another game may take
    /// its place.
    pub(super) fn final_board(&self, players: [&str; 2]) -> Box<dyn Console> {
        let players = players.map(str::to_owned);
        let new = Board { players, moves: String::new(), is_over: false };
        let mut boards = final_boards(&self.final_boards);
        let place = boards.iter().position(|board| board.is_over).unwrap_or(boards.len());
        match boards.get_mut(place) {
            Some(old) => *old = new,
            None => boards.push(new),
        }
        Box::new(FinalBoard { boards: Arc::clone(&self.final_boards), place })
    }

    pub(super) fn watched<'a>(&'a self, fixture: &'a Fixture) -> Watched<'a> {
        Watched { class: self, fixture }
    }
}

impl Console for Watched<'_> {
    fn watch(&mut self, game: &Game<AnySize>) {
        let Fixture { pair, half, seats, .. } = *self.fixture;
        let board = LadderBoard { seats, moves: game.moves().to_vec(), is_over: false };
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

/// The board of a running game of a final tournament; the game is over once this value is dropped.
struct FinalBoard {
    boards: Arc<Mutex<Vec<Board>>>,
    place: usize,
}

fn final_boards(boards: &Mutex<Vec<Board>>) -> MutexGuard<'_, Vec<Board>> {
    boards.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FinalBoard {
    fn change(&self, change: impl FnOnce(&mut Board)) {
        // A tournament that is stopped may end after the next one has begun.
        if let Some(board) = final_boards(&self.boards).get_mut(self.place) {
            change(board);
        }
    }
}

impl Console for FinalBoard {
    fn watch(&mut self, game: &Game<AnySize>) {
        self.change(|board| board.moves = moves::write(game.moves()));
    }
}

impl Drop for FinalBoard {
    fn drop(&mut self) {
        self.change(|board| board.is_over = true);
    }
}

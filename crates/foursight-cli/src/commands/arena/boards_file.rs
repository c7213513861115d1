//! The boards of running games, in a file, for programs that show them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use foursight::notation::moves;
use foursight::{AnySize, Game};
use foursight_arena::Console;
use serde::Serialize;

#[derive(Serialize)]
struct Board {
    /// Red and yellow.
    players: [String; 2],
    moves: String,
    is_over: bool,
}

/// The boards of all running games; a game that is over stays until another one takes its place.
pub(super) struct Boards {
    path: PathBuf,
    places: Mutex<Vec<Board>>,
}

/// One of these boards; its game is over once this value is dropped.
struct View {
    boards: Arc<Boards>,
    place: usize,
}

impl Boards {
    /// The file is written immediately, so that an unwritable file is noticed before the first
    /// game.
    pub(super) fn new(path: &Path) -> io::Result<Arc<Self>> {
        let boards = Self { path: path.to_owned(), places: Mutex::default() };
        boards.write(&[])?;
        Ok(Arc::new(boards))
    }

    /// The observer of a game between these players.
    pub(super) fn view(self: &Arc<Self>, players: [String; 2]) -> Box<dyn Console> {
        let board = Board { players, moves: String::new(), is_over: false };
        let mut place = 0;
        self.change(|places| {
            place = places.iter().position(|board| board.is_over).unwrap_or(places.len());
            match places.get_mut(place) {
                Some(old) => *old = board,
                None => places.push(board),
            }
        });
        Box::new(View { boards: Arc::clone(self), place })
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Board>)) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut places);
        // If the file cannot be written, the tournament continues without spectators.
        let _ = self.write(&places);
    }

    /// A reader of the file sees either the old boards or the new ones.
    fn write(&self, places: &[Board]) -> io::Result<()> {
        let new = self.path.with_extension("new");
        fs::write(&new, serde_json::to_vec(places)?)?;
        fs::rename(&new, &self.path)
    }
}

impl Console for View {
    fn watch(&mut self, game: &Game<AnySize>) {
        self.boards.change(|places| places[self.place].moves = moves::write(game.moves()));
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.boards.change(|places| places[self.place].is_over = true);
    }
}

//! The grades of a tournament's games, in a file beside them.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::report::grade::GradedGame;
use crate::tournament::json_lines::{append, cut_half_lines, read_lines};
use crate::tournament::store_error::StoreError;
use crate::tournament::stored_game::StoredGame;

const GRADES: &str = "grades.jsonl";

/// A line of the file.
#[derive(Deserialize, Serialize)]
struct GradesLine {
    game: usize,
    /// The moves that were graded, because the game may have been replayed since.
    played: String,
    grades: GradedGame,
}

/// The grades that were in a file when it was read.
#[derive(Clone, Debug, Default)]
pub struct StoredGrades(HashMap<(usize, String), GradedGame>);

impl StoredGrades {
    /// The grades in the folder of a tournament, even while another process adds to them.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn read(folder: &Path) -> Result<Self, StoreError> {
        let lines = read_lines::<GradesLine>(&folder.join(GRADES))?;
        Ok(Self(lines.into_iter().map(|line| ((line.game, line.played), line.grades)).collect()))
    }

    /// The grades of a game, if they match its current moves.
    pub fn of(&self, game: &StoredGame) -> Option<&GradedGame> {
        self.0.get(&(game.number, game.all_moves()))
    }
}

/// The file in the folder of a tournament, to add grades to.
#[derive(Debug)]
pub struct GradesFile {
    path: PathBuf,
    file: File,
}

impl GradesFile {
    /// Opens the file, which is created if it is missing; also returns the grades in it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or read.
    pub fn open(folder: &Path) -> Result<(Self, StoredGrades), StoreError> {
        let path = folder.join(GRADES);
        let file = cut_half_lines(&path)?;
        Ok((Self { path, file }, StoredGrades::read(folder)?))
    }

    /// Stores the grades of a game.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add(&mut self, game: &StoredGame, grades: &GradedGame) -> Result<(), StoreError> {
        let (game, played, grades) = (game.number, game.all_moves(), grades.clone());
        append(&mut self.file, &GradesLine { game, played, grades })
            .map_err(|error| StoreError::new(&self.path, error))
    }
}

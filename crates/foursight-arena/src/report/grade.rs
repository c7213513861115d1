//! Grades of moves, from exact scores, and their file beside a tournament's games.
//!
//! The arena does not solve positions: the caller supplies the scores, on the scale of [`foursight::Score`] and for the
//! side to move. The opening, which nobody chose, has no grades.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use foursight::notation::moves;
use foursight::{Accuracy, AnySize, Column, Grade, Lost, Oversight, Player, Score};
use serde::{Deserialize, Serialize};

use crate::tournament::json_lines::StoreError;
use crate::tournament::json_lines::{append, cut_half_lines, read_lines};
use crate::tournament::stored_game::StoredGame;

/// The proved scores of a position: one for each column, `None` where no disc can be played or no score is proved.
pub type ColumnScores = Vec<Option<Score>>;

/// A game whose moves are graded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedGame {
    /// A grade for each of the game's `moves`; `None` where the scores are not known.
    pub moves: Vec<Option<GradedMove>>,
    /// The move to learn from, if it was looked for and there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<GameLesson>,
}

/// The move of a game from which a person can learn most; a solver may know earlier mistakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLesson {
    /// The move, counted in discs from 1, including those of the opening.
    pub number: usize,
    /// A headline and the reason, in sentences.
    pub text: Vec<String>,
}

/// A move and the alternatives to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedMove {
    /// The score of the move.
    pub score: Score,
    /// The scores of all columns before it; the best score is among them.
    pub scores: ColumnScores,
    /// After a mistake, why it was one, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
}

impl GradedMove {
    /// The grade of playing `column` where the columns have these scores; `None` if it has none.
    pub fn new(column: Column, scores: ColumnScores) -> Option<Self> {
        let score = scores.get(column.index()).copied().flatten()?;
        Some(Self { score, scores, why: Vec::new() })
    }

    /// The grade from the score and the best one, without an oversight, which only the position shows.
    pub fn grade(&self) -> Grade {
        Grade::among(self.score, self.scores.iter().flatten().copied())
    }
}

impl GradedGame {
    /// The grade of each move of `game`, which was played on a board of this size; `None` where the
    /// scores are not known.
    pub fn grades(&self, game: &StoredGame, size: AnySize) -> Vec<Option<Grade>> {
        let mut position = moves::position(&game.opening, size).ok();
        let moves = self.moves.iter().zip(game.moves.chars());
        let grades = moves.map(|(graded, symbol)| {
            let played = position.zip(Column::from_symbol(symbol));
            position = played.and_then(|(before, column)| before.play(column).ok());
            let oversight = played.and_then(|(before, column)| Oversight::of_move(&before, column));
            Some(graded.as_ref()?.grade().with_oversight(oversight))
        });
        grades.collect()
    }

    /// The last point from which the loser could no longer avoid the loss; moves are counted in discs from 1, including
    /// those of the opening.
    ///
    /// `None` for a draw, for a game without moves, and if a move that matters has no grade.
    pub fn lost(&self, game: &StoredGame) -> Option<Lost> {
        let loser = game.result.loser()?;
        // A disc placed before the sides were chosen cannot be the move that lost the game.
        let chosen = self.moves.iter().enumerate().skip(game.opening_rule.n_placed());
        Lost::find(chosen.map(|(index, graded)| {
            let number = game.opening.len() + index + 1;
            (number, side(game, index) == loser, graded.as_ref().map(GradedMove::grade))
        }))
    }

    /// The quality of a player's choices.
    pub fn accuracy(&self, game: &StoredGame, size: AnySize, player: Player) -> Accuracy {
        let graded = self.grades(game, size).into_iter().enumerate();
        let chosen = graded.filter(|&(index, _)| game.chooser(index) == player);
        chosen.filter_map(|(_, grade)| grade).collect()
    }
}

/// The side whose disc the game's move with this index is.
fn side(game: &StoredGame, index: usize) -> Player {
    if (game.opening.len() + index).is_multiple_of(2) { Player::First } else { Player::Second }
}

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

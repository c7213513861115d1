//! Grades of moves, from exact scores.
//!
//! The arena does not solve positions: the caller supplies the scores, on the scale of [`foursight::Score`] and for the
//! side to move. The opening, which nobody chose, has no grades.

use foursight::notation::moves;
use foursight::{Accuracy, AnySize, Column, Grade, Oversight, Player, Score};
use serde::{Deserialize, Serialize};

use crate::tournament::stored_game::StoredGame;

/// The proved scores of a position: one for each column, `None` where no disc can be played or no score is proved.
pub type ColumnScores = Vec<Option<Score>>;

/// A game whose moves are graded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedGame {
    /// A grade for each of the game's `moves`; `None` where the scores are not known.
    pub moves: Vec<Option<GradedMove>>,
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

/// The point from which the loser of a game could no longer avoid the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Lost {
    /// After this move, counted in discs from 1, including those of the opening.
    #[strum(to_string = "lost by move {0}")]
    ByMove(usize),
    /// Before any move was chosen.
    #[strum(to_string = "lost from the start")]
    FromTheStart,
    /// Never: something other than the board decided.
    #[strum(to_string = "not lost on the board")]
    NotOnTheBoard,
}

impl GradedMove {
    /// The grade of playing `column` where the columns have these scores; `None` if it has none.
    pub fn new(column: Column, scores: ColumnScores) -> Option<Self> {
        let score = scores.get(column.index()).copied().flatten()?;
        Some(Self { score, scores, why: Vec::new() })
    }

    /// The same move with the reason why it was a mistake.
    #[must_use]
    pub fn with_why(self, why: Vec<String>) -> Self {
        Self { why, ..self }
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

    /// The last point from which the loser could no longer avoid the loss.
    ///
    /// `None` for a draw, for a game without moves, and if a move that matters has no grade.
    pub fn lost(&self, game: &StoredGame) -> Option<Lost> {
        let loser = game.result.loser()?;
        // A disc placed before the sides were chosen cannot be the move that lost the game.
        let chosen = self.moves.iter().enumerate().skip(game.opening_rule.n_placed());
        for (index, graded) in chosen.rev() {
            let graded = graded.as_ref()?;
            let is_own = side(game, index) == loser;
            // What is good for the winner is bad for the loser.
            let is_lost =
                |score: Score| if is_own { score < Score::DRAW } else { score > Score::DRAW };
            if !is_lost(graded.score) {
                return Some(Lost::NotOnTheBoard);
            }
            if !is_lost(graded.grade().best()) {
                return Some(Lost::ByMove(game.opening.len() + index + 1));
            }
        }
        (!self.moves.is_empty()).then_some(Lost::FromTheStart)
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

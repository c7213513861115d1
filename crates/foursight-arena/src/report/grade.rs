//! Grades: what each move of a game was worth, by the exact scores of all moves.
//!
//! A solver is a function from the columns played so far to the score of every column for the side to
//! move, on the scale of [`foursight::Score`]: positive wins, 0 draws, negative loses, and a win one
//! move earlier scores one more. Nobody asks it about the opening, which nobody chose.

use std::fmt;

use foursight::{Accuracy, Column, Grade, Player, Score};
use serde::{Deserialize, Serialize};

use crate::tournament::stored_game::StoredGame;

/// The scores of a position: one for each column, `None` where no disc can be played.
pub type ColumnScores = Vec<Option<i32>>;

/// A game whose moves are graded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedGame {
    /// A grade for each of the game's `moves`; `None` where the solver had no answer.
    pub moves: Vec<Option<GradedMove>>,
}

/// A move beside the others that could have been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedMove {
    /// The score of the move.
    pub score: i32,
    /// The scores of all columns before it.
    pub scores: ColumnScores,
}

/// When the loser of a game was lost for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// By this move, counted in discs from 1, those of the opening among them.
    ByMove(usize),
    /// Before any move was chosen.
    FromTheStart,
    /// Never: something else than the board decided.
    NotOnTheBoard,
}

/// Grades every move of `game` by the scores that `solve` returns for the columns played before it.
///
/// `solve` returns `None` for a position that it cannot solve; the moves of the others are graded.
pub fn grade(
    game: &StoredGame,
    mut solve: impl FnMut(&[Column]) -> Option<ColumnScores>,
) -> GradedGame {
    let columns = |text: &str| text.chars().map_while(Column::from_symbol).collect::<Vec<_>>();
    let mut played = columns(&game.opening);
    let mut moves = Vec::new();
    for column in columns(&game.moves) {
        moves.push(solve(&played).and_then(|scores| GradedMove::new(column, scores)));
        played.push(column);
    }
    GradedGame { moves }
}

impl GradedMove {
    /// The grade of playing `column` where the columns have these scores; `None` if it has none.
    pub fn new(column: Column, scores: ColumnScores) -> Option<Self> {
        let score = scores.get(column.index()).copied().flatten()?;
        Some(Self { score, scores })
    }

    /// The score beside the best one.
    pub fn grade(&self) -> Grade {
        // A score has at most half as many steps as a board has cells, of which there are at most 100.
        let score = |value: i32| Score::new(value as i8);
        Grade::among(score(self.score), self.scores.iter().flatten().map(|&value| score(value)))
    }
}

impl GradedGame {
    /// The moves that changed the result, as in `move 9 turned a win into a draw`.
    pub fn turning_points(&self, game: &StoredGame) -> Vec<String> {
        let changes = self.moves.iter().enumerate().filter_map(|(index, graded)| {
            let grade = graded.as_ref()?.grade();
            let remark = grade.remark().filter(|_| grade.mark().changes_result())?;
            Some(format!("move {} {remark}", game.opening.len() + index + 1))
        });
        changes.collect()
    }

    /// The last moment from which on the loser was lost for good.
    ///
    /// `None` for a draw, for a game without moves, and where the moves that would tell are not
    /// graded.
    pub fn lost(&self, game: &StoredGame) -> Option<Lost> {
        let loser = usize::from(game.result.loser()? == Player::Second);
        // A first disc that was stolen was lost by neither: one chose it for the other to have.
        let chosen = self.moves.iter().enumerate().skip(usize::from(game.stolen));
        for (index, graded) in chosen.rev() {
            let graded = graded.as_ref()?;
            // What is good for the winner is bad for the loser.
            let sign = if seat(game, index) == loser { 1 } else { -1 };
            let is_lost = |score: i32| sign * score < 0;
            if !is_lost(graded.score) {
                return Some(Lost::NotOnTheBoard);
            }
            if !is_lost(graded.grade().best().value()) {
                return Some(Lost::ByMove(game.opening.len() + index + 1));
            }
        }
        (!self.moves.is_empty()).then_some(Lost::FromTheStart)
    }

    /// How well a player chose: 0 had the first disc, 1 the second.
    pub fn accuracy(&self, game: &StoredGame, player: usize) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for (index, graded) in self.moves.iter().enumerate() {
            if let Some(graded) = graded.as_ref().filter(|_| chooser(game, index) == player) {
                accuracy.add(graded.grade().mark());
            }
        }
        accuracy
    }
}

/// Who chose a game's move with this index, as a seat: 0 has the first disc, 1 the second.
///
/// A first disc that was stolen was not chosen by the player who has it.
pub(crate) fn chooser(game: &StoredGame, index: usize) -> usize {
    let is_stolen = game.stolen && game.opening.len() + index == 0;
    if is_stolen { 1 } else { seat(game, index) }
}

/// Whose disc a game's move with this index is: 0 for the player of the first disc, 1 for the other.
fn seat(game: &StoredGame, index: usize) -> usize {
    (game.opening.len() + index) % 2
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByMove(number) => write!(f, "lost by move {number}"),
            Self::FromTheStart => f.write_str("lost from the start"),
            Self::NotOnTheBoard => f.write_str("not lost on the board"),
        }
    }
}

//! Grades: what each move of a game was worth, by the exact scores of all moves.
//!
//! A solver is a function from the columns played so far to the score of every column for the side to
//! move, on the scale of [`foursight::Score`]: positive wins, 0 draws, negative loses, and a win one
//! move earlier scores one more. Nobody asks it about the opening, which nobody chose.

use std::fmt;

use foursight::{Column, Verdict};
use serde::{Deserialize, Serialize};

use crate::record::StoredGame;

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

/// How good a move was. Later variants are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No move scores higher.
    Best,
    /// The same result, but won later or lost sooner.
    Inaccuracy,
    /// A win became a draw.
    Mistake,
    /// A win or a draw became a loss.
    Blunder,
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

    /// The highest score of all moves.
    pub fn best(&self) -> i32 {
        self.scores.iter().flatten().fold(self.score, |best, &score| best.max(score))
    }

    /// How good the move was.
    pub fn mark(&self) -> Mark {
        match (verdict(self.best()), verdict(self.score)) {
            (best, score) if best == score && self.score == self.best() => Mark::Best,
            (best, score) if best == score => Mark::Inaccuracy,
            (_, Verdict::Loss) => Mark::Blunder,
            _ => Mark::Mistake,
        }
    }

    /// What the move did, to go on after "move 9"; `None` for a best move.
    ///
    /// As in `turned a win into a draw` and `wins 2 moves later than it could`.
    pub fn remark(&self) -> Option<String> {
        let moves = match self.best() - self.score {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        match (self.mark(), verdict(self.score)) {
            (Mark::Best, _) => None,
            (Mark::Inaccuracy, Verdict::Loss) => {
                Some(format!("loses {moves} sooner than it could"))
            }
            (Mark::Inaccuracy, _) => Some(format!("wins {moves} later than it could")),
            (_, now) => {
                Some(format!("turned a {} into a {}", word(verdict(self.best())), word(now)))
            }
        }
    }
}

impl GradedGame {
    /// The moves that changed the result, as in `move 9 turned a win into a draw`.
    pub fn turning_points(&self, game: &StoredGame) -> Vec<String> {
        let changes = self.moves.iter().enumerate().filter_map(|(index, graded)| {
            let graded = graded.as_ref().filter(|graded| graded.mark() >= Mark::Mistake)?;
            Some(format!("move {} {}", game.opening.len() + index + 1, graded.remark()?))
        });
        changes.collect()
    }

    /// The last moment from which on the loser was lost for good.
    ///
    /// `None` for a draw, for a game without moves, and where the moves that would tell are not
    /// graded.
    pub fn lost(&self, game: &StoredGame) -> Option<Lost> {
        let loser = loser(game)?;
        for (index, graded) in self.moves.iter().enumerate().rev() {
            let graded = graded.as_ref()?;
            // What is good for the winner is bad for the loser.
            let sign = if seat(game, index) == loser { 1 } else { -1 };
            let is_lost = |score: i32| sign * score < 0;
            if !is_lost(graded.score) {
                return Some(Lost::NotOnTheBoard);
            }
            if !is_lost(graded.best()) {
                return Some(Lost::ByMove(game.opening.len() + index + 1));
            }
        }
        (!self.moves.is_empty()).then_some(Lost::FromTheStart)
    }

    /// How well the player on `seat` played: 0 had the first disc, 1 the second.
    pub fn accuracy(&self, game: &StoredGame, player: usize) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for (index, graded) in self.moves.iter().enumerate() {
            if let Some(graded) = graded.as_ref().filter(|_| seat(game, index) == player) {
                accuracy.add(graded.mark());
            }
        }
        accuracy
    }
}

/// Who played a game's move with this index: 0 for the player of the first disc, 1 for the other.
pub(crate) fn seat(game: &StoredGame, index: usize) -> usize {
    (game.opening.len() + index) % 2
}

/// Who lost a game, as a seat.
pub(crate) fn loser(game: &StoredGame) -> Option<usize> {
    match game.result.as_str() {
        "1-0" => Some(1),
        "0-1" => Some(0),
        _ => None,
    }
}

impl Mark {
    /// What stands behind the move: `??`, `?`, `?!` or nothing.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Best => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
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

/// How many of a player's moves got which mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Moves without a better one.
    pub best: usize,
    /// Moves that only took longer, or less long to a loss.
    pub inaccuracies: usize,
    /// Wins that became draws.
    pub mistakes: usize,
    /// Wins and draws that became losses.
    pub blunders: usize,
}

impl Accuracy {
    /// Counts one more move.
    pub fn add(&mut self, mark: Mark) {
        *match mark {
            Mark::Best => &mut self.best,
            Mark::Inaccuracy => &mut self.inaccuracies,
            Mark::Mistake => &mut self.mistakes,
            Mark::Blunder => &mut self.blunders,
        } += 1;
    }

    /// How many moves were graded.
    pub fn graded(&self) -> usize {
        self.best + self.inaccuracies + self.mistakes + self.blunders
    }

    /// The share of best moves, from 0 to 1; `None` if no move was graded.
    pub fn best_share(&self) -> Option<f64> {
        (self.graded() > 0).then(|| self.best as f64 / self.graded() as f64)
    }

    /// The share of moves that kept the result, from 0 to 1; `None` if no move was graded.
    pub fn kept_share(&self) -> Option<f64> {
        let kept = self.best + self.inaccuracies;
        (self.graded() > 0).then(|| kept as f64 / self.graded() as f64)
    }
}

impl std::ops::AddAssign for Accuracy {
    fn add_assign(&mut self, other: Self) {
        self.best += other.best;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }
}

fn verdict(score: i32) -> Verdict {
    match score.signum() {
        1 => Verdict::Win,
        0 => Verdict::Draw,
        _ => Verdict::Loss,
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

//! What the engine knows of positions: the score of every move, and what is made of it.

use std::collections::HashMap;

use foursight::{AnySize, Column, Game, Grade, Player, Position, Score};
use foursight_engine::{Forecast, Solution};

/// What is known of the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// The legal moves that were looked at, with their values for the side that plays them.
    pub(crate) moves: Vec<(Column, Solution)>,
    /// A move that looks good where the values do not say which is best.
    pub(crate) advice: Option<Column>,
    /// Whether nothing will be added.
    pub(crate) is_complete: bool,
}

impl Evaluation {
    pub(crate) fn of(&self, column: Column) -> Option<&Solution> {
        self.moves.iter().find(|(known, _)| *known == column).map(|(_, solution)| solution)
    }

    /// The score of the position for the side to move, if that of every move is proved.
    pub(crate) fn score(&self) -> Option<Score> {
        let scores = self.moves.iter().map(|(_, solution)| solution.score());
        let scores: Option<Vec<Score>> = scores.collect();
        scores?.into_iter().max().filter(|_| self.is_complete)
    }

    /// The moves than which none is better, if that is proved.
    pub(crate) fn best(&self) -> Vec<Column> {
        if !self.is_complete {
            return Vec::new();
        }
        let upper = self.moves.iter().map(|(_, solution)| solution.upper).max();
        let is_best = |(_, solution): &&(Column, Solution)| Some(solution.lower) >= upper;
        self.moves.iter().filter(is_best).map(|&(column, _)| column).collect()
    }

    fn grade(&self, column: Column) -> Option<Grade> {
        self.score()?;
        let score = self.of(column)?.score()?;
        Some(Grade::among(score, self.moves.iter().filter_map(|(_, solution)| solution.score())))
    }
}

/// What a value means, for people: `wins in 7 moves`.
pub(crate) fn words(position: &Position<AnySize>, solution: &Solution) -> String {
    Forecast::new(solution, position).to_string()
}

/// Positions that were evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluations {
    known: HashMap<Position<AnySize>, Evaluation>,
}

impl Evaluations {
    /// How many positions are kept: more than any game has.
    const CAPACITY: usize = 10_000;

    pub(crate) fn insert(&mut self, position: Position<AnySize>, evaluation: Evaluation) {
        if self.known.len() >= Self::CAPACITY {
            self.known.clear();
        }
        self.known.insert(position, evaluation);
    }

    pub(crate) fn get(&self, position: &Position<AnySize>) -> Option<&Evaluation> {
        self.known.get(position)
    }

    /// Whether there is nothing more to find out about `position`.
    pub(crate) fn is_complete(&self, position: &Position<AnySize>) -> bool {
        let is_over = position.outcome().is_some();
        is_over || self.get(position).is_some_and(|evaluation| evaluation.is_complete)
    }

    /// The grade of the move after `ply` moves of `game`, if it is known.
    pub(crate) fn grade(&self, game: &Game<AnySize>, ply: usize) -> Option<Grade> {
        let column = *game.moves().get(ply)?;
        self.get(&game.positions()[ply])?.grade(column)
    }

    /// The score of `position` as the first player sees it, if it is known.
    pub(crate) fn for_first(&self, position: &Position<AnySize>) -> Option<Score> {
        let score = Score::at_end(position).or_else(|| self.get(position)?.score())?;
        Some(if position.side_to_move() == Player::First { score } else { -score })
    }
}

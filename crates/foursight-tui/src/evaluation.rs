//! Scores of positions, as far as the engine has found them, and the grades derived from them.

use std::collections::HashMap;

use foursight::{AnySize, Column, Game, Position, Size};
use foursight_engine::review::Review;
use foursight_engine::{Advice, Forecast, Guess, MoveScores, Solution};

/// The known results of a position's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// The values of the moves examined, for the side that plays them.
    pub(crate) scores: MoveScores,
    /// The move to play if the values do not show which is best.
    pub(crate) guess: Option<Guess>,
    /// Whether no further results will arrive.
    pub(crate) is_complete: bool,
}

impl Evaluation {
    /// An evaluation without any results yet.
    pub(crate) fn new(size: AnySize) -> Self {
        Self { scores: size.columns().map(|_| None).collect(), guess: None, is_complete: false }
    }

    /// The scores of the moves of `position`, from the values; `None` if these do not show which move is best.
    pub(crate) fn advice(&self, position: &Position<AnySize>) -> Option<Advice> {
        if self.is_complete { Advice::new(&self.scores, position) } else { None }
    }

    /// The moves to mark with a star: never a guess.
    pub(crate) fn recommended(&self, position: &Position<AnySize>) -> Vec<Column> {
        self.advice(position).map_or(Vec::new(), |advice| advice.recommended().to_vec())
    }
}

/// The meaning of a value, for people: `wins in 7 moves`.
pub(crate) fn words(position: &Position<AnySize>, solution: &Solution) -> String {
    Forecast::new(solution, position).to_string()
}

/// Positions that were evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluations {
    known: HashMap<Position<AnySize>, Evaluation>,
}

impl Evaluations {
    /// The maximum number of positions kept: more than any game has.
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

    /// The review of `game`, as far as its positions are known.
    pub(crate) fn review(&self, game: &Game<AnySize>) -> Review {
        Review::new(game, |position| {
            let known = self.get(position).filter(|evaluation| evaluation.is_complete);
            known.map(|evaluation| evaluation.scores.clone())
        })
    }
}

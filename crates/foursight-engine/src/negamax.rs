//! The simplest possible solver, for testing the real one.

use std::collections::HashMap;

use foursight::{Position, Score, Size};

/// Negamax that remembers scores until there are too many.
pub(crate) struct Negamax<S: Size>(HashMap<Position<S>, i32>);

impl<S: Size> Negamax<S> {
    pub(crate) fn score(&mut self, position: &Position<S>) -> i32 {
        if let Some(score) = Score::at_end(position) {
            return score.value();
        }
        if let Some(&score) = self.0.get(position) {
            return score;
        }
        let next = position.moves().map(|column| position.play(column).expect("it is legal"));
        let score = next.map(|next| -self.score(&next)).max().unwrap_or(0);
        if self.0.len() > MAX_SCORES {
            self.0.clear();
        }
        self.0.insert(*position, score);
        score
    }

    /// The open positions that it has scored, with their scores.
    pub(crate) fn scores(&self) -> impl Iterator<Item = (&Position<S>, i32)> {
        self.0.iter().map(|(position, &score)| (position, score))
    }
}

impl<S: Size> Default for Negamax<S> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

const MAX_SCORES: usize = 4_000_000;

/// A position after `ply` random discs, none of which wins; nor can the next disc win.
pub(crate) fn random_position<S: Size>(
    size: S,
    ply: usize,
    random: &mut fastrand::Rng,
) -> Option<Position<S>> {
    let mut position = Position::empty(size);
    for _ in 0..ply {
        let moves = position.moves().filter(|&column| !position.is_winning_move(column));
        position = position.play(random.choice(moves.collect::<Vec<_>>())?).expect("it is legal");
    }
    let is_won_next = position.moves().any(|column| position.is_winning_move(column));
    (!is_won_next && !position.is_full()).then_some(position)
}

//! The random choices of a match: openings and the seeds of levels.

use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use foursight::{Column, Player};

/// The openings and seeds of a match, all derived from one seed: an opening for each pair of games, then a seed for
/// each contestant in each game.
pub(super) struct Draws<F>(Mutex<Drawn<F>>);

struct Drawn<F> {
    random: Rng,
    draw_opening: F,
    pairs: Vec<(Vec<Column>, [[u64; 2]; 2])>,
}

impl<F: Fn(&mut Rng) -> Vec<Column>> Draws<F> {
    pub(super) fn new(random: Rng, draw_opening: F) -> Self {
        Self(Mutex::new(Drawn { random, draw_opening, pairs: Vec::new() }))
    }

    /// The opening of a pair, counted from 0.
    pub(super) fn opening(&self, pair: usize) -> Vec<Column> {
        self.with_pair(pair, |(opening, _)| opening.clone())
    }

    /// The seed of the contestant that plays `side` in the game with this number, from 1.
    pub(super) fn seed(&self, number: usize, side: Player) -> u64 {
        let half = (number - 1) % 2;
        let contestant = (usize::from(side == Player::Second) + half) % 2;
        self.with_pair((number - 1) / 2, |(_, seeds)| seeds[half][contestant])
    }

    fn with_pair<T>(
        &self,
        pair: usize,
        look: impl FnOnce(&(Vec<Column>, [[u64; 2]; 2])) -> T,
    ) -> T {
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while drawn.pairs.len() <= pair {
            let Drawn { random, draw_opening, pairs } = &mut *drawn;
            let opening = draw_opening(random);
            pairs.push((opening, [(); 2].map(|()| [(); 2].map(|()| random.u64(..)))));
        }
        look(&drawn.pairs[pair])
    }
}

//! A test that goes on with the games of a tournament: once decided, it stays decided.

use foursight::record::Ending;

use super::{Sprt, SprtStatus};
use crate::rating::pair::{distinct, pair_up};
use crate::rating::pentanomial::Pentanomial;
use crate::tournament::stored_game::StoredGame;

/// What a test has seen of the games of its two players, 0 and 1.
///
/// It looks after each pair. Games that were running when it was decided, and come later, do not change
/// the decision, also if all games are gone through again.
#[derive(Clone, Debug)]
pub struct SprtRun {
    sprt: Sprt,
    pairs: Pentanomial,
    n_distinct: usize,
    /// The number of all pairs when the last new one came.
    n_pairs_at_new: usize,
    n_pairs: usize,
}

impl SprtRun {
    /// A test that has seen nothing yet.
    pub fn new(sprt: Sprt) -> Self {
        let pairs = Pentanomial::default();
        Self { sprt, pairs, n_distinct: 0, n_pairs_at_new: 0, n_pairs: 0 }
    }

    /// Looks at the games that have come since; `games` are all, in the order in which they ended.
    pub fn look(&mut self, games: &[StoredGame]) -> SprtStatus {
        if self.status() != SprtStatus::Continue {
            return self.status();
        }
        let played = games.iter().filter(|game| game.ending != Ending::Benched);
        let (all, _) = pair_up(played);
        let (new, _) = distinct(&all);
        for pair in new.iter().skip(self.n_distinct) {
            self.n_distinct += 1;
            self.n_pairs_at_new = all.len();
            if let Some(half_points) = pair.half_points_of(0, 1) {
                self.pairs.add(half_points);
            }
            if self.status() != SprtStatus::Continue {
                break;
            }
        }
        self.n_pairs = all.len();
        self.status()
    }

    /// What it says so far.
    pub fn status(&self) -> SprtStatus {
        self.sprt.status(&self.pairs)
    }

    /// The pairs that it goes by: those until the decision.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// The test.
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// How many of the last pairs, in a row, repeated earlier ones move by move: with players who have no
    /// chance, and no more openings, there may be no new one ever.
    pub fn n_repeated_last(&self) -> usize {
        self.n_pairs - self.n_pairs_at_new
    }
}

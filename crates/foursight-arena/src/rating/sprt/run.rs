//! A test that follows the games of a tournament: once decided, it stays decided.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Sprt, SprtStatus};
use crate::rating::pentanomial::Pentanomial;
use crate::referee::ending::Ending;
use crate::tournament::pair::{PairIdentity, PairResult};
use crate::tournament::stored_game::StoredGame;

/// A test's record of the games of its two players, 0 and 1.
///
/// The test is evaluated after each pair. A decision is final: neither games still running nor a second pass through
/// all games can reverse it.
#[derive(Clone, Debug)]
pub struct SprtRun {
    sprt: Sprt,
    status: SprtStatus,
    pairs: Pentanomial,
    /// Games that wait for the second game of their pair, by the pair's number.
    waiting: HashMap<usize, StoredGame>,
    /// The pairs seen so far, without repetitions.
    seen: HashSet<PairIdentity>,
    n_repeated_last: usize,
}

impl SprtRun {
    /// A test that has seen nothing yet.
    pub fn new(sprt: Sprt) -> Self {
        let (pairs, waiting, seen) = (Pentanomial::default(), HashMap::new(), HashSet::new());
        let status = sprt.status(&pairs);
        Self { sprt, status, pairs, waiting, seen, n_repeated_last: 0 }
    }

    /// Adds games in the order in which they ended, each one once.
    pub fn extend<'a>(&mut self, games: impl IntoIterator<Item = &'a StoredGame>) {
        games.into_iter().for_each(|game| self.add(game));
    }

    /// Adds the game that ended next.
    pub fn add(&mut self, game: &StoredGame) {
        let is_open = self.status == SprtStatus::Continue;
        if !is_open || game.ending == Ending::Benched || game.result.outcome().is_none() {
            return;
        }
        let Some(first) = self.waiting.get(&game.pair) else {
            self.waiting.insert(game.pair, game.clone());
            return;
        };
        if let Some(pair) = PairResult::of_games(first, game) {
            self.waiting.remove(&game.pair);
            self.add_pair(&pair);
        }
    }

    fn add_pair(&mut self, pair: &PairResult) {
        if !self.seen.insert(pair.identity()) {
            self.n_repeated_last += 1;
            return;
        }
        self.n_repeated_last = 0;
        if let Some(half_points) = pair.half_points_of(0, 1) {
            self.pairs.add(half_points);
            self.status = self.sprt.status(&self.pairs);
        }
    }

    /// The current verdict of the test.
    pub fn status(&self) -> SprtStatus {
        self.status
    }

    /// The pairs that the test counts, up to the decision.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// The test.
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// The number of latest pairs, in a row, that repeated earlier ones move by move: without more openings,
    /// deterministic players may never play a new pair.
    pub fn n_repeated_last(&self) -> usize {
        self.n_repeated_last
    }
}

/// The line that fastchess prints: the log-likelihood ratio, its share of the way to a bound, both bounds, and both
/// hypotheses.
impl fmt::Display for SprtRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (llr, [low, high]) = (self.sprt.llr(&self.pairs), self.sprt.bounds());
        let percent = 100.0 * if llr < 0.0 { -llr / low } else { llr / high };
        let [elo0, elo1] = self.sprt.hypotheses();
        write!(f, "LLR: {llr:.2} ({percent:.1}%) ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}]")
    }
}

//! The sequential probability ratio test, which ends a match once one of two claims is decided.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::rating::match_result::score_of_elo;
use crate::rating::pentanomial::Pentanomial;
use crate::referee::ending::Ending;
use crate::tournament::pair::{PairIdentity, PairResult};
use crate::tournament::stored_game::StoredGame;

/// A test of whether a player is stronger by `elo0` or by `elo1`.
///
/// It is the generalized test on pairs of games (M. Van den Bergh, "A practical introduction to the GSPRT"), with
/// logistic Elo, as in fishtest and fastchess. The counts should be of [distinct](crate::distinct) pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The probability of each wrong verdict.
const ERROR: f64 = 0.05;

/// The current verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtStatus {
    /// Play on.
    Continue,
    /// The difference is more likely the first one.
    AcceptH0,
    /// The difference is more likely the second one.
    AcceptH1,
}

impl Sprt {
    /// A test that accepts a wrong hypothesis with a probability of 5 % at most.
    ///
    /// # Errors
    ///
    /// If `elo0` is not below `elo1`, or one of them is not finite.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, String> {
        if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 {
            Ok(Self { elo0, elo1 })
        } else {
            Err(format!("the first Elo must be below the second, but {elo0} is not below {elo1}"))
        }
    }

    /// The two differences in Elo that the test distinguishes.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The log-likelihood ratios at which the test ends, for the first and for the second hypothesis.
    pub fn bounds(&self) -> [f64; 2] {
        [(ERROR / (1.0 - ERROR)).ln(), ((1.0 - ERROR) / ERROR).ln()]
    }

    /// The log-likelihood ratio: how much more likely the results are under the second hypothesis.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        let [under0, under1] =
            [self.elo0, self.elo1].map(|elo| pairs.log_likelihood(score_of_elo(elo)));
        under1 - under0
    }

    /// Whether these results are enough for a decision.
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        let (llr, [low, high]) = (self.llr(pairs), self.bounds());
        if llr <= low {
            SprtStatus::AcceptH0
        } else if llr >= high {
            SprtStatus::AcceptH1
        } else {
            SprtStatus::Continue
        }
    }
}

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

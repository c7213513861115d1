//! The sequential probability ratio test, which ends a match once one of two claims is decided.

mod run;

use thiserror::Error;

use crate::rating::elo::score_of_elo;
use crate::rating::pentanomial::Pentanomial;
pub use run::SprtRun;

/// A test of whether a player is stronger by `elo0` or by `elo1`.
///
/// It is the generalized test on pairs of games (M. Van den Bergh, "A practical introduction to the GSPRT"), with
/// logistic Elo, as in fishtest and fastchess. The counts should be of [distinct](crate::distinct) pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

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

/// The numbers do not define a test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are not in order, or are not numbers.
    #[error("the first Elo must be below the second, but {elo0} is not below {elo1}")]
    EloOrder {
        /// The first hypothesis.
        elo0: f64,
        /// The second hypothesis.
        elo1: f64,
    },
    /// An error rate is 0 or less, or 1/2 or more.
    #[error("error rates must be above 0 and below 0.5, not {0}")]
    ErrorRate(f64),
}

impl Sprt {
    /// A test that accepts the second hypothesis with probability `alpha` at most if the first is true, and the first
    /// with probability `beta` at most if the second is true.
    ///
    /// # Errors
    ///
    /// If `elo0` is not below `elo1`, one of them is not finite, or an error rate is not between 0 and 1/2.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::EloOrder { elo0, elo1 });
        }
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        match [alpha, beta].into_iter().find(|&rate| !is_rate(rate)) {
            Some(rate) => Err(SprtError::ErrorRate(rate)),
            None => Ok(Self { elo0, elo1, alpha, beta }),
        }
    }

    /// The two differences in Elo that the test distinguishes.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The log-likelihood ratios at which the test ends, for the first and for the second hypothesis.
    pub fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
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

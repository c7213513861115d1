//! Elo: a difference in strength, on the logistic scale where 400 means odds of ten to one.

use std::f64::consts::LN_10;

/// Elo for one unit of the natural logarithm of the odds.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// An estimated difference with its 95 % interval.
///
/// An infinite bound is `None`: a player that has won every game is stronger by at least `low`, and `value` and `high`
/// are `None`. Without any result, all three are `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference for which the observed score is the expected one.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl Elo {
    /// Half the width of the interval, for "56 ± 28"; `None` if an end is open.
    pub fn error_95(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

/// The expected share of the points, from 0 to 1, of a player who is stronger by `elo`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// The difference for which `score`, a share of the points, is expected; `None` for all or nothing.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_NAT * (score / (1.0 - score)).ln())
}

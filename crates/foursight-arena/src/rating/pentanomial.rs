//! Counts of pair results between two players, and the statistics derived from them.
//!
//! The two games of a pair have the same opening, so their results depend on each other; the results of different pairs
//! do not. A pair is therefore one observation with five possible results.
//!
//! The 95 % interval and the likelihood of superiority come from the normal approximation of the mean score, as in
//! fastchess and fishtest. Where the approximation fails, because all pairs are alike or an end lies beyond 0 or 1, the
//! profile likelihood of the mean replaces it: how much less likely the counts are for a given mean score. The
//! sequential test uses the same likelihood (M. Van den Bergh, "A practical introduction to the GSPRT").

use std::f64::consts::SQRT_2;

use crate::rating::error_bars::{Z_95, cumulative};
use crate::rating::match_result::{ELO_PER_NAT, Elo, elo_of_score};
use crate::tournament::pair::PairResult;

/// The share of a pair's points that each result stands for.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The drop of the profile likelihood at the ends of the interval: half the 95 % quantile of chi-squared with one
/// degree of freedom.
const DROP_95: f64 = Z_95 * Z_95 / 2.0;

/// Numbers of pairs in which a player scored 0, 1/2, 1, 3/2 and 2 points.
///
/// A game without the second game of its pair is left out: it counts for points but says nothing about strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The pairs between `players`, as seen by the first of them; other pairs are ignored.
    pub fn of(pairs: &[PairResult], players: [usize; 2]) -> Self {
        let mut counts = Self::default();
        let points = pairs.iter().filter_map(|pair| pair.half_points_of(players[0], players[1]));
        points.for_each(|half_points| counts.add(half_points));
        counts
    }

    /// Counts a pair in which the player scored this many half points, at most 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points)] += 1;
    }

    /// The number of pairs.
    pub fn n_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The player's points, out of two per pair.
    pub fn points(&self) -> f64 {
        2.0 * self.sum_of(|score| score)
    }

    /// The mean share of the points, from 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        self.mean_of(|score| score)
    }

    /// The variance of the share of the points of one pair, from 0 to 1/4; `None` without pairs.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        self.mean_of(|score| (score - mean).powi(2))
    }

    /// The share of the pairs in which each player scored one point; `None` without pairs.
    pub fn drawn_pairs(&self) -> Option<f64> {
        let n_pairs = self.n_pairs();
        (n_pairs > 0).then(|| self.0[2] as f64 / n_pairs as f64)
    }

    /// The number of pairs that the player won divided by the number that it lost; `None` if it lost none.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, rather_lost, _, rather_won, won] = self.0;
        let n_lost = lost + rather_lost;
        (n_lost > 0).then(|| (rather_won + won) as f64 / n_lost as f64)
    }

    /// The player's advantage, with its 95 % interval.
    pub fn elo(&self) -> Elo {
        let Some((score, error)) = self.score().zip(self.standard_error()) else {
            return Elo { value: None, low: None, high: None };
        };
        let [mut low, mut high] = [-Z_95, Z_95].map(|z| score + z * error);
        if error <= 0.0 || low <= 0.0 || high >= 1.0 {
            [low, high] = [0.0, 1.0].map(|extreme| self.end_of_interval(score, extreme));
        }
        Elo { value: elo_of_score(score), low: elo_of_score(low), high: elo_of_score(high) }
    }

    /// The player's advantage in normalized Elo, with its 95 % interval: the advantage as a multiple of the standard
    /// deviation of a pair's score, on a scale that does not depend on the openings or the share of draws.
    ///
    /// All three are `None` without pairs, or if all pairs are alike.
    pub fn normalized_elo(&self) -> Elo {
        let deviation = self.variance().filter(|&variance| variance > 0.0).map(f64::sqrt);
        let value = deviation
            .zip(self.score())
            .map(|(deviation, score)| ELO_PER_NAT * SQRT_2 * (score - 0.5) / deviation);
        let error = Z_95 * ELO_PER_NAT * SQRT_2 / (self.n_pairs() as f64).sqrt();
        Elo { value, low: value.map(|value| value - error), high: value.map(|value| value + error) }
    }

    /// The likelihood of superiority: the probability, from 0 to 1, that the player is the stronger one.
    ///
    /// It is 1/2 without pairs.
    pub fn los(&self) -> f64 {
        let advantage = self.score().unwrap_or(0.5) - 0.5;
        cumulative(match self.standard_error().filter(|&error| error > 0.0) {
            Some(error) => advantage / error,
            // The signed root of the likelihood ratio.
            None => (-2.0 * self.log_likelihood(0.5)).max(0.0).sqrt().copysign(advantage),
        })
    }

    /// The same pairs as seen by the opponent.
    #[must_use]
    pub fn of_opponent(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// The standard error of [`score`](Self::score).
    fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.n_pairs() as f64).sqrt())
    }

    /// The profile likelihood of a mean score between 0 and 1, both excluded: the log-likelihood of the counts under
    /// the most likely distribution with this mean, minus the log-likelihood under the most likely one of all.
    ///
    /// The former gives each result the share `n / (N (1 + t (score - mean)))`, where `t` is the root of a decreasing
    /// function. The bounds of `t` ensure that no result of a pair, even one that has not occurred, gets a negative
    /// share; at a bound, an extreme result gets the remainder. So no zero count needs to be replaced by a small
    /// number: this is the limit as that number goes to zero.
    pub(crate) fn log_likelihood(&self, mean: f64) -> f64 {
        let sum = |term: &dyn Fn(f64) -> f64| self.sum_of(|score| term(score - mean));
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..80 {
            let middle = low.midpoint(high);
            let falling = sum(&|distance| distance / (1.0 + middle * distance));
            *(if falling > 0.0 { &mut low } else { &mut high }) = middle;
        }
        let root = low.midpoint(high);
        -sum(&|distance| (root * distance).ln_1p())
    }

    /// The mean between the `score` and `extreme`, 0 or 1, at which the 95 % interval by likelihood ends: beyond it the
    /// counts are less likely than the likelihood ratio statistic allows (Wilks).
    fn end_of_interval(&self, score: f64, extreme: f64) -> f64 {
        if score.total_cmp(&extreme).is_eq() {
            return extreme;
        }
        let (mut inside, mut outside) = (score, extreme);
        for _ in 0..50 {
            let middle = inside.midpoint(outside);
            let holds = self.log_likelihood(middle) > -DROP_95;
            *(if holds { &mut inside } else { &mut outside }) = middle;
        }
        inside
    }

    /// The sum of `term` over all pairs. Counts of zero are left out: their terms may be infinite.
    fn sum_of(&self, term: impl Fn(f64) -> f64) -> f64 {
        let seen = self.0.iter().zip(SCORES).filter(|&(&count, _)| count > 0);
        seen.fold(0.0, |sum, (&count, score)| sum + count as f64 * term(score))
    }

    fn mean_of(&self, term: impl Fn(f64) -> f64) -> Option<f64> {
        let n_pairs = self.n_pairs();
        (n_pairs > 0).then(|| self.sum_of(term) / n_pairs as f64)
    }
}

//! What two players have scored in pairs of games, and what follows from it.
//!
//! The two games of a pair have the same opening, so that their results depend on each other, but pairs do not. A
//! pair is therefore one observation with five possible results, and everything here rests on one function, the
//! profile likelihood of the mean: how much less likely the counts are if the mean score is a given one. It is the
//! likelihood of the sequential test (M. Van den Bergh, "A practical introduction to the GSPRT"), and the
//! interval of 95 % and the likelihood of superiority are taken from it as well. They agree with the usual normal
//! approximation for many pairs, and stay sensible for few of them, for none lost and for all alike.

use crate::rating::elo::{Elo, elo_of_score};
use crate::rating::normal;
use crate::rating::pair::PairResult;

/// The share of its points that each result of a pair is.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Where the profile likelihood ends the interval: half the quantile of 95 % of chi-squared with one degree of freedom.
const DROP_95: f64 = normal::Z_95 * normal::Z_95 / 2.0;

/// Numbers of pairs in which a player scored 0, 1/2, 1, 3/2 and 2 points.
///
/// A game without its second half is left out: it counts for points and says nothing about strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The pairs between `players`, as seen by the first of them; others are passed over.
    pub fn of(pairs: &[PairResult], players: [usize; 2]) -> Self {
        let mut counts = Self::default();
        let points = pairs.iter().filter_map(|pair| pair.half_points_of(players[0], players[1]));
        points.for_each(|half_points| counts.add(half_points));
        counts
    }

    /// Single games, each as one observation: the trinomial model, for games that were not played in pairs.
    pub fn of_single_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self([losses, 0, draws, 0, wins])
    }

    /// Counts a pair in which the player scored so many half points, at most 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points)] += 1;
    }

    /// The number of pairs.
    pub fn n_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The points of the player, two of which are in every pair.
    pub fn points(&self) -> f64 {
        2.0 * self.sum_of(|score| score)
    }

    /// The mean share of the points, from 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        self.mean_of(|score| score)
    }

    /// The variance of the share of the points of one pair, from 0 to 1/4; `None` without pairs.
    ///
    /// Divided by the number of pairs it is the square of the standard error of [`score`](Self::score).
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        self.mean_of(|score| (score - mean).powi(2))
    }

    /// The share of the pairs that both players got one point of; `None` without pairs.
    pub fn drawn_pairs(&self) -> Option<f64> {
        let n_pairs = self.n_pairs();
        (n_pairs > 0).then(|| self.0[2] as f64 / n_pairs as f64)
    }

    /// How much stronger the player is, with the interval of 95 %.
    ///
    /// The interval holds the mean scores under which the counts are not less likely than the statistic of the
    /// likelihood ratio allows (Wilks), so it lies within 0 and 1 and goes to Elo end by end.
    pub fn elo(&self) -> Elo {
        let Some(score) = self.score() else {
            return Elo { value: None, low: None, high: None };
        };
        let low = self.end_of_interval(score, 0.0);
        let high = self.end_of_interval(score, 1.0);
        Elo { value: elo_of_score(score), low: elo_of_score(low), high: elo_of_score(high) }
    }

    /// The likelihood of superiority: how sure it is that the player is the stronger one, from 0 to 1.
    ///
    /// It is the normal probability of the signed root of the likelihood ratio, 1/2 without pairs. Drawn pairs do not count.
    pub fn los(&self) -> f64 {
        let advantage = self.score().unwrap_or(0.5) - 0.5;
        let root = (-2.0 * self.log_likelihood(0.5)).max(0.0).sqrt();
        normal::cumulative(root.copysign(advantage))
    }

    /// The profile likelihood of a mean score between 0 and 1, both excluded: the logarithm of the likelihood
    /// of the counts under the most likely distribution with this mean, less that under the most likely one of all.
    ///
    /// The former gives each result the share `n / (N (1 + t (score - mean)))`, where `t` is the root of a falling
    /// function. `t` is bounded by the demand that no result of a pair, even one that has not come up, gets a negative
    /// share; at the bound an extreme result gets what the others leave. So no count needs to be
    /// replaced by a small number: this is the limit of doing so.
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

    /// The mean between the `score` and `extreme`, 0 or 1, at which the interval of 95 % ends.
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

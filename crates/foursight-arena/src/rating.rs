//! Ratings of many players from their pairs of games, with error bars.
//!
//! The model is Bradley-Terry: the expected share of the points is a logistic function of the difference of two
//! ratings, and a draw is half a win. The ratings are the most likely ones, with a weak prior (one drawn game of each
//! player against the average) that keeps the ratings of unbeaten players finite.
//!
//! The games of a pair share their opening, so a likelihood that treats them as independent gives error bars of the
//! wrong length. The error bars therefore use the observed spread of any two players' pair results around the
//! expectation (the Huber-White sandwich estimator, with pairs as clusters). With few pairs, the observed spread may be
//! small by chance, even zero, so one pair's worth of independent games between equals is added to it.

pub(crate) mod error_bars;
pub(crate) mod match_result;
pub(crate) mod pentanomial;
pub(crate) mod sprt;
pub(crate) mod standings;

use std::collections::BTreeMap;

use error_bars::{Matrix, Z_95, apply, centered, covariance, cumulative, in_elo, inverse, zeros};
use match_result::ELO_PER_NAT;
use pentanomial::Pentanomial;

use crate::tournament::pair::PairResult;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The Elo; 0 is the average of all players.
    pub elo: f64,
    /// Half the width of the 95 % interval of the distance from that average.
    pub error_95: f64,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The ratings in Elo.
    ratings: Vec<f64>,
    /// Their covariance in Elo squared.
    covariance: Matrix,
}

impl Ratings {
    /// The rating of a player.
    pub fn of(&self, player: usize) -> Rating {
        let variance = self.covariance[player][player];
        Rating { elo: self.ratings[player], error_95: Z_95 * variance.sqrt() }
    }

    /// The strength of `player` relative to `opponent`, with half the width of the 95 % interval.
    pub fn difference(&self, player: usize, opponent: usize) -> Rating {
        let elo = self.ratings[player] - self.ratings[opponent];
        Rating { elo, error_95: Z_95 * self.deviation(player, opponent) }
    }

    /// The likelihood of superiority: the probability, from 0 to 1, that `player` is stronger than `opponent`.
    pub fn los(&self, player: usize, opponent: usize) -> f64 {
        if player == opponent {
            return 0.5;
        }
        let elo = self.ratings[player] - self.ratings[opponent];
        cumulative(elo / self.deviation(player, opponent))
    }

    /// The standard error of the difference of two ratings.
    fn deviation(&self, a: usize, b: usize) -> f64 {
        let covariance = &self.covariance;
        (covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b]).max(0.0).sqrt()
    }
}

/// The ratings of players 0 to `n_players` from [distinct](crate::distinct) pairs between them.
///
/// Groups of players that no games connect are each rated around the average of all: only the prior determines their
/// distance, and the error bars show this. A player without games has 0 ± 681.
///
/// # Panics
///
/// If a pair names a player who is not below `n_players`.
pub fn rate(n_players: usize, pairs: &[PairResult]) -> Ratings {
    let model = Model::of(pairs, vec![None; n_players]);
    let nats = model.fit();
    let covariance = centered(&covariance(&nats, &model));
    let mean = nats.iter().sum::<f64>() / n_players as f64;
    Ratings { ratings: nats.iter().map(|nat| (nat - mean) * ELO_PER_NAT).collect(), covariance }
}

/// The ratings of players from [distinct](crate::distinct) pairs between them, on the scale set by the players with a
/// known Elo: `anchors` has an entry for each player. The prior of each other player is a drawn game against the
/// average of the known players.
///
/// # Panics
///
/// If a pair names a player without an entry, or no Elo is known.
pub fn rate_anchored(anchors: &[Option<f64>], pairs: &[PairResult]) -> Ratings {
    assert!(anchors.iter().any(Option::is_some), "a scale has an anchor");
    let fixed = anchors.iter().map(|elo| elo.map(|elo| elo / ELO_PER_NAT)).collect();
    let model = Model::of(pairs, fixed);
    let nats = model.fit();
    let covariance = in_elo(&covariance(&nats, &model));
    Ratings { ratings: nats.iter().map(|nat| nat * ELO_PER_NAT).collect(), covariance }
}

/// The games from which ratings are computed.
struct Model {
    encounters: Vec<Encounter>,
    /// Each player's rating in nats, if it is known.
    fixed: Vec<Option<f64>>,
    /// The rating that the prior pulls the others toward, in nats.
    center: f64,
}

impl Model {
    fn of(pairs: &[PairResult], fixed: Vec<Option<f64>>) -> Self {
        let known: Vec<f64> = fixed.iter().flatten().copied().collect();
        let center = known.iter().sum::<f64>() / known.len().max(1) as f64;
        Self { encounters: encounters(pairs), fixed, center }
    }

    /// The most likely ratings, in nats.
    fn fit(&self) -> Vec<f64> {
        let mut nats: Vec<f64> = self.fixed.iter().map(|nat| nat.unwrap_or(self.center)).collect();
        loop {
            let step = self.newton_step(&nats);
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            // With steps of at most 1/2 for each player, no logistic function changes its slope so much that the
            // likelihood could fall: every step is a gain, and the last ones are short.
            let scale = (0.5 / longest).min(1.0);
            nats.iter_mut().zip(&step).for_each(|(nat, part)| *nat += scale * part);
            if longest < 1e-9 {
                return nats;
            }
        }
    }

    /// One Newton step from these ratings to better ones.
    fn newton_step(&self, nats: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            nats.iter().map(|&nat| 0.5 - logistic(nat - self.center)).collect();
        for encounter in &self.encounters {
            let games = 2.0 * encounter.counts.n_pairs() as f64;
            let surplus = encounter.counts.points() - games * encounter.expected(nats);
            gradient[encounter.players[0]] += surplus;
            gradient[encounter.players[1]] -= surplus;
        }
        apply(&self.spread(nats), &gradient)
    }

    /// The inverse of the information about the ratings; 0 for known ratings.
    fn spread(&self, nats: &[f64]) -> Matrix {
        let mut information = self.assemble(nats, Encounter::information);
        let known: Vec<usize> =
            (0..nats.len()).filter(|&player| self.fixed[player].is_some()).collect();
        let clear = |matrix: &mut Matrix, diagonal: f64| {
            for &player in &known {
                matrix[player].fill(0.0);
                for row in matrix.iter_mut() {
                    row[player] = 0.0;
                }
                matrix[player][player] = diagonal;
            }
        };
        clear(&mut information, 1.0);
        let mut spread = inverse(information);
        clear(&mut spread, 0.0);
        spread
    }

    /// The matrix of the information from each encounter about the difference of its players' ratings, and from the
    /// prior about each rating.
    fn assemble(&self, nats: &[f64], weight: impl Fn(&Encounter, &[f64]) -> f64) -> Matrix {
        let mut matrix = zeros(nats.len());
        for (player, &nat) in nats.iter().enumerate() {
            matrix[player][player] = slope(logistic(nat - self.center));
        }
        for encounter in &self.encounters {
            let ([a, b], weight) = (encounter.players, weight(encounter, nats));
            matrix[a][a] += weight;
            matrix[b][b] += weight;
            matrix[a][b] -= weight;
            matrix[b][a] -= weight;
        }
        matrix
    }
}

/// All pairs between two players.
struct Encounter {
    players: [usize; 2],
    counts: Pentanomial,
}

impl Encounter {
    /// The first player's expected share of the points.
    fn expected(&self, nats: &[f64]) -> f64 {
        logistic(nats[self.players[0]] - nats[self.players[1]])
    }

    /// The curvature of the log-likelihood in the difference of the ratings.
    fn information(&self, nats: &[f64]) -> f64 {
        2.0 * self.counts.n_pairs() as f64 * slope(self.expected(nats))
    }
}

fn encounters(pairs: &[PairResult]) -> Vec<Encounter> {
    let mut encounters: BTreeMap<[usize; 2], Pentanomial> = BTreeMap::new();
    for pair in pairs {
        let [a, b] = pair.players;
        let (players, half_points) =
            if a < b { ([a, b], pair.half_points) } else { ([b, a], 4 - pair.half_points) };
        encounters.entry(players).or_default().add(half_points);
    }
    encounters.into_iter().map(|(players, counts)| Encounter { players, counts }).collect()
}

fn logistic(nats: f64) -> f64 {
    1.0 / (1.0 + (-nats).exp())
}

/// The derivative of the logistic function at the point where it has this value.
fn slope(score: f64) -> f64 {
    score * (1.0 - score)
}

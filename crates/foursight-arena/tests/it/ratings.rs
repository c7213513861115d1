//! Elo, its error bars and the likelihood of superiority, compared with published figures and with random games.

use fastrand::Rng;
use foursight_arena::{
    Elo, PairResult, Pentanomial, distinct, elo_of_score, rate, rate_anchored, score_of_elo,
};

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} ± {tolerance}");
}

/// Logistic Elo as on the Chess Programming Wiki, "Pawn Advantage, Win Percentage, and Elo", and by hand:
/// ten to one is 400, and 10 ** (1/2) to one 200.
#[test]
fn elo_and_score() {
    let table = [(0.5, 0.0), (10.0 / 11.0, 400.0), (0.759_746_926_647_958, 200.0), (0.64, 99.95)];
    for (score, elo) in table {
        near(elo_of_score(score).unwrap(), elo, 0.01);
        near(score_of_elo(elo), score, 1e-5);
        near(elo_of_score(1.0 - score).unwrap(), -elo, 0.01);
    }
    assert_eq!([0.0, 1.0].map(elo_of_score), [None, None]);
}

/// The counts are from fastchess's tests (`app/tests/elo_test.cpp`), with the Elo, error and likelihood of superiority
/// given there.
#[track_caller]
fn check(counts: Pentanomial, elo: f64, error: f64, los: f64) {
    let estimate = counts.elo();
    near(estimate.value.unwrap(), elo, 0.005);
    near(estimate.error_95().unwrap(), error, 0.005);
    near(counts.los(), los, 0.00005);
}

#[test]
fn published_pairs() {
    check(Pentanomial([34, 54, 63, 64, 75]), 55.58, 27.65, 1.0);
    check(Pentanomial([332, 433, 498, 333, 334]), -8.64, 10.33, 0.0505);
    check(Pentanomial([7895, 8757, 5685, 568, 9999]), -21.04, 2.95, 0.0);
}

#[test]
fn published_single_games() {
    check(Pentanomial([96, 0, 111, 0, 136]), 40.70, 30.43, 0.9960);
    let counts = Pentanomial([89, 0, 123, 0, 76]);
    near(counts.los(), 0.1553, 0.0004);
    // K. Laskos in "Calculating the LOS from the results", talkchess.com, January 2014: a match of fishtest.
    let counts = Pentanomial([6_077, 0, 26_894, 0, 5_975]);
    near(counts.los(), 0.176_424_329, 2e-5);
}

#[test]
fn none_few_and_all() {
    let nothing = Pentanomial::default();
    assert_eq!(nothing.elo(), Elo { value: None, low: None, high: None });
    assert_eq!((nothing.score(), nothing.variance(), nothing.drawn_pairs()), (None, None, None));
    near(nothing.los(), 0.5, 0.0);
    assert!(nothing.points().is_sign_positive());
    // If a player wins with probability p, n of n pairs have the likelihood p ** n, which is exp(-1.92) at the bound.
    let everything = Pentanomial([0, 0, 0, 0, 10]);
    let elo = everything.elo();
    near(elo.low.unwrap(), elo_of_score((-0.192_072_94_f64).exp()).unwrap(), 1e-4);
    assert_eq!((elo.value, elo.high, elo.error_95()), (None, None, None));
    let lost = Pentanomial([10, 0, 0, 0, 0]);
    near(lost.elo().high.unwrap(), -elo.low.unwrap(), 1e-6);
    assert_eq!((lost.elo().value, lost.elo().low), (None, None));
    near(lost.los() + everything.los(), 1.0, 1e-12);
    // The player who begins always wins: 1 - 2d to the power of 10 is exp(-1.92) at the bounds of 1/2 ± d.
    let even = Pentanomial([0, 0, 10, 0, 0]);
    let bound = 0.5 + (1.0 - (-0.192_072_94_f64).exp()) / 2.0;
    near(even.elo().error_95().unwrap(), elo_of_score(bound).unwrap(), 1e-4);
    near(even.los(), 0.5, 1e-6);
    assert_eq!(even.drawn_pairs(), Some(1.0));
}

/// The half points of a random pair whose results have these probabilities.
fn draw(probabilities: [f64; 5], random: &mut Rng) -> u8 {
    let mut rest = random.f64();
    let mut below = |probability: &f64| {
        rest -= probability;
        rest >= 0.0
    };
    (probabilities.iter().take(4).take_while(|p| below(p)).count()) as u8
}

/// Checks the share of matches of `n_pairs` pairs whose interval contains the true value. The games of a pair depend on
/// each other, so intervals from single games would be too wide in one case and too narrow in the other.
#[track_caller]
fn check_coverage(probabilities: [f64; 5], n_pairs: usize, tolerance: f64) {
    let mean: f64 = probabilities.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(p, s)| p * s).sum();
    let truth = elo_of_score(mean).unwrap();
    let (mut random, n_matches) = (Rng::with_seed(7), 4_000);
    let holds = |counts: Pentanomial| {
        let elo = counts.elo();
        elo.low.is_none_or(|low| low <= truth) && elo.high.is_none_or(|high| truth <= high)
    };
    let covered = (0..n_matches).filter(|_| {
        let mut counts = Pentanomial::default();
        (0..n_pairs).for_each(|_| counts.add(draw(probabilities, &mut random)));
        holds(counts)
    });
    near(covered.count() as f64 / f64::from(n_matches), 0.95, tolerance);
}

#[test]
fn error_bars_hold_the_truth() {
    check_coverage([0.05, 0.10, 0.60, 0.15, 0.10], 100, 0.01);
    check_coverage([0.35, 0.05, 0.10, 0.05, 0.45], 100, 0.01);
    check_coverage([0.01, 0.04, 0.15, 0.30, 0.50], 50, 0.02);
    check_coverage([0.05, 0.10, 0.60, 0.15, 0.10], 15, 0.03);
}

fn pair(players: [usize; 2], half_points: u8, moves: [&str; 2]) -> PairResult {
    PairResult { players, half_points, moves: moves.map(str::to_owned) }
}

/// The counts of pairs between two players, as pairs.
fn pairs_of(players: [usize; 2], counts: [u64; 5]) -> Vec<PairResult> {
    let of =
        |(half_points, n): (u8, u64)| (0..n).map(move |_| pair(players, half_points, ["", ""]));
    (0..).zip(counts).flat_map(of).collect()
}

/// For two players with many pairs, the ratings are those from the pairs alone.
#[test]
fn two_players_in_a_table() {
    let counts = Pentanomial([332, 433, 498, 333, 334]);
    let ratings = rate(2, &pairs_of([1, 0], counts.0));
    let difference = ratings.difference(1, 0);
    near(difference.elo, counts.elo().value.unwrap(), 0.01);
    near(difference.error_95, counts.elo().error_95().unwrap(), 0.02);
    near(ratings.los(1, 0), counts.los(), 1e-3);
    near(ratings.of(0).elo + ratings.of(1).elo, 0.0, 1e-9);
    near(ratings.of(0).error_95, difference.error_95 / 2.0, 1e-6);
}

/// Scores that exactly match three ratings lead to these ratings.
#[test]
fn three_players_with_known_strength() {
    let truth = [150.0, 0.0, -150.0];
    let mut pairs = Vec::new();
    for players in [[0, 1], [1, 2], [2, 0]] {
        let score = score_of_elo(truth[players[0]] - truth[players[1]]);
        let wins = (score * 100_000.0).round() as u64;
        pairs.extend(pairs_of(players, [100_000 - wins, 0, 0, 0, wins]));
    }
    let ratings = rate(3, &pairs);
    (0..3).for_each(|player| near(ratings.of(player).elo, truth[player], 0.1));
}

/// A player between two players of known strength receives the rating that the scores imply, and the known ratings stay
/// unchanged.
#[test]
fn known_ratings_are_the_scale() {
    let truth = [0.0, 450.0, 300.0];
    let anchors = [Some(0.0), Some(450.0), None, None];
    let mut pairs = Vec::new();
    for opponent in [0, 1] {
        let wins = (score_of_elo(truth[2] - truth[opponent]) * 10_000.0).round() as u64;
        pairs.extend(pairs_of([2, opponent], [10_000 - wins, 0, 0, 0, wins]));
    }
    // The results of the known players against each other change nothing.
    pairs.extend(pairs_of([0, 1], [0, 0, 0, 0, 500]));
    let ratings = rate_anchored(&anchors, &pairs);
    for (player, elo) in truth.into_iter().enumerate() {
        near(ratings.of(player).elo, elo, 0.2);
    }
    near(ratings.of(0).error_95, 0.0, 1e-9);
    near(ratings.difference(0, 1).error_95, 0.0, 1e-9);
    let alone = ratings.of(2).error_95;
    assert!(alone > 1.0 && alone < 10.0, "{alone}");
    near(ratings.difference(2, 0).error_95, alone, 1e-9);
    // A player without games is rated at the average of the known players, with very wide error bars.
    near(ratings.of(3).elo, 225.0, 1e-6);
    assert!(ratings.of(3).error_95 > 600.0, "{:?}", ratings.of(3));
}

#[test]
fn players_without_losses_or_games_have_numbers() {
    let ratings =
        rate(5, &[pairs_of([0, 1], [0, 0, 0, 0, 20]), pairs_of([2, 3], [2, 2, 2, 2, 2])].concat());
    let [winner, loser, _, equal, idle] = [0, 1, 2, 3, 4].map(|player| ratings.of(player));
    assert!(winner.elo > 200.0 && winner.elo < 800.0, "{winner:?}");
    assert!(winner.error_95 > 100.0 && winner.error_95 < 600.0, "{winner:?}");
    near(winner.elo + loser.elo, 0.0, 1e-6);
    near(equal.elo, 0.0, 1e-6);
    near(idle.elo, 0.0, 1e-6);
    assert!(idle.error_95 > winner.error_95 && idle.error_95 < 681.0, "{idle:?}");
    assert!(ratings.los(0, 1) > 0.99 && (ratings.los(4, 4) - 0.5).abs() < f64::EPSILON);
    near(rate(1, &[]).of(0).error_95, 0.0, 1e-9);
}

/// Error bars from pairs: the first move decides most games, so most pairs are even, whoever plays.
#[test]
fn error_bars_of_a_table_hold_the_truth() {
    let truth = [120.0, 30.0, -50.0, -100.0];
    let (mut random, n_tables) = (Rng::with_seed(3), 1_000);
    let mut covered = [0; 4];
    for _ in 0..n_tables {
        let mut pairs = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let score = score_of_elo(truth[a] - truth[b]);
            let even = 1.8 * score.min(1.0 - score);
            let results = [1.0 - score - even / 2.0, 0.0, even, 0.0, score - even / 2.0];
            pairs.extend((0..60).map(|_| pair([a, b], draw(results, &mut random), ["", ""])));
        }
        let ratings = rate(4, &pairs);
        for (player, covered) in covered.iter_mut().enumerate() {
            let rating = ratings.of(player);
            *covered += u32::from((rating.elo - truth[player]).abs() <= rating.error_95);
        }
    }
    for n in covered {
        near(f64::from(n) / f64::from(n_tables), 0.95, 0.02);
    }
}

/// Ten even pairs do not prove that the next ones will be even: see [`none_few_and_all`] for two players alone.
#[test]
fn no_error_bars_of_zero() {
    let even = Pentanomial([0, 0, 10, 0, 0]);
    let difference = rate(2, &pairs_of([0, 1], even.0)).difference(0, 1);
    near(difference.error_95, even.elo().error_95().unwrap(), 20.0);
}

#[test]
fn repeated_pairs_count_once() {
    let pairs = [
        pair([0, 1], 3, ["4455", "123"]),
        pair([0, 1], 3, ["4455", "123"]),
        pair([1, 0], 1, ["123", "4455"]),
        pair([0, 1], 2, ["123", "4455"]),
        pair([0, 2], 3, ["4455", "123"]),
    ];
    let (once, n_repeated) = distinct(&pairs);
    assert_eq!(n_repeated, 2);
    assert_eq!(once, [0, 3, 4].map(|index| pairs[index].clone()));
    assert_eq!(Pentanomial::of(&pairs, [1, 0]).0, [0, 3, 1, 0, 0]);
}

//! The sequential test, compared with published figures and with random games.

use fastrand::Rng;
use foursight::record::GameResult;
use foursight_arena::{
    Pentanomial, Sprt, SprtRun, SprtStatus, StoredGame, distinct, pair_up, score_of_elo,
};

use crate::sample::game;

#[track_caller]
fn check(counts: Pentanomial, [elo0, elo1]: [f64; 2], expected: f64) {
    let sprt = Sprt::new(elo0, elo1).unwrap();
    let llr = sprt.llr(&counts);
    assert!((llr - expected).abs() < 0.005, "{llr} is not {expected}");
}

/// The counts are from fastchess's tests of the logistic model (`app/tests/sprt_test.cpp`).
#[test]
fn published_ratios() {
    check(Pentanomial([223, 9_863, 21_279, 10_037, 246]), [0.5, 2.5], -3.07);
    check(Pentanomial([871, 26_175, 55_983, 26_678, 821]), [0.0, 2.0], -4.98);
    check(Pentanomial([21_184, 0, 40_708, 0, 21_404]), [0.5, 2.5], -1.57);
    check(Pentanomial([57_030, 0, 106_593, 0, 57_433]), [0.0, 2.0], -2.59);
}

/// With counts of zero, the most likely distributions are known exactly.
#[test]
fn zero_counts() {
    let [p0, p1] = [0.0, 10.0].map(score_of_elo);
    check(Pentanomial::default(), [0.0, 10.0], 0.0);
    check(Pentanomial([0, 0, 0, 0, 50]), [0.0, 10.0], 50.0 * (p1 / p0).ln());
    check(Pentanomial([50, 0, 0, 0, 0]), [0.0, 10.0], 50.0 * ((1.0 - p1) / (1.0 - p0)).ln());
    check(Pentanomial([0, 0, 50, 0, 0]), [0.0, 10.0], 50.0 * (2.0 - 2.0 * p1).ln());
    check(
        Pentanomial([30, 0, 0, 0, 20]),
        [0.0, 10.0],
        30.0 * ((1.0 - p1) / 0.5).ln() + 20.0 * (p1 / 0.5).ln(),
    );
}

#[test]
fn bounds_and_status() {
    // A. Wald, "Sequential Analysis" (1947): log(0.05 / 0.95) and log(0.95 / 0.05).
    let sprt = Sprt::new(0.0, 20.0).unwrap();
    let [low, high] = sprt.bounds();
    assert!((high - 2.944_438_979_166_44).abs() < 1e-12 && (low + high).abs() < 1e-12);
    let status = |counts| sprt.status(&Pentanomial(counts));
    assert_eq!(status([10, 10, 10, 10, 10]), SprtStatus::Continue);
    assert_eq!(status([100, 100, 100, 10, 10]), SprtStatus::AcceptH0);
    assert_eq!(status([10, 10, 100, 100, 100]), SprtStatus::AcceptH1);
}

#[test]
fn what_is_no_test() {
    let order = "the first Elo must be below the second, but 5 is not below 5";
    assert_eq!(Sprt::new(5.0, 5.0).unwrap_err(), order);
    assert!(Sprt::new(0.0, f64::NAN).unwrap_err().ends_with("0 is not below NaN"));
}

/// Plays until the test ends; returns its verdict and the number of pairs.
fn run(sprt: &Sprt, score: f64, random: &mut Rng) -> (SprtStatus, u64) {
    let mut counts = Pentanomial::default();
    loop {
        // Half of the pairs are even; in the others, one player wins both games.
        for _ in 0..4 {
            let even = random.bool();
            counts.add(if even {
                2
            } else if random.f64() < 2.0 * score - 0.5 {
                4
            } else {
                0
            });
        }
        match sprt.status(&counts) {
            SprtStatus::Continue => {}
            status => return (status, counts.n_pairs()),
        }
    }
}

#[test]
fn error_rates_hold() {
    let sprt = Sprt::new(0.0, 40.0).unwrap();
    let (mut random, n_runs) = (Rng::with_seed(5), 2_000);
    let mut wrong = |elo: f64, answer: SprtStatus| {
        let runs: Vec<_> =
            (0..n_runs).map(|_| run(&sprt, score_of_elo(elo), &mut random)).collect();
        let n_pairs: u64 = runs.iter().map(|run| run.1).sum();
        let n_wrong = runs.iter().filter(|run| run.0 == answer).count();
        (n_wrong as f64 / f64::from(n_runs), n_pairs as f64 / f64::from(n_runs))
    };
    let (alpha, pairs0) = wrong(0.0, SprtStatus::AcceptH1);
    let (beta, pairs1) = wrong(40.0, SprtStatus::AcceptH0);
    assert!((0.030..=0.056).contains(&alpha) && (0.030..=0.056).contains(&beta), "{alpha} {beta}");
    // Wald's approximation of the mean length: the mean ratio at the end divided by the mean ratio of a pair.
    assert!(
        (150.0..=300.0).contains(&pairs0) && (150.0..=300.0).contains(&pairs1),
        "{pairs0} {pairs1}"
    );
}

/// Two games between players 0 and 1 with sides swapped, both won by the same player.
fn pair(number: usize, moves: &str, winner: usize) -> [StoredGame; 2] {
    [0, 1].map(|half| StoredGame {
        number: 2 * number - 1 + half,
        pair: number,
        players: [half, 1 - half],
        result: if half == winner { GameResult::FirstWins } else { GameResult::SecondWins },
        moves: moves.to_owned(),
        ..game("", "", "1-0")
    })
}

/// The share of the way to a bound that the text states.
fn share_of_way(test: &SprtRun) -> f64 {
    let shown = test.to_string();
    let (_, from_share) = shown.split_once('(').unwrap();
    from_share.split_once("%)").unwrap().0.parse().unwrap()
}

#[test]
fn the_way_is_that_to_the_bound_it_leads_to() {
    let mut test = SprtRun::new(Sprt::new(0.0, 50.0).unwrap());
    for number in 1..=3 {
        test.extend(&pair(number, &number.to_string(), 1));
    }
    assert_eq!(test.to_string(), "LLR: -0.46 (-15.7%) (-2.94, 2.94) [0.00, 50.00]");
}

#[test]
fn what_is_decided_stays_decided() {
    let sprt = Sprt::new(0.0, 50.0).unwrap();
    let mut test = SprtRun::new(sprt);
    let mut games = Vec::new();
    let play = |test: &mut SprtRun, games: &mut Vec<StoredGame>, winner| {
        let pair = pair(games.len() / 2 + 1, &games.len().to_string(), winner);
        test.extend(&pair);
        games.extend(pair);
    };
    while test.status() == SprtStatus::Continue {
        play(&mut test, &mut games, 0);
    }
    let (n_games, decided) = (games.len(), *test.pairs());
    assert_eq!(test.status(), SprtStatus::AcceptH1);
    assert!((100.0..120.0).contains(&share_of_way(&test)), "{test}");
    // Games that were running come in, and all of them are lost.
    for _ in 0..n_games {
        play(&mut test, &mut games, 1);
        assert_eq!(test.status(), SprtStatus::AcceptH1);
    }
    let again = Pentanomial([n_games as u64, 0, 0, 0, n_games as u64 / 2]);
    assert_ne!(sprt.status(&again), SprtStatus::AcceptH1, "all games together would not do");
    assert_eq!(*test.pairs(), decided);
    let mut resumed = SprtRun::new(sprt);
    resumed.extend(&games);
    assert_eq!((resumed.status(), *resumed.pairs()), (SprtStatus::AcceptH1, decided));
}

#[test]
fn pairs_that_only_repeat_are_noticed() {
    let mut test = SprtRun::new(Sprt::new(0.0, 5.0).unwrap());
    for number in 1..=30 {
        test.extend(&pair(number, if number < 5 { "1" } else { "2" }, 0));
    }
    assert_eq!((test.n_repeated_last(), test.pairs().n_pairs()), (25, 2));
    test.extend(&pair(31, "3", 0));
    assert_eq!((test.n_repeated_last(), test.pairs().n_pairs()), (0, 3));
}

/// The work of a test grows with its games, not with their square: the test reads each game once, and the counts are
/// those from all games together.
#[test]
fn every_game_is_looked_at_once() {
    let mut test = SprtRun::new(Sprt::new(0.0, 5.0).unwrap());
    let mut games = Vec::new();
    let mut n_looks = 0;
    // Second halves come late, and every tenth pair repeats the one before.
    for number in (0..10_000).step_by(2) {
        let of_number = |number: usize| {
            let moves = number - usize::from(number % 10 == 9);
            pair(number + 1, &moves.to_string(), number / 2 % 2)
        };
        let [[a, b], [c, d]] = [of_number(number), of_number(number + 1)];
        for game in [a, c, d, b] {
            test.extend(std::iter::once(&game).inspect(|_| n_looks += 1));
            games.push(game);
        }
    }
    assert_eq!((n_looks, games.len(), test.status()), (20_000, 20_000, SprtStatus::Continue));
    let (pairs, n_single) = pair_up(&games);
    let (distinct, n_repeated) = distinct(&pairs);
    assert_eq!((n_single, n_repeated), (0, 1_000));
    assert_eq!(*test.pairs(), Pentanomial::of(&distinct, [0, 1]));
}

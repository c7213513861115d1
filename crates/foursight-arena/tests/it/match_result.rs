//! The result of a match, compared with output published by users of fastchess.

use foursight_arena::{
    Credit, Elo, Ending, MatchResult, Pentanomial, Sprt, SprtRun, Standings, StoredGame, Tally,
};

use crate::sample::{game, header};

/// Checks that a match with these counts is printed as expected.
#[track_caller]
fn check([wins, losses, draws]: [usize; 3], counts: [u64; 5], expected: &str) {
    let (tally, pairs) = (Tally { wins, draws, losses }, Pentanomial(counts));
    let result = MatchResult { tally, pairs, ..MatchResult::default() };
    // Unlike fastchess's, our last line ends with the number of pairs.
    let text = result.to_string();
    let (text, n_pairs) = text.rsplit_once(", Pairs: ").unwrap();
    assert_eq!(text, expected);
    assert_eq!(n_pairs, counts.iter().sum::<u64>().to_string());
}

/// Question 45881 on chess.stackexchange.com; fishtest's worker, `games.py`; and the manuals of turox, which has few
/// pairs, and of a chess engine that lost clearly.
#[test]
fn published_matches() {
    check(
        [307, 42, 51],
        [4, 3, 34, 42, 117],
        "Elo: 277.00 +/- 40.90, nElo: 345.17 +/- 34.05\n\
         LOS: 100.00 %, DrawRatio: 17.00 %, PairsRatio: 22.71\n\
         Games: 400, Wins: 307, Losses: 42, Draws: 51, Points: 332.5 (83.12 %)\n\
         Ptnml(0-2): [4, 3, 34, 42, 117]",
    );
    check(
        [3, 4, 9],
        [0, 3, 3, 2, 0],
        "Elo: -21.74 +/- 96.80, nElo: -39.34 +/- 170.24\n\
         LOS: 32.53 %, DrawRatio: 37.50 %, PairsRatio: 0.67\n\
         Games: 16, Wins: 3, Losses: 4, Draws: 9, Points: 7.5 (46.88 %)\n\
         Ptnml(0-2): [0, 3, 3, 2, 0]",
    );
    check(
        [1, 66, 53],
        [6, 53, 1, 0, 0],
        "Elo: -210.72 +/- 20.65, nElo: -803.48 +/- 62.16\n\
         LOS: 0.00 %, DrawRatio: 1.67 %, PairsRatio: 0.00\n\
         Games: 120, Wins: 1, Losses: 66, Draws: 53, Points: 27.5 (22.92 %)\n\
         Ptnml(0-2): [6, 53, 1, 0, 0]",
    );
}

/// The example in docs/arena.md: `foursight arena run level:5 level:4 --sprt 0,20 --seed 1 --openings random:8`.
#[test]
fn the_documented_match() {
    let pairs = Pentanomial([2, 4, 20, 8, 29]);
    let tally = Tally { wins: 85, draws: 14, losses: 27 };
    let result = MatchResult { tally, pairs, ..MatchResult::default() }.to_string();
    let test = Sprt::new(0.0, 20.0).unwrap();
    let (llr, [_, high]) = (test.llr(&pairs), test.bounds());
    let last = format!("LLR: {llr:.2} ({:.1}%) (-{high:.2}, {high:.2}) ", 100.0 * llr / high);
    let page = include_str!("../../../../docs/arena.md");
    for line in result.lines().chain([&*last]) {
        assert!(page.contains(&format!("\n    {line}")), "{line}");
    }
}

/// If the normal approximation fails, the bounds come from the likelihood, which [`crate::ratings`] tests.
#[test]
fn all_alike_and_none() {
    check(
        [20, 0, 0],
        [0, 0, 0, 0, 10],
        "Elo: at least 269.66, nElo: undefined\n\
         LOS: 99.99 %, DrawRatio: 0.00 %, PairsRatio: inf\n\
         Games: 20, Wins: 20, Losses: 0, Draws: 0, Points: 20.0 (100.00 %)\n\
         Ptnml(0-2): [0, 0, 0, 0, 10]",
    );
    check(
        [10, 10, 0],
        [0, 0, 10, 0, 0],
        "Elo: 0.00 +/- 61.35, nElo: undefined\n\
         LOS: 50.00 %, DrawRatio: 100.00 %, PairsRatio: undefined\n\
         Games: 20, Wins: 10, Losses: 10, Draws: 0, Points: 10.0 (50.00 %)\n\
         Ptnml(0-2): [0, 0, 10, 0, 0]",
    );
    let lost = MatchResult { pairs: Pentanomial([10, 0, 0, 0, 0]), ..MatchResult::default() };
    assert!(lost.to_string().starts_with("Elo: at most -269.66, "), "{lost}");
    let nothing = "Games: 0, Wins: 0, Losses: 0, Draws: 0, Points: 0.0 (0.00 %)\n\
                   Ptnml(0-2): [0, 0, 0, 0, 0]";
    check([0, 0, 0], [0; 5], nothing);
}

/// A pair of games: the first mover wins the first game, and player 0 wins or draws the second.
fn pair(number: usize, second: &str) -> [StoredGame; 2] {
    let moves = number.to_string();
    [
        StoredGame { pair: number, players: [0, 1], ..game("", &moves, "1-0") },
        StoredGame { pair: number, players: [1, 0], ..game("", &moves, second) },
    ]
}

/// The table shows the whole difference, not half of it on either side of the mean.
#[test]
fn two_players_have_a_difference() {
    let mut games: Vec<StoredGame> =
        (1..=20).flat_map(|number| pair(number, if number > 8 { "1-0" } else { "0-1" })).collect();
    games.push(StoredGame { pair: 22, ..game("", "1", "1-0") });
    games.extend(pair(1, "0-1").map(|game| StoredGame { pair: 23, ..game }));
    let standings = Standings::new(&header(&["a", "b"]), &games, &Credit::None);
    let result = standings.match_result.as_ref().unwrap();
    assert_eq!(result.pairs, Pentanomial([0, 0, 12, 0, 8]));
    assert_eq!(result.tally, Tally { wins: 31, draws: 0, losses: 12 });
    assert_eq!((result.n_repeated_pairs, result.n_single_games), (1, 1));
    // By hand: 28 points of 40 are a share of 0.7, and 400 log10(0.7 / 0.3) = 147.19; the deviation of a pair's share is
    // half of sqrt(0.4 * 0.6), and that of the mean 0.0548, so that the ends are 0.5926 and 0.8074.
    let [a, b] = [0, 1].map(|place| standings.elo(&standings.rows[place]));
    let near = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 0.05;
    assert!(near(a.value, 147.19) && near(a.low, 65.12) && near(a.high, 248.96), "{a:?}");
    assert!(near(b.value, -147.19) && near(b.error_95(), a.error_95().unwrap()), "{b:?}");
    // 0.2 / 0.0548 deviations.
    assert!((standings.rows[0].los.unwrap() - 0.999_87).abs() < 1e-5);
    assert_eq!(*result, MatchResult::of(&games, [0, 1]));
    assert_eq!(MatchResult::of(&games, [1, 0]).pairs, Pentanomial([8, 0, 12, 0, 0]));
    let forfeit = StoredGame { pair: 24, ending: Ending::Benched, ..game("", "", "1-0") };
    let annulled =
        Standings::new(&header(&["a", "b"]), &[&games[..], &[forfeit]].concat(), &Credit::None);
    assert_eq!(annulled.match_result, Some(MatchResult::default()));
    let three = Standings::new(&header(&["a", "b", "c"]), &games, &Credit::None);
    assert_eq!(three.match_result, None);
    let Elo { value, .. } = three.elo(&three.rows[0]);
    assert_eq!(value, Some(three.rows[0].rating.elo));
}

/// The bounds and hypotheses are those in fastchess's README.md; the share of the way refers to the nearer bound.
#[test]
fn the_line_of_a_test() {
    let mut test = SprtRun::new(Sprt::new(0.0, 10.0).unwrap());
    assert_eq!(test.to_string(), "LLR: 0.00 (0.0%) (-2.94, 2.94) [0.00, 10.00]");
    let games: Vec<StoredGame> = (1..=20).flat_map(|number| pair(number, "1-0")).collect();
    test.extend(&games);
    // 20 ln(2 - 2 p) with p = 1 / (1 + 10 ** (-1 / 40)), as all pairs came out even.
    assert_eq!(test.to_string(), "LLR: -0.58 (-19.8%) (-2.94, 2.94) [0.00, 10.00]");
}

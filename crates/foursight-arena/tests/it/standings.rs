//! The table of a tournament, from its games.

use foursight_arena::{Credit, Standing, Standings, StoredGame, Tally};

use crate::sample::{self, header};

/// A game with this pair number; no other game has its moves.
fn game(pair: usize, players: [usize; 2], result: &str, ending: &str) -> StoredGame {
    StoredGame {
        pair,
        players,
        ending: ending.to_owned().try_into().unwrap(),
        ..sample::game(&format!("{pair}"), &format!("{}", players[0]), result)
    }
}

/// A pair of games with these results, as seen by the first mover of each.
fn pair(pair: usize, [a, b]: [usize; 2], results: [&str; 2]) -> [StoredGame; 2] {
    [game(pair, [a, b], results[0], "line"), game(pair, [b, a], results[1], "line")]
}

const WON: [&str; 2] = ["1-0", "0-1"];
const EVEN: [&str; 2] = ["1-0", "1-0"];
const HALF: [&str; 2] = ["1-0", "1/2"];

/// Checks the order of the names.
#[track_caller]
fn check(names: &[&str], games: &[StoredGame], credit: &Credit, expected: &[&str]) -> Standings {
    let standings = Standings::new(&header(names), games, credit);
    let order: Vec<&str> = standings.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(order, expected);
    standings
}

#[test]
fn points_decide() {
    let games = [pair(1, [0, 1], EVEN), pair(2, [1, 2], HALF), pair(3, [2, 0], WON)].concat();
    let standings = check(&["a", "b", "c"], &games, &Credit::None, &["b", "c", "a"]);
    let [b, c, a] = &standings.rows[..] else { panic!("{standings:?}") };
    assert_eq!((b.tally, b.faults), (Tally { wins: 2, draws: 1, losses: 1 }, 0));
    assert_eq!([a, b, c].map(|row| row.points).to_vec(), [1.0, 2.5, 2.5]);
    assert_eq!([a, b, c].map(|row| row.buchholz).to_vec(), [5.0, 3.5, 3.5]);
    assert_eq!(
        (standings.n_pairs, standings.n_repeated_pairs, standings.n_single_games),
        (3, 0, 0)
    );
    assert!(a.rating.elo < 0.0 && b.rating.elo > 0.0 && b.rating.error_95 > 100.0);
    // b and c have the same points but not from the same opponents.
    assert!((b.los.unwrap() - 0.5).abs() < 0.2 && c.los.unwrap() > 0.5 && a.los.is_none());
}

#[test]
fn faults_are_losses_by_anything_but_a_line() {
    let games = [
        game(1, [0, 1], "0-1", "late"),
        game(1, [1, 0], "1-0", "line"),
        game(2, [0, 1], "1-0", "crash"),
        game(2, [1, 0], "1/2", "draw"),
        game(3, [0, 1], "0-1", "line"),
        game(4, [0, 1], "*", "interrupted"),
    ];
    let standings = check(&["a", "b"], &games, &Credit::None, &["b", "a"]);
    let counts = |row: &Standing| (row.tally, row.faults);
    assert_eq!(counts(&standings.rows[0]), (Tally { wins: 3, draws: 1, losses: 1 }, 1));
    assert_eq!(counts(&standings.rows[1]), (Tally { wins: 1, draws: 1, losses: 3 }, 1));
    assert_eq!((standings.n_pairs, standings.n_single_games), (2, 1));
}

#[test]
fn the_games_of_a_benched_player_count_for_nobody() {
    let games = [
        game(1, [0, 1], "1-0", "line"),
        game(1, [1, 0], "1-0", "line"),
        game(2, [0, 2], "0-1", "crash"),
        game(2, [2, 0], "1-0", "benched"),
        game(3, [1, 2], "1-0", "line"),
        game(3, [2, 1], "1/2", "draw"),
    ];
    let standings = check(&["a", "b", "c"], &games, &Credit::None, &["b", "c", "a"]);
    let counts = |row: &Standing| (row.tally, row.faults, row.is_benched);
    let rows: Vec<_> = standings.rows.iter().map(counts).collect();
    let even = |wins, losses| Tally { wins, draws: 1, losses };
    let expected = [(even(1, 0), 0, false), (even(0, 1), 0, false), (Tally::default(), 1, true)];
    assert_eq!(rows, expected);
    assert_eq!((standings.n_pairs, standings.n_single_games), (1, 0));
    // If both players are benched, nobody knows whose fault the unplayed game was.
    let both = [game(1, [0, 1], "*", "benched")];
    let standings = Standings::new(&header(&["a", "b"]), &both, &Credit::None);
    assert!(standings.rows.iter().all(|row| row.is_benched && row.faults == 0));
}

#[test]
fn buchholz_then_games_between_equals_then_the_header() {
    // a, b and c have won a pair each, but b's opponent has no points. c has won against a.
    let games = [pair(1, [0, 3], WON), pair(2, [2, 1], WON), pair(3, [1, 4], WON)].concat();
    let names = ["b", "a", "c", "d", "e"];
    check(&names, &games, &Credit::None, &["c", "a", "b", "d", "e"]);
    // All have met all others, so Buchholz says nothing; b has won against a, and c against d.
    let winners = [[1, 0], [0, 2], [0, 3], [1, 2], [3, 1], [2, 3]];
    let games: Vec<StoredGame> =
        (1..).zip(winners).flat_map(|(number, players)| pair(number, players, WON)).collect();
    check(&["a", "b", "c", "d"], &games, &Credit::None, &["b", "a", "c", "d"]);
    check(&["z", "y"], &[], &Credit::None, &["z", "y"]);
}

#[test]
fn byes_and_stages_count() {
    let games = pair(1, [0, 1], HALF);
    let byes = Credit::Byes(vec![0.0, 0.0, 2.0]);
    let standings = check(&["a", "b", "c"], &games, &byes, &["c", "a", "b"]);
    assert_eq!((standings.rows[0].points, standings.rows[0].tally.n_games()), (2.0, 0));
    let stages = Credit::Stages(vec![0, 1, 2]);
    check(&["a", "b", "c"], &games, &stages, &["c", "b", "a"]);
}

/// Deterministic players and one opening: every pair is the same.
#[test]
fn repeated_games_count_for_points_only() {
    let repeat = |n: usize| {
        let games = (1..=n).flat_map(|number| {
            pair(number, [0, 1], HALF).map(|game| StoredGame { opening: "44".to_owned(), ..game })
        });
        Standings::new(&header(&["a", "b"]), &games.collect::<Vec<_>>(), &Credit::None)
    };
    let (once, often) = (repeat(1), repeat(50));
    assert_eq!((often.n_pairs, often.n_repeated_pairs), (1, 49));
    assert_eq!(often.rows[0].rating, once.rows[0].rating);
    assert_eq!((once.rows[0].points, often.rows[0].points), (1.5, 75.0));
}

//! Pairings: properties for every number of players.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use fastrand::Rng;
use foursight_arena::{Credit, PairResult, Round, Schedule};

/// Plays a tournament of two pairs per pairing, whose results come from `half_points`, and checks every round of it.
fn play(
    schedule: Schedule,
    n_players: usize,
    mut half_points: impl FnMut([usize; 2]) -> u8,
) -> (Vec<Round>, Vec<Vec<PairResult>>) {
    let (mut rounds, mut finished) = (Vec::new(), Vec::new());
    while let Some(round) = schedule.round(n_players, 2, rounds.len(), &finished) {
        let mut busy = HashSet::new();
        let players = round.pairings.iter().flatten().copied().chain(round.bye);
        players.for_each(|player| assert!(player < n_players && busy.insert(player), "{round:?}"));
        let result = |players| PairResult {
            players,
            half_points: half_points(players),
            moves: [String::new(), String::new()],
        };
        let twice = round.pairings.iter().flat_map(|&players| [players; 2]);
        finished.push(twice.map(result).collect());
        rounds.push(round);
    }
    (rounds, finished)
}

/// The number of times that two players meet, by their numbers, the lower first.
fn meetings(rounds: &[Round]) -> BTreeMap<[usize; 2], usize> {
    let mut meetings = BTreeMap::new();
    for &[a, b] in rounds.iter().flat_map(|round| &round.pairings) {
        *meetings.entry([a.min(b), a.max(b)]).or_default() += 1;
    }
    meetings
}

#[test]
fn round_robin() {
    for n_players in 0..=33_usize {
        for cycles in 0..=3 {
            let schedule = Schedule::RoundRobin { cycles };
            let (rounds, _) = play(schedule, n_players, |_| 2);
            let meetings = meetings(&rounds);
            let n_pairs = n_players * n_players.saturating_sub(1) / 2;
            assert_eq!(meetings.len(), if cycles > 0 { n_pairs } else { 0 });
            assert!(meetings.values().all(|&n| n == cycles));
            // No round is longer than it must be.
            let n_rounds = n_players.next_multiple_of(2).saturating_sub(1);
            assert_eq!(rounds.len(), if n_players < 2 { 0 } else { cycles * n_rounds });
            assert!(!schedule.needs_results());
        }
    }
}

#[test]
fn gauntlet() {
    for n_players in 0..=12_usize {
        for challengers in 0..=n_players + 1 {
            let schedule = Schedule::Gauntlet { challengers, cycles: 2 };
            let (rounds, _) = play(schedule, n_players, |_| 2);
            let expected: BTreeMap<[usize; 2], usize> = (0..challengers.min(n_players))
                .flat_map(|a| (challengers..n_players).map(move |b| ([a, b], 2)))
                .collect();
            assert_eq!(meetings(&rounds), expected);
            let n_others = n_players.saturating_sub(challengers);
            let longest = if expected.is_empty() { 0 } else { challengers.max(n_others) };
            assert_eq!(rounds.len(), 2 * longest);
        }
    }
}

/// The fewest repetitions in pairings of these players, found by trying all pairings.
fn fewest_repetitions(players: &[usize], met: &HashSet<[usize; 2]>) -> usize {
    let [first, rest @ ..] = players else { return 0 };
    let with = |index: usize| {
        let mut left = rest.to_vec();
        let other = left.remove(index);
        let repeats = met.contains(&[*first.min(&other), *first.max(&other)]);
        usize::from(repeats) + fewest_repetitions(&left, met)
    };
    (0..rest.len()).map(with).min().unwrap_or(0)
}

/// The fewest repetitions if one of the players with the fewest byes gets the bye, if there is one.
fn fewest_with_bye(n_players: usize, byes: &[usize], met: &HashSet<[usize; 2]>) -> usize {
    let all: Vec<usize> = (0..n_players).collect();
    let fewest = byes.iter().min().expect("there are players");
    let without = |bye: usize| all.iter().copied().filter(move |&player| player != bye);
    let candidates = all.iter().filter(|&&player| byes[player] == *fewest);
    match n_players % 2 {
        0 => fewest_repetitions(&all, met),
        _ => candidates
            .map(|&bye| fewest_repetitions(&without(bye).collect::<Vec<_>>(), met))
            .min()
            .expect("somebody has the fewest byes"),
    }
}

#[test]
fn no_swiss_round_has_a_repetition_that_can_be_avoided() {
    let mut random = Rng::with_seed(11);
    for n_players in 2..=9 {
        for _ in 0..20 {
            let schedule = Schedule::Swiss { rounds: n_players + 3 };
            let (rounds, _) = play(schedule, n_players, |_| random.u8(0..=4));
            assert_eq!(rounds.len(), n_players + 3);
            let (mut met, mut byes) = (HashSet::new(), vec![0; n_players]);
            for round in rounds {
                let pairs: Vec<[usize; 2]> =
                    meetings(std::slice::from_ref(&round)).into_keys().collect();
                let n_repeated = pairs.iter().filter(|&pair| met.contains(pair)).count();
                assert_eq!(
                    n_repeated,
                    fewest_with_bye(n_players, &byes, &met),
                    "{round:?} {met:?}"
                );
                met.extend(pairs);
                if let Some(bye) = round.bye {
                    byes[bye] += 1;
                }
            }
        }
    }
}

/// The first player of each pairing is the best remaining player, by points, Buchholz score and seed.
#[test]
fn swiss_pairings_come_from_the_top() {
    let mut random = Rng::with_seed(16);
    for _ in 0..50 {
        let (rounds, finished) = play(Schedule::Swiss { rounds: 5 }, 12, |_| random.u8(0..=4));
        let (mut points, mut opponents) = ([0_u32; 12], vec![Vec::new(); 12]);
        for (round, results) in rounds.iter().zip(finished) {
            let place = |player: usize| {
                let met: &Vec<usize> = &opponents[player];
                let buchholz: u32 = met.iter().map(|&other| points[other]).sum();
                (Reverse((points[player], buchholz)), player)
            };
            let order: Vec<usize> = round.pairings.iter().flatten().copied().collect();
            for first in (0..12).step_by(2) {
                let best = order[first..].iter().min_by_key(|&&player| place(player));
                assert_eq!(best, Some(&order[first]), "{round:?}");
            }
            for pair in results {
                let [a, b] = pair.players;
                points[a] += u32::from(pair.half_points);
                points[b] += u32::from(4 - pair.half_points);
            }
            for &[a, b] in &round.pairings {
                opponents[a].push(b);
                opponents[b].push(a);
            }
        }
    }
}

#[test]
fn a_swiss_with_some_rounds_has_no_repetition_and_fair_byes() {
    let mut random = Rng::with_seed(12);
    for n_players in (2..=20_usize).chain([39, 40]) {
        let schedule = Schedule::Swiss { rounds: n_players.div_ceil(2) };
        let (rounds, finished) = play(schedule, n_players, |_| random.u8(0..=4));
        assert!(meetings(&rounds).values().all(|&n| n == 1), "{n_players} players");
        assert!(rounds.iter().all(|round| round.pairings.len() == n_players / 2));
        let byes: Vec<usize> = rounds.iter().filter_map(|round| round.bye).collect();
        assert_eq!(byes.len(), if n_players % 2 == 1 { rounds.len() } else { 0 });
        assert_eq!(byes.iter().collect::<HashSet<_>>().len(), byes.len());
        // A round is two pairs of games, a bye four points.
        let Credit::Byes(points) = schedule.credit(n_players, 2, &finished) else { panic!() };
        let expected: Vec<f64> =
            (0..n_players).map(|n| if byes.contains(&n) { 4.0 } else { 0.0 }).collect();
        assert_eq!(points, expected);
    }
}

#[test]
fn byes_come_once_even_in_a_long_swiss() {
    let mut random = Rng::with_seed(13);
    for n_players in (3..=15).step_by(2) {
        let (rounds, _) =
            play(Schedule::Swiss { rounds: n_players - 1 }, n_players, |_| random.u8(0..=4));
        let byes: HashSet<usize> = rounds.iter().filter_map(|round| round.bye).collect();
        assert_eq!(byes.len(), n_players - 1);
    }
}

/// If the better seed always wins, players with equal points meet, the upper half of them against the lower.
#[test]
fn swiss_by_hand() {
    let schedule = Schedule::Swiss { rounds: 3 };
    let better_seed = |[a, b]: [usize; 2]| if a < b { 4 } else { 0 };
    let (rounds, _) = play(schedule, 8, better_seed);
    assert_eq!(rounds[0].pairings, [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(rounds[1].pairings, [[0, 2], [1, 3], [4, 6], [5, 7]]);
    assert_eq!(rounds[2].pairings[0], [0, 1]);
    let (rounds, _) = play(schedule, 5, better_seed);
    assert_eq!(rounds[0].bye, Some(4));
    // The player with the bye has as many points as the winners.
    assert_eq!(rounds[1], Round { pairings: vec![[0, 1], [4, 2]], bye: Some(3) });
}

/// A bye is worth every game of a round, even if the other players did not play theirs.
#[test]
fn a_bye_is_worth_a_round() {
    for n_pairs in 1..=3 {
        let schedule = Schedule::Swiss { rounds: 3 };
        let credit = schedule.credit(3, n_pairs, &[Vec::new()]);
        assert_eq!(credit, Credit::Byes(vec![0.0, 0.0, 2.0 * n_pairs as f64]));
        let next = schedule.round(3, n_pairs, 1, &[Vec::new()]).expect("a round");
        assert_eq!(next.pairings[0][0], 2, "it leads: {next:?}");
    }
}

#[test]
fn a_knockout_has_one_winner() {
    let mut random = Rng::with_seed(14);
    for n_players in 2..=33_usize {
        for replays in 0..=2 {
            let schedule = Schedule::Knockout { replays };
            let (rounds, finished) = play(schedule, n_players, |_| random.u8(0..=4));
            let n_stages = n_players.next_power_of_two().ilog2() as usize;
            assert!((n_stages..=n_stages * (1 + replays)).contains(&rounds.len()));
            let Credit::Stages(stages) = schedule.credit(n_players, 2, &finished) else { panic!() };
            assert_eq!(stages.iter().filter(|&&stage| stage == n_stages).count(), 1);
            // All but the winner have lost once, in a match that was replayed at most `replays` times.
            let meetings = meetings(&rounds);
            assert_eq!(meetings.len(), n_players - 1);
            assert!(meetings.values().all(|&n| n <= 1 + replays));
        }
    }
}

#[track_caller]
fn check_knockout(
    n_players: usize,
    replays: usize,
    half_points: &[u8],
    expected: &[&[[usize; 2]]],
) {
    let mut half_points = half_points.iter().copied().flat_map(|points| [points; 2]);
    let (rounds, _) =
        play(Schedule::Knockout { replays }, n_players, |_| half_points.next().unwrap());
    let pairings: Vec<&[[usize; 2]]> = rounds.iter().map(|round| &*round.pairings).collect();
    assert_eq!(pairings, expected);
}

#[test]
fn knockout_by_hand() {
    // The better seed wins: the best meet last.
    check_knockout(4, 0, &[4, 0, 4], &[&[[0, 3], [1, 2]], &[[0, 2]]]);
    check_knockout(
        8,
        0,
        &[4; 7],
        &[&[[0, 7], [3, 4], [1, 6], [2, 5]], &[[0, 3], [1, 2]], &[[0, 1]]],
    );
    // The best two of six have a bye.
    check_knockout(6, 0, &[4; 5], &[&[[3, 4], [2, 5]], &[[0, 3], [1, 2]], &[[0, 1]]]);
    // A tie is replayed twice, then the better seed advances.
    check_knockout(3, 2, &[2, 2, 2, 0], &[&[[1, 2]], &[[1, 2]], &[[1, 2]], &[[0, 1]]]);
    check_knockout(3, 2, &[2, 1, 4], &[&[[1, 2]], &[[1, 2]], &[[0, 2]]]);
}

/// A resumed tournament has the same rounds.
#[test]
fn rounds_depend_on_former_results_only() {
    let mut random = Rng::with_seed(15);
    for schedule in [Schedule::Swiss { rounds: 5 }, Schedule::Knockout { replays: 1 }] {
        let (rounds, finished) = play(schedule, 11, |_| random.u8(0..=4));
        for (index, round) in rounds.iter().enumerate() {
            // The results in another order, and with those of later rounds.
            let mut shuffled = finished.clone();
            for results in &mut shuffled {
                random.shuffle(results);
            }
            assert_eq!(schedule.round(11, 2, index, &shuffled).as_ref(), Some(round));
            assert_eq!(schedule.round(11, 2, index, &finished[..index]).as_ref(), Some(round));
        }
        assert!(schedule.needs_results() && schedule.round(1, 2, 0, &[]).is_none());
    }
}

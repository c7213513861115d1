//! A knockout: the loser of a match is eliminated.
//!
//! The number of places in the bracket is a power of two. The best seeds meet last; places without a player are
//! opposite the best seeds, who advance without a game. A tie is replayed in a round of its own, up to the limit; after
//! that, the better seed advances.

use super::Round;
use crate::tournament::pair::PairResult;

pub(super) fn round(
    n_players: usize,
    replays: usize,
    finished: &[Vec<PairResult>],
) -> Option<Round> {
    let pairings = Bracket::after(n_players, replays, finished).open;
    (!pairings.is_empty()).then_some(Round { pairings, bye: None })
}

/// The number of opponents that each player has eliminated, byes included.
pub(super) fn stages(n_players: usize, replays: usize, finished: &[Vec<PairResult>]) -> Vec<usize> {
    Bracket::after(n_players, replays, finished).stages
}

struct Bracket {
    /// The matches of the next round; none when the tournament is over.
    open: Vec<[usize; 2]>,
    stages: Vec<usize>,
}

impl Bracket {
    fn after(n_players: usize, replays: usize, finished: &[Vec<PairResult>]) -> Self {
        let mut bracket = Self { open: Vec::new(), stages: vec![0; n_players] };
        let mut places = seeded_places(n_players);
        let mut rounds = finished.iter();
        while places.len() > 1 {
            let matches: Vec<[usize; 2]> = places.chunks(2).map(|two| [two[0], two[1]]).collect();
            let is_real = |players: &&[usize; 2]| players.iter().all(|&player| player < n_players);
            bracket.open = matches.iter().filter(is_real).copied().collect();
            let mut losers = Vec::new();
            for _ in 0..=replays {
                if bracket.open.is_empty() {
                    break;
                }
                let Some(results) = rounds.next() else { return bracket };
                bracket.open.retain(|&players| {
                    let loser = loser(players, results);
                    losers.extend(loser);
                    loser.is_none()
                });
            }
            // Open matches are ties, which the better seed wins, and byes.
            places = matches
                .iter()
                .map(|&[a, b]| if losers.contains(&a.min(b)) { a.max(b) } else { a.min(b) })
                .collect();
            for &winner in &places {
                bracket.stages[winner] += 1;
            }
            bracket.open.clear();
        }
        bracket
    }
}

/// The player with fewer points in these games; `None` for a tie.
fn loser([a, b]: [usize; 2], results: &[PairResult]) -> Option<usize> {
    let half_points: Vec<u8> =
        results.iter().filter_map(|pair| pair.half_points_of(a, b)).collect();
    let scored: u64 = half_points.iter().copied().map(u64::from).sum();
    match scored.cmp(&(2 * half_points.len() as u64)) {
        std::cmp::Ordering::Less => Some(a),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(b),
    }
}

/// The seeds in the order of the bracket; numbers from `n_players` on are empty places.
///
/// To double the number of places, put next to each seed the new seed that makes the sum of every pair equal.
fn seeded_places(n_players: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < n_players {
        let last = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    places
}

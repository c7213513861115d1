//! A Swiss tournament: each round pairs players with similar points who have not met before.
//!
//! The players are ordered by points, then by Buchholz (the points of their opponents), then by seed. The first of them
//! meets the middle one of the players with the same points, or else the nearest free player to the middle, or else the
//! next one below; then the first of the remaining players is paired, and so on. Before two players are paired, a
//! largest matching ensures that the others can still be paired with as few repetitions as possible. So a round repeats
//! a pairing only if it must. Rounds are not planned ahead: with nearly as many rounds as players, repetitions may
//! become unavoidable, and a round robin is the better choice.

use std::cmp::Reverse;

use fastrand::Rng;

use super::Round;
use crate::tournament::pair::PairResult;

pub(super) fn round(
    n_players: usize,
    n_pairs: usize,
    rounds: usize,
    finished: &[Vec<PairResult>],
) -> Option<Round> {
    (finished.len() < rounds).then(|| SwissState::after(n_players, n_pairs, finished).next_round())
}

/// The points of each player from byes.
pub(super) fn bye_points(
    n_players: usize,
    n_pairs: usize,
    finished: &[Vec<PairResult>],
) -> Vec<f64> {
    let state = SwissState::after(n_players, n_pairs, finished);
    state.bye_half_points.iter().map(|&half_points| half_points as f64 / 2.0).collect()
}

struct SwissState {
    /// The number of pairs of games that two players play when they meet.
    n_pairs: usize,
    /// The half points of each player from all games and byes.
    half_points: Vec<usize>,
    /// The number of times that two players were paired.
    meetings: Vec<Vec<usize>>,
    byes: Vec<usize>,
    bye_half_points: Vec<usize>,
}

impl SwissState {
    /// Replays the rounds: only the pairings show who had a bye.
    fn after(n_players: usize, n_pairs: usize, finished: &[Vec<PairResult>]) -> Self {
        let mut state = Self {
            n_pairs,
            half_points: vec![0; n_players],
            meetings: vec![vec![0; n_players]; n_players],
            byes: vec![0; n_players],
            bye_half_points: vec![0; n_players],
        };
        for results in finished {
            let round = state.next_round();
            state.enter(&round, results);
        }
        state
    }

    fn enter(&mut self, round: &Round, results: &[PairResult]) {
        for pair in results {
            let [a, b] = pair.players;
            self.half_points[a] += usize::from(pair.half_points);
            self.half_points[b] += usize::from(4 - pair.half_points);
        }
        for &[a, b] in &round.pairings {
            self.meetings[a][b] += 1;
            self.meetings[b][a] += 1;
        }
        if let Some(player) = round.bye {
            // As many half points as for winning every game of a round.
            let half_points = 4 * self.n_pairs;
            self.byes[player] += 1;
            self.half_points[player] += half_points;
            self.bye_half_points[player] += half_points;
        }
    }

    fn next_round(&self) -> Round {
        let mut players = self.order();
        let bye = (players.len() % 2 == 1).then(|| self.choose_bye(&players));
        players.retain(|&player| Some(player) != bye);
        let mut spare = self.repetitions(&players);
        let mut pairings = Vec::new();
        while !players.is_empty() {
            let opponent = self.choose_opponent(&players, spare);
            let pair = [players[0], opponent];
            players.retain(|player| !pair.contains(player));
            spare -= usize::from(self.have_met(pair[0], pair[1]));
            pairings.push(pair);
        }
        Round { pairings, bye }
    }

    /// All players, by points, Buchholz and seed.
    fn order(&self) -> Vec<usize> {
        let n_players = self.half_points.len();
        let opponents =
            |player: usize| (0..n_players).filter(move |&other| self.have_met(player, other));
        let buchholz =
            |player| opponents(player).map(|other| self.half_points[other]).sum::<usize>();
        let mut players: Vec<usize> = (0..n_players).collect();
        players.sort_by_key(|&player| Reverse((self.half_points[player], buchholz(player))));
        players
    }

    /// The player for the bye: of those with the fewest byes, the last one whose absence leaves the fewest repetitions.
    fn choose_bye(&self, players: &[usize]) -> usize {
        let without = |bye: usize| players.iter().copied().filter(move |&player| player != bye);
        let cost = |&player: &usize| {
            let others: Vec<usize> = without(player).collect();
            (self.byes[player], self.repetitions(&others))
        };
        players.iter().rev().copied().min_by_key(cost).expect("there are players")
    }

    /// An opponent for the first of `players`, whose pairings must not have more than `spare` repetitions.
    fn choose_opponent(&self, players: &[usize], spare: usize) -> usize {
        let first = players[0];
        let is_possible = |&opponent: &usize| {
            let is_other = |player: &usize| *player != first && *player != opponent;
            let others: Vec<usize> = players.iter().copied().filter(is_other).collect();
            let repeats = usize::from(self.have_met(first, opponent));
            repeats + self.repetitions(&others) <= spare
        };
        let candidates = self.candidates(players);
        candidates.into_iter().find(is_possible).expect("some pairing has the fewest repetitions")
    }

    /// The possible opponents of the first of `players`, the best first.
    fn candidates(&self, players: &[usize]) -> Vec<usize> {
        let points = |player: usize| self.half_points[player];
        let n_equal =
            players.iter().take_while(|&&player| points(player) == points(players[0])).count();
        let (equal, below) = players.split_at(n_equal);
        let middle = (n_equal / 2).max(1);
        let upward = equal[1..middle].iter().rev();
        let mut candidates: Vec<usize> =
            equal[middle..].iter().chain(upward).chain(below).copied().collect();
        candidates.sort_by_key(|&opponent| self.meetings[players[0]][opponent]);
        candidates
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        self.meetings[a][b] > 0
    }

    /// The minimum number of repeated pairings among this even number of players: the players that a largest matching
    /// of new pairings leaves over have all met each other.
    fn repetitions(&self, players: &[usize]) -> usize {
        let is_new = |a: usize, b: usize| !self.have_met(players[a], players[b]);
        players.len() / 2 - largest_matching(players.len(), is_new)
    }
}

/// The prime modulo which the matrix is computed.
const PRIME: u64 = (1 << 61) - 1;

/// The largest number of disjoint edges of the graph on `n` vertices.
///
/// It is half the rank of Tutte's matrix, in which each edge has a variable of its own: `x` in one direction, `-x` in
/// the other. With random numbers for the variables, the rank is hardly ever lower (L. Lovász, "On determinants,
/// matchings, and random algorithms", 1979): modulo a prime of 61 bits, for one of 10^15 graphs with a thousand
/// vertices.
fn largest_matching(n: usize, is_edge: impl Fn(usize, usize) -> bool) -> usize {
    let n_free_edges = n_free_edges(n, &is_edge);
    if n_free_edges == n / 2 { n_free_edges } else { rank(matrix(n, &is_edge)) / 2 }
}

/// The number of edges in a matching that takes the first free edge of each vertex: often all, much sooner.
fn n_free_edges(n: usize, is_edge: &impl Fn(usize, usize) -> bool) -> usize {
    let (mut is_free, mut n_edges) = (vec![true; n], 0);
    for a in 0..n {
        let other = (a + 1..n).find(|&b| is_free[a] && is_free[b] && is_edge(a, b));
        if let Some(b) = other {
            is_free[b] = false;
            n_edges += 1;
        }
    }
    n_edges
}

/// Tutte's matrix with random numbers, the same at each call.
fn matrix(n: usize, is_edge: &impl Fn(usize, usize) -> bool) -> Vec<Vec<u64>> {
    let mut random = Rng::with_seed(1);
    let mut rows = vec![vec![0; n]; n];
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    for (a, b) in pairs.filter(|&(a, b)| is_edge(a, b)) {
        rows[a][b] = random.u64(1..PRIME);
        rows[b][a] = PRIME - rows[a][b];
    }
    rows
}

/// The rank of a matrix, by elimination.
fn rank(mut rows: Vec<Vec<u64>>) -> usize {
    let (n, mut rank) = (rows.len(), 0);
    for column in 0..n {
        let Some(found) = (rank..n).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, found);
        let pivot = rows[rank].clone();
        for row in rows.iter_mut().skip(rank + 1).filter(|row| row[column] != 0) {
            // The row times the pivot's entry, less the pivot times the row's.
            let less = PRIME - row[column];
            for (entry, above) in row.iter_mut().zip(&pivot).skip(column) {
                *entry = (product(*entry, pivot[column]) + product(less, *above)) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

/// A number below 2^62 that equals the product: 2^61 is 1 modulo the prime.
fn product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64 & PRIME) + (product >> 61) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same number found by trying everything: the first vertex is matched with each other vertex or with none.
    fn by_trying(vertices: &[usize], is_edge: &impl Fn(usize, usize) -> bool) -> usize {
        let [first, rest @ ..] = vertices else { return 0 };
        let with = rest.iter().filter(|&&other| is_edge(*first, other)).map(|&other| {
            let left: Vec<usize> = rest.iter().copied().filter(|&vertex| vertex != other).collect();
            1 + by_trying(&left, is_edge)
        });
        with.max().unwrap_or(0).max(by_trying(rest, is_edge))
    }

    #[test]
    fn random_graphs() {
        let mut random = Rng::with_seed(1);
        for _ in 0..3_000 {
            let (n, density) = (random.usize(0..10), random.f64() * 0.7);
            let edges: Vec<bool> = (0..n * n).map(|_| random.f64() < density).collect();
            let is_edge = |a: usize, b: usize| edges[a.min(b) * n + a.max(b)];
            let vertices: Vec<usize> = (0..n).collect();
            assert_eq!(
                largest_matching(n, is_edge),
                by_trying(&vertices, &is_edge),
                "{n}: {edges:?}"
            );
        }
    }
}

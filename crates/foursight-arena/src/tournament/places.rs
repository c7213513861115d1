//! The places of a tournament's games, and which of them are still free.

use std::collections::{HashMap, HashSet};

use super::results_of;
use crate::rating::pair::PairResult;
use crate::tournament::record::StoredGame;
use crate::tournament::schedule::Schedule;

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) number: usize,
    pub(super) round: usize,
    pub(super) pair: usize,
    pub(super) meeting: usize,
    /// Who moves first and who second.
    pub(super) players: [usize; 2],
    /// The number of its opening.
    pub(super) opening: usize,
}

/// What tells a pair of games from all others: its round where rounds depend on results, its players
/// with the lower index first, and its number among their pairs.
type PairKey = (Option<usize>, [usize; 2], usize);

/// The schedule and what is played of it.
pub(super) struct Places {
    schedule: Schedule,
    n_players: usize,
    n_pairs: usize,
    games: Vec<StoredGame>,
    /// The numbers of the games.
    played: HashSet<usize>,
    pair_numbers: HashMap<PairKey, usize>,
    n_planned: usize,
    next_pair: usize,
    /// The results of the rounds before `next_round`.
    rounds: Vec<Vec<PairResult>>,
    next_round: usize,
}

impl Places {
    pub(super) fn new(
        schedule: Schedule,
        n_players: usize,
        n_pairs: usize,
        games: Vec<StoredGame>,
    ) -> Self {
        let next_pair = games.iter().map(|game| game.pair + 1).max().unwrap_or(1);
        let mut places = Self {
            schedule,
            n_players,
            n_pairs,
            played: games.iter().map(|game| game.number).collect(),
            games,
            pair_numbers: HashMap::new(),
            n_planned: 0,
            next_pair,
            rounds: Vec::new(),
            next_round: 0,
        };
        let keys = places.games.iter().map(|game| {
            let round = places.round_key(game.round);
            ((round, in_order(game.players), game.meeting), game.pair)
        });
        places.pair_numbers = keys.collect();
        places
    }

    /// The free places of the next round, or of all rounds where they do not depend on results; `None`
    /// after the last one. It is asked for when all games of those before are played.
    pub(super) fn next_batch(&mut self) -> Option<Vec<Place>> {
        let mut batch = Vec::new();
        let mut meetings = HashMap::new();
        let first = self.next_round;
        loop {
            while self.rounds.len() < self.next_round && self.schedule.needs_results() {
                self.rounds.push(results_of(&self.games, self.rounds.len() + 1));
            }
            let (n_players, n_pairs) = (self.n_players, self.n_pairs);
            let round = self.schedule.round(n_players, n_pairs, self.next_round, &self.rounds);
            let Some(round) = round else { break };
            self.next_round += 1;
            for pairing in round.pairings {
                let players = in_order(pairing.players);
                let n_met = meetings.entry(players).or_insert(0);
                self.plan_encounter(players, *n_met, &mut batch);
                *n_met += 1;
            }
            if self.schedule.needs_results() {
                break;
            }
        }
        (self.next_round > first).then_some(batch)
    }

    /// Two players meet in the round that was begun last, having met `n_met` times before.
    fn plan_encounter(&mut self, players: [usize; 2], n_met: usize, batch: &mut Vec<Place>) {
        let round = self.next_round;
        for index in 0..self.n_pairs {
            let meeting = n_met * self.n_pairs + index;
            let rounds_before = if self.schedule.needs_results() { round - 1 } else { 0 };
            let opening = rounds_before * self.n_pairs + meeting;
            let key = (self.round_key(round), players, meeting);
            let next_pair = &mut self.next_pair;
            let pair = *self.pair_numbers.entry(key).or_insert_with(|| {
                *next_pair += 1;
                *next_pair - 1
            });
            for (half, is_swapped) in [false, true].into_iter().enumerate() {
                let players = if is_swapped { [players[1], players[0]] } else { players };
                let number = 2 * pair - 1 + half;
                self.n_planned += 1;
                if !self.played.contains(&number) {
                    batch.push(Place { number, round, pair, meeting, players, opening });
                }
            }
        }
    }

    fn round_key(&self, round: usize) -> Option<usize> {
        self.schedule.needs_results().then_some(round)
    }

    /// Enters a game that was played.
    pub(super) fn add(&mut self, game: StoredGame) -> StoredGame {
        self.played.insert(game.number);
        self.games.push(game.clone());
        game
    }

    /// The games that are played.
    pub(super) fn games(&self) -> &[StoredGame] {
        &self.games
    }

    /// How many games there are in all rounds that were begun.
    pub(super) fn n_planned(&self) -> usize {
        self.n_planned
    }

    /// All games by their numbers.
    pub(super) fn finish(mut self) -> Vec<StoredGame> {
        self.games.sort_by_key(|game| game.number);
        self.games
    }
}

fn in_order([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

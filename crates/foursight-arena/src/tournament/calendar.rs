//! The fixtures that a schedule requires, and those still open.

use std::collections::{HashMap, HashSet};

use foursight::Column;

use crate::referee::ending::Ending;
use crate::tournament::fixture::Fixture;
use crate::tournament::pair::{PairResult, pairs_of_round};
use crate::tournament::schedule::Schedule;
use crate::tournament::stored_game::StoredGame;

/// The identity of a game pair: its round where rounds depend on results, its players
/// with the lower index first, and its number among their pairs.
type PairKey = (Option<usize>, [usize; 2], usize);

/// A schedule, and the part of it that has been played.
pub(super) struct Calendar {
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

impl Calendar {
    pub(super) fn new(
        schedule: Schedule,
        n_players: usize,
        n_pairs: usize,
        games: Vec<StoredGame>,
    ) -> Self {
        let next_pair = games.iter().map(|game| game.pair + 1).max().unwrap_or(1);
        let mut calendar = Self {
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
        let keys = calendar.games.iter().map(|game| {
            let round = calendar.round_key(game.round);
            ((round, in_order(game.players), game.meeting), game.pair)
        });
        calendar.pair_numbers = keys.collect();
        calendar
    }

    /// The open fixtures of the next round, or of all rounds if they do not depend on results; `None` after the last
    /// one. All games of earlier batches must have been played.
    pub(super) fn next_batch(&mut self) -> Option<Vec<Fixture>> {
        let mut batch = Vec::new();
        let mut meetings = HashMap::new();
        let first = self.next_round;
        loop {
            while self.rounds.len() < self.next_round && self.schedule.needs_results() {
                self.rounds.push(pairs_of_round(&self.games, self.rounds.len() + 1));
            }
            let (n_players, n_pairs) = (self.n_players, self.n_pairs);
            let round = self.schedule.round(n_players, n_pairs, self.next_round, &self.rounds);
            let Some(round) = round else { break };
            self.next_round += 1;
            for pairing in round.pairings {
                let players = in_order(pairing);
                let n_met = meetings.entry(players).or_insert(0);
                self.add_encounter(players, *n_met, &mut batch);
                *n_met += 1;
            }
            if self.schedule.needs_results() {
                break;
            }
        }
        (self.next_round > first).then_some(batch)
    }

    /// Adds the meeting of two players in the latest round, after `n_met` earlier ones.
    fn add_encounter(&mut self, players: [usize; 2], n_met: usize, batch: &mut Vec<Fixture>) {
        let round = self.next_round;
        for index in 0..self.n_pairs {
            let meeting = n_met * self.n_pairs + index;
            let opening = self.opening_number(round, meeting);
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
                    batch.push(Fixture { number, round, pair, meeting, players, opening });
                }
            }
        }
    }

    /// The openings of the games played so far, by their numbers.
    pub(super) fn openings(&self) -> HashMap<usize, Vec<Column>> {
        let opening = |game: &StoredGame| {
            let number = self.opening_number(game.round, game.meeting);
            (number, game.opening.chars().filter_map(Column::from_symbol).collect())
        };
        self.games.iter().filter(|game| game.ending != Ending::Benched).map(opening).collect()
    }

    fn opening_number(&self, round: usize, meeting: usize) -> usize {
        let rounds_before = if self.schedule.needs_results() { round - 1 } else { 0 };
        rounds_before * self.n_pairs + meeting
    }

    fn round_key(&self, round: usize) -> Option<usize> {
        self.schedule.needs_results().then_some(round)
    }

    /// Records a game that was played.
    pub(super) fn add(&mut self, game: StoredGame) {
        self.played.insert(game.number);
        self.games.push(game);
    }

    /// The games played so far.
    pub(super) fn games(&self) -> &[StoredGame] {
        &self.games
    }

    /// The number of games in all rounds so far.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_who_meet_again_get_other_openings() {
        let mut calendar = Calendar::new(Schedule::RoundRobin { cycles: 2 }, 2, 3, Vec::new());
        let games = calendar.next_batch().expect("there are games");
        let openings: Vec<usize> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        let numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
        assert!(calendar.next_batch().is_none());
    }
}

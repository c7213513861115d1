//! The fixtures that a schedule requires: games yet to be played, their records once they are over, and those still open.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use foursight::record::GameResult;
use foursight::{Column, Player};
use foursight_sandbox::Sandbox;

use crate::referee::ending::Ending;
use crate::referee::play::PlayedGame;
use crate::tournament::pair::{PairResult, pairs_of_round};
use crate::tournament::schedule::Schedule;
use crate::tournament::stored_game::{LoggedGame, StoredGame, Transcript};

/// The identity of a game pair: its round where rounds depend on results, its players
/// with the lower index first, and its number among their pairs.
type PairKey = (Option<usize>, [usize; 2], usize);

/// A schedule, and the part of it that has been played.
pub(super) struct Calendar {
    schedule: Schedule,
    n_players: usize,
    n_pairs: usize,
    /// The games played so far.
    pub(super) games: Vec<StoredGame>,
    /// The numbers of the games.
    played: HashSet<usize>,
    pair_numbers: HashMap<PairKey, usize>,
    /// The number of games in all rounds so far.
    pub(super) n_planned: usize,
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

    /// All games by their numbers.
    pub(super) fn finish(mut self) -> Vec<StoredGame> {
        self.games.sort_by_key(|game| game.number);
        self.games
    }
}

fn in_order([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    pub(super) number: usize,
    pub(super) round: usize,
    pub(super) pair: usize,
    pub(super) meeting: usize,
    /// The player who moves first, then the one who moves second.
    pub(super) players: [usize; 2],
    /// The number of its opening.
    pub(super) opening: usize,
}

impl Fixture {
    /// The seed of a side's random choices in a tournament with this seed. It depends neither on how often the game is
    /// planned nor on which other games are planned.
    pub(super) fn seed(&self, tournament: u64, side: Player) -> u64 {
        let choice = 2 * self.draw() + u64::from(side == Player::Second);
        Rng::with_seed(tournament ^ choice.wrapping_mul(0x9e37_79b9_7f4a_7c15)).u64(..)
    }

    /// The number of the game among those of its two players, from 1, plus a multiple of 2^32, which is 0 for the first
    /// two players.
    fn draw(&self) -> u64 {
        let [a, b] = self.players.map(|player| player as u64);
        let (low, high) = (a.min(b), a.max(b));
        // The number of pairs among the players before `high`, and those of `high` before `low`.
        let encounter = high * (high - 1) / 2 + low;
        (encounter << 32) + 2 * self.opening as u64 + 1 + u64::from(a > b)
    }

    /// The game as it was played, with these clocks.
    pub(super) fn stored(
        &self,
        played: PlayedGame,
        sandbox: &Sandbox,
        clocks: [String; 2],
    ) -> LoggedGame {
        let unplayed = self.unplayed(GameResult::Unfinished, Ending::Interrupted, "");
        LoggedGame::of_played(&unplayed, played, sandbox, clocks)
    }

    /// The unplayed game of a benched player. The schedule counts it as won by the opponent.
    pub(super) fn forfeit(&self, reasons: [Option<String>; 2]) -> LoggedGame {
        let (result, reason) = match reasons {
            [Some(first), None] => {
                (GameResult::SecondWins, format!("the first player is benched: {first}"))
            }
            [None, Some(second)] => {
                (GameResult::FirstWins, format!("the second player is benched: {second}"))
            }
            _ => (GameResult::Unfinished, "both players are benched".to_owned()),
        };
        let game = self.unplayed(result, Ending::Benched, &reason);
        LoggedGame { game, transcript: Transcript::default() }
    }

    /// A game without a move.
    pub(super) fn unplayed(&self, result: GameResult, ending: Ending, reason: &str) -> StoredGame {
        let &Self { number, round, pair, meeting, players, .. } = self;
        let reason = reason.to_owned();
        let unplayed = StoredGame::unplayed(pair, players);
        StoredGame { number, round, meeting, result, ending, reason, ..unplayed }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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

    fn draw(players: [usize; 2], opening: usize) -> u64 {
        Fixture { number: 1, round: 1, pair: 1, meeting: 0, players, opening }.draw()
    }

    #[test]
    fn every_game_has_a_draw_of_its_own() {
        let of_two = [([0, 1], 0), ([1, 0], 0), ([0, 1], 1), ([1, 0], 1)];
        assert_eq!(of_two.map(|(players, opening)| draw(players, opening)), [1, 2, 3, 4]);
        let mut draws = HashSet::new();
        for a in 0..6 {
            for b in (0..6).filter(|&b| b != a) {
                for opening in 0..3 {
                    assert!(draws.insert(draw([a, b], opening)), "{a} {b} {opening}");
                }
            }
        }
        // Players who join later do not change the games of the others.
        assert!((0..5).all(|player| draw([player, 5], 0) >> 32 == 10 + player as u64));
    }
}

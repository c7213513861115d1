//! A pair of games: the same opening twice, with the sides swapped.

use std::collections::{HashMap, HashSet};

use foursight::{Outcome, Player};

use crate::tournament::stored_game::StoredGame;

/// The result of a pair of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The two players.
    pub players: [usize; 2],
    /// The half points of the first of `players` in both games together, from 0 to 4.
    pub half_points: u8,
    /// All columns of the game that the first player started, and of the game that the second one started.
    pub moves: [String; 2],
}

impl PairResult {
    /// The half points of `player` if this pair is one against `opponent`.
    pub fn half_points_of(&self, player: usize, opponent: usize) -> Option<u8> {
        match self.players {
            players if players == [player, opponent] => Some(self.half_points),
            players if players == [opponent, player] => Some(4 - self.half_points),
            _ => None,
        }
    }

    /// The result of two games with sides swapped; `None` if the sides are not swapped, or a game has no result.
    pub fn of_games(first: &StoredGame, second: &StoredGame) -> Option<Self> {
        let [a, b] = began(first);
        let half_points = half_points_of(a, first)? + half_points_of(a, second)?;
        let moves = [first, second].map(StoredGame::all_moves);
        (began(second) == [b, a]).then_some(Self { players: [a, b], half_points, moves })
    }

    /// The same value for every pair that repeats this one, whichever player comes first.
    pub(crate) fn identity(&self) -> PairIdentity {
        let ([a, b], [first, second]) = (self.players, self.moves.clone());
        if a < b { ([a, b], [first, second]) } else { ([b, a], [second, first]) }
    }
}

/// The identity of a pair: its players in order, and the moves of both games.
pub(crate) type PairIdentity = ([usize; 2], [String; 2]);

/// The player who made the first move, then the other.
fn began(game: &StoredGame) -> [usize; 2] {
    let [a, b] = game.players;
    if game.swapped { [b, a] } else { [a, b] }
}

/// The half points of one of the players.
fn half_points_of(player: usize, game: &StoredGame) -> Option<u8> {
    let of_first = half_points(game)?;
    Some(if game.players[0] == player { of_first } else { 2 - of_first })
}

/// The half points of the player of the first disc, 0 to 2; `None` if the game has no result.
fn half_points(game: &StoredGame) -> Option<u8> {
    Some(match game.result.outcome()? {
        Outcome::Win(Player::First) => 2,
        Outcome::Draw => 1,
        Outcome::Win(Player::Second) => 0,
    })
}

/// The pairs among `games`, by their pair numbers, in the order in which they were completed, and the number of games
/// left without the second game of their pair.
pub fn pair_up<'a>(games: impl IntoIterator<Item = &'a StoredGame>) -> (Vec<PairResult>, usize) {
    let mut waiting: HashMap<usize, &StoredGame> = HashMap::new();
    let mut pairs = Vec::new();
    let mut n_games = 0;
    for game in games.into_iter().filter(|game| half_points(game).is_some()) {
        n_games += 1;
        let first = *waiting.entry(game.pair).or_insert(game);
        if let Some(pair) = PairResult::of_games(first, game) {
            pairs.push(pair);
            waiting.remove(&game.pair);
        }
    }
    let n_single = n_games - 2 * pairs.len();
    (pairs, n_single)
}

/// The pairs among the games of one round.
pub(crate) fn pairs_of_round(games: &[StoredGame], round: usize) -> Vec<PairResult> {
    pair_up(games.iter().filter(|game| game.round == round)).0
}

/// Each different pair once, and the number of pairs that repeat an earlier one, move by move.
///
/// Deterministic players repeat their games. A repetition is not further evidence: it counts for points, but not for
/// ratings, their error bars or tests.
pub fn distinct(pairs: &[PairResult]) -> (Vec<PairResult>, usize) {
    let mut seen = HashSet::new();
    let once: Vec<PairResult> =
        pairs.iter().filter(|pair| seen.insert(pair.identity())).cloned().collect();
    let n_repeated = pairs.len() - once.len();
    (once, n_repeated)
}

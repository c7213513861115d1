//! The result of a match between two players: its tally, its Elo, and both printed as fastchess does.

use std::f64::consts::LN_10;
use std::fmt;

use foursight::record::GameResult;
use foursight::{Outcome, Player};

use crate::rating::pentanomial::Pentanomial;
use crate::tournament::pair::{distinct, pair_up};
use crate::tournament::stored_game::StoredGame;

/// The result of a match, from the first player's side.
///
/// As text it has the lines that fastchess prints, except the one with the players' names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// All games that were played.
    pub tally: Tally,
    /// Different pairs of games, which determine the strength.
    pub pairs: Pentanomial,
    /// Pairs that repeat one of the different pairs, move by move.
    pub n_repeated_pairs: usize,
    /// Games without the second game of their pair.
    pub n_single_games: usize,
}

impl MatchResult {
    /// The result of the games between two players, from the first one's side; other games are ignored.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a StoredGame>, players: [usize; 2]) -> Self {
        let [first, second] = players;
        let is_theirs = |game: &&StoredGame| [players, [second, first]].contains(&game.players);
        let games: Vec<&StoredGame> = games.into_iter().filter(is_theirs).collect();
        let mut tally = Tally::default();
        for game in &games {
            let side = if game.players[0] == first { Player::First } else { Player::Second };
            tally.add(game.result, side);
        }
        let (pairs, n_single_games) = pair_up(games);
        let (pairs, n_repeated_pairs) = distinct(&pairs);
        Self { tally, pairs: Pentanomial::of(&pairs, players), n_repeated_pairs, n_single_games }
    }

    /// The pairs from the side of the header's `player`, 0 or 1.
    pub(crate) fn pairs_of(&self, player: usize) -> Pentanomial {
        if player == 0 { self.pairs } else { self.pairs.of_opponent() }
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, pairs, .. } = self;
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        if let Some(drawn) = pairs.drawn_pairs() {
            let ratio = match pairs.pairs_ratio() {
                Some(ratio) => format!("{ratio:.2}"),
                None if pairs.0[3] + pairs.0[4] > 0 => "inf".to_owned(),
                None => "undefined".to_owned(),
            };
            writeln!(f, "Elo: {}, nElo: {}", words(pairs.elo()), words(pairs.normalized_elo()))?;
            writeln!(
                f,
                "LOS: {}, DrawRatio: {}, PairsRatio: {ratio}",
                percent(pairs.los()),
                percent(drawn)
            )?;
        }
        let (n_games, points) = (tally.n_games(), tally.points());
        let Tally { wins, draws, losses } = tally;
        let share = percent(points / n_games.max(1) as f64);
        writeln!(
            f,
            "Games: {n_games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({share})"
        )?;
        write!(f, "Ptnml(0-2): {:?}, Pairs: {}", pairs.0, pairs.n_pairs())
    }
}

/// A difference with its error, or the bound that is known.
fn words(elo: Elo) -> String {
    match (elo.value, elo.error_95(), elo.low, elo.high) {
        (Some(value), Some(error), ..) => format!("{value:.2} +/- {error:.2}"),
        (None, _, Some(low), _) => format!("at least {low:.2}"),
        (None, _, _, Some(high)) => format!("at most {high:.2}"),
        _ => "undefined".to_owned(),
    }
}

/// Elo for one unit of the natural logarithm of the odds.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// An estimated difference with its 95 % interval.
///
/// An infinite bound is `None`: a player that has won every game is stronger by at least `low`, and `value` and `high`
/// are `None`. Without any result, all three are `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference for which the observed score is the expected one.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl Elo {
    /// Half the width of the interval, for "56 ± 28"; `None` if an end is open.
    pub fn error_95(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

/// The expected share of the points, from 0 to 1, of a player who is stronger by `elo`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// The difference for which `score`, a share of the points, is expected; `None` for all or nothing.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_NAT * (score / (1.0 - score)).ln())
}

/// The results of some games, counted for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Tally {
    /// Counts a game for the player who had `side`. Games without a result are ignored.
    pub fn add(&mut self, result: GameResult, side: Player) {
        match result.outcome() {
            Some(Outcome::Win(winner)) if winner == side => self.wins += 1,
            Some(Outcome::Win(_)) => self.losses += 1,
            Some(Outcome::Draw) => self.draws += 1,
            None => {}
        }
    }

    /// The number of games.
    pub fn n_games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, 1/2 for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }
}

//! The table of a tournament. Points order it, `docs/arena.md` says how ties are broken, and Elo comes from the pairs of
//! games that do not repeat one another.

use foursight::Player;

use crate::rating::match_result::{Elo, MatchResult, Tally};
use crate::rating::{Rating, rate};
use crate::tournament::benched::Annulment;
use crate::tournament::pair::{distinct, pair_up};
use crate::tournament::schedule::Credit;
use crate::tournament::stored_game::{StoredGame, TournamentHeader};

/// The players in order, with counts that show how reliable the numbers are. The games of benched players are annulled
/// (see [`Annulment`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The best player first.
    pub rows: Vec<Standing>,
    /// Whether the schedule ranks by Buchholz, so that tables show it.
    pub has_buchholz: bool,
    /// Different pairs of games, which determine the ratings.
    pub n_pairs: usize,
    /// Pairs that repeat one of the different pairs, move by move: they count for points only.
    pub n_repeated_pairs: usize,
    /// Games without the second game of their pair: they count for points only.
    pub n_single_games: usize,
    /// The result of the match, from the side of the header's first player, if there are only two players.
    pub match_result: Option<MatchResult>,
}

/// A player's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player's index in the header.
    pub player: usize,
    /// The player's name.
    pub name: String,
    /// Whether the player is benched, which annuls its games.
    pub is_benched: bool,
    /// The player's finished games.
    pub tally: Tally,
    /// The player's faults in all games that it played, including annulled ones.
    pub faults: usize,
    /// 1 for a win and 1/2 for a draw, plus the points of byes.
    pub points: f64,
    /// The points of all opponents, each once.
    pub buchholz: f64,
    /// Elo from all games of the tournament; 0 is the average of the players. Without pairs of games it means nothing
    /// (see [`Standings::has_ratings`]).
    pub rating: Rating,
    /// The likelihood that this player is stronger than the player of the next row; `None` in the last row.
    pub los: Option<f64>,
}

impl Standings {
    /// The table after these games. Games without a result are ignored.
    ///
    /// # Panics
    ///
    /// If a game names a player who is not in the header.
    pub fn new(header: &TournamentHeader, games: &[StoredGame], credit: &Credit) -> Self {
        let annulment = Annulment::of(games);
        let scores = Scores::of(header.players.len(), games, credit, &annulment);
        let (pairs, n_single_games) = pair_up(annulment.counting(games));
        let (pairs, n_repeated_pairs) = distinct(&pairs);
        let ratings = rate(header.players.len(), &pairs);
        let order = scores.order(&annulment);
        let match_result =
            (order.len() == 2).then(|| MatchResult::of(annulment.counting(games), [0, 1]));
        let los = |player, next| match &match_result {
            Some(result) => result.pairs_of(player).los(),
            None => ratings.los(player, next),
        };
        let row = |(place, &player): (usize, &usize)| Standing {
            player,
            name: header.players[player].clone(),
            is_benched: annulment.is_benched(player),
            tally: scores.tallies[player],
            faults: scores.faults[player],
            points: scores.points[player],
            buchholz: scores.buchholz(player),
            rating: ratings.of(player),
            los: order.get(place + 1).map(|&next| los(player, next)),
        };
        let rows = order.iter().enumerate().map(row).collect();
        let has_buchholz = matches!(credit, Credit::Byes(_));
        let n_pairs = pairs.len();
        Self { rows, has_buchholz, n_pairs, n_repeated_pairs, n_single_games, match_result }
    }

    /// The Elo that tables show for a row: with two players, how much stronger one is than the other; with more, the
    /// [rating](Standing::rating).
    pub fn elo(&self, row: &Standing) -> Elo {
        let Rating { elo, error_95 } = row.rating;
        match &self.match_result {
            Some(result) => result.pairs_of(row.player).elo(),
            None if self.has_ratings() && !row.is_benched => {
                Elo { value: Some(elo), low: Some(elo - error_95), high: Some(elo + error_95) }
            }
            None => Elo { value: None, low: None, high: None },
        }
    }

    /// Whether there are games that determine the ratings.
    pub fn has_ratings(&self) -> bool {
        self.n_pairs > 0
    }
}

/// The values that order the players.
struct Scores {
    tallies: Vec<Tally>,
    faults: Vec<usize>,
    /// The points, including those for byes.
    points: Vec<f64>,
    /// The points of the row's player in games against the column's player; `None` if they have not met.
    against: Vec<Vec<Option<f64>>>,
    /// Opponents eliminated in a knockout.
    stages: Vec<usize>,
}

impl Scores {
    fn of(n_players: usize, games: &[StoredGame], credit: &Credit, annulment: &Annulment) -> Self {
        let (byes, stages) = match credit {
            Credit::None => (&[][..], &[][..]),
            Credit::Byes(points) => (&points[..], &[][..]),
            Credit::Stages(stages) => (&[][..], &stages[..]),
        };
        let players = || 0..n_players;
        let mut scores = Self {
            tallies: vec![Tally::default(); n_players],
            faults: vec![0; n_players],
            points: players().map(|player| byes.get(player).copied().unwrap_or(0.0)).collect(),
            against: vec![vec![None; n_players]; n_players],
            stages: players().map(|player| stages.get(player).copied().unwrap_or(0)).collect(),
        };
        for game in annulment.counting(games) {
            scores.enter(game);
        }
        for loser in
            games.iter().filter(|game| game.ending.is_fault()).filter_map(StoredGame::loser)
        {
            scores.faults[loser] += 1;
        }
        scores
    }

    fn enter(&mut self, game: &StoredGame) {
        for (side, opponent) in [(Player::First, Player::Second), (Player::Second, Player::First)] {
            let (player, opponent) = (game.player(side), game.player(opponent));
            let mut tally = Tally::default();
            tally.add(game.result, side);
            if tally.n_games() > 0 {
                self.tallies[player].add(game.result, side);
                self.points[player] += tally.points();
                *self.against[player][opponent].get_or_insert(0.0) += tally.points();
            }
        }
    }

    /// The players, the best first.
    fn order(&self, annulment: &Annulment) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.points.len()).collect();
        players.sort_by(|&a, &b| {
            let is_benched = |player| annulment.is_benched(player);
            is_benched(a)
                .cmp(&is_benched(b))
                .then(self.stages[b].cmp(&self.stages[a]))
                .then(self.points[b].total_cmp(&self.points[a]))
                .then(self.buchholz(b).total_cmp(&self.buchholz(a)))
                .then(self.among_equals(b).total_cmp(&self.among_equals(a)))
        });
        players
    }

    /// The points of all opponents.
    fn buchholz(&self, player: usize) -> f64 {
        let opponents = self.against[player].iter().zip(&self.points);
        total(opponents.filter(|(met, _)| met.is_some()).map(|(_, points)| *points))
    }

    /// The points in games against players with as many points.
    fn among_equals(&self, player: usize) -> f64 {
        let is_equal = |points: f64| points.total_cmp(&self.points[player]).is_eq();
        let opponents = self.against[player].iter().zip(&self.points);
        total(opponents.filter(|&(_, &points)| is_equal(points)).filter_map(|(scored, _)| *scored))
    }
}

/// The sum; for no points it is 0, not the -0 of `sum`, which tables would show and sort as -0.
fn total(points: impl Iterator<Item = f64>) -> f64 {
    points.fold(0.0, |total, points| total + points)
}

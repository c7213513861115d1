//! The table of a tournament.

use crate::rating::pair::{distinct, half_points, pair_up};
use crate::rating::{Rating, rate};
use crate::tournament::BENCHED;
use crate::tournament::record::{StoredGame, TournamentHeader};
use crate::tournament::schedule::Progress;

/// The players in their order, and how far the numbers can be trusted.
///
/// In a knockout who has come further is before the others. Then points decide; then Buchholz, the points of
/// the opponents; then the points in games between those who are equal so far in points; then the order of the
/// names in the header.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The best player first.
    pub rows: Vec<Row>,
    /// Different pairs of games, which the ratings come from.
    pub n_pairs: usize,
    /// Pairs that repeat one of those move by move: they count for points only.
    pub n_repeated_pairs: usize,
    /// Games whose second half is not there: they count for points only.
    pub n_single_games: usize,
}

/// What a player has achieved.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its index in the header.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Its finished games.
    pub record: Record,
    /// 1 for a win, 1/2 for a draw, and the points of byes.
    pub points: f64,
    /// The points of all opponents, each once.
    pub buchholz: f64,
    /// Elo from all games of the tournament, 0 being the average of the players.
    pub rating: Rating,
    /// The likelihood that this player is stronger than that of the next row; `None` in the last one.
    pub los: Option<f64>,
}

/// Games, counted by their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// All finished ones.
    pub games: usize,
    /// Those won.
    pub wins: usize,
    /// Those drawn.
    pub draws: usize,
    /// Those lost, faults included.
    pub losses: usize,
    /// Those lost by something else than a line of the opponent.
    pub faults: usize,
}

impl Standings {
    /// The table after these games. Games that were broken off are passed over.
    ///
    /// # Panics
    ///
    /// If a game names a player who is not in the header.
    pub fn new(header: &TournamentHeader, games: &[StoredGame], progress: &Progress) -> Self {
        let scores = Scores::of(header.players.len(), games, progress);
        // A game that was not played tells nothing of strength.
        let played = games.iter().filter(|game| game.ending != BENCHED);
        let (pairs, n_single_games) = pair_up(played);
        let (pairs, n_repeated_pairs) = distinct(&pairs);
        let ratings = rate(header.players.len(), &pairs);
        let order = scores.order();
        let row = |(place, &player): (usize, &usize)| Row {
            player,
            name: header.players[player].clone(),
            record: scores.records[player],
            points: scores.points[player],
            buchholz: scores.buchholz(player),
            rating: ratings.of(player),
            los: order.get(place + 1).map(|&next| ratings.los(player, next)),
        };
        let rows = order.iter().enumerate().map(row).collect();
        Self { rows, n_pairs: pairs.len(), n_repeated_pairs, n_single_games }
    }
}

/// What the order of the players comes from.
struct Scores {
    records: Vec<Record>,
    /// With those of byes.
    points: Vec<f64>,
    /// Of the player of the row in games against the player of the column; `None` if they have not met.
    against: Vec<Vec<Option<f64>>>,
    /// Opponents thrown out of a knockout.
    stages: Vec<usize>,
}

impl Scores {
    fn of(n_players: usize, games: &[StoredGame], progress: &Progress) -> Self {
        let or_zeros = |stages: &[usize]| {
            (0..n_players).map(|n| stages.get(n).copied().unwrap_or(0)).collect()
        };
        let mut scores = Self {
            records: vec![Record::default(); n_players],
            points: (0..n_players)
                .map(|n| progress.bye_points.get(n).copied().unwrap_or(0.0))
                .collect(),
            against: vec![vec![None; n_players]; n_players],
            stages: or_zeros(&progress.stages),
        };
        for game in games {
            if let Some(half_points) = half_points(game) {
                let [first, second] = game.players;
                scores.enter(first, second, half_points, game);
                scores.enter(second, first, 2 - half_points, game);
            }
        }
        scores
    }

    fn enter(&mut self, player: usize, opponent: usize, half_points: u8, game: &StoredGame) {
        let points = f64::from(half_points) / 2.0;
        self.points[player] += points;
        *self.against[player][opponent].get_or_insert(0.0) += points;
        self.records[player].add(half_points, game);
    }

    /// The players, the best first.
    fn order(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.points.len()).collect();
        players.sort_by(|&a, &b| {
            self.stages[b]
                .cmp(&self.stages[a])
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

    /// The points in games against those with as many points.
    fn among_equals(&self, player: usize) -> f64 {
        let is_equal = |points: f64| points.total_cmp(&self.points[player]).is_eq();
        let opponents = self.against[player].iter().zip(&self.points);
        total(opponents.filter(|&(_, &points)| is_equal(points)).filter_map(|(scored, _)| *scored))
    }
}

/// The sum, which of nothing is 0 and not the -0 of `sum`, which would be shown and sorted as such.
fn total(points: impl Iterator<Item = f64>) -> f64 {
    points.fold(0.0, |total, points| total + points)
}

impl Record {
    fn add(&mut self, half_points: u8, game: &StoredGame) {
        self.games += 1;
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => {
                self.losses += 1;
                self.faults += usize::from(game.ending != "line");
            }
        }
    }
}

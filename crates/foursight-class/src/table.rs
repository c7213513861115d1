//! The table of a class: the strength of each current version, on a scale that is the same in every class.

use std::collections::HashMap;

use foursight_arena::{Rating, Ratings, StoredGame, distinct, pair_up, rate_anchored};

use crate::bot::{ANCHORS, Bot, LEVELS};
use crate::store::{GameRow, Pupil, Version, VersionState};

/// Pupils with their current versions and ratings.
pub(crate) struct Table {
    /// The strongest first, then pupils without games, then pupils without an active version.
    pub(crate) rows: Vec<TableRow>,
}

/// A pupil in the table.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    pub(crate) pupil: Pupil,
    /// The active version, or the one that was active until it was benched.
    pub(crate) version: Option<Version>,
    /// The rating, once there is a pair of games.
    pub(crate) rating: Option<Rating>,
    /// The number of games behind the rating, including halves of incomplete pairs.
    pub(crate) n_games: usize,
}

impl TableRow {
    /// The highest level that the version beats: its whole interval lies above the level's rating.
    pub(crate) fn beats(&self) -> Option<usize> {
        let Rating { elo, error_95 } = self.rating?;
        LEVELS.iter().rposition(|&level| level < elo - error_95)
    }

    pub(crate) fn is_benched(&self) -> bool {
        self.version.as_ref().is_some_and(|version| version.state == VersionState::Benched)
    }
}

impl Table {
    /// The table of these pupils, with their current versions.
    pub(crate) fn new(pupils: Vec<Pupil>, versions: &[Version], ratings: &LadderRatings) -> Self {
        let row = |pupil: Pupil| {
            let version = versions.iter().find(|version| Some(version.id) == pupil.current);
            let bot = version.map(|version| Bot::Version(version.id));
            TableRow {
                rating: bot.and_then(|bot| ratings.of(bot)),
                n_games: bot.map_or(0, |bot| ratings.n_games(bot)),
                version: version.cloned(),
                pupil,
            }
        };
        let mut rows: Vec<TableRow> = pupils.into_iter().map(row).collect();
        let strength = |row: &TableRow| {
            let elo = row.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
            (row.version.is_some() && !row.is_benched(), elo)
        };
        rows.sort_by(|a, b| {
            let ((a_plays, a_elo), (b_plays, b_elo)) = (strength(a), strength(b));
            b_plays.cmp(&a_plays).then(b_elo.total_cmp(&a_elo))
        });
        Self { rows }
    }
}

/// The ratings of all players of the ladder. With many games, they take a while to compute.
pub(crate) struct LadderRatings {
    bots: HashMap<Bot, usize>,
    n_games: Vec<usize>,
    n_pairs: Vec<usize>,
    ratings: Ratings,
}

impl LadderRatings {
    /// The ratings after these games of levels and `versions`; games of others do not count.
    pub(crate) fn new(versions: &[Version], games: &[GameRow]) -> Self {
        let anchors = ANCHORS.map(Bot::Level);
        let players = versions.iter().map(|version| Bot::Version(version.id));
        let players: Vec<Bot> = anchors.into_iter().chain(players).collect();
        let bots: HashMap<Bot, usize> = players.iter().copied().zip(0..).collect();
        let known: Vec<Option<f64>> = players
            .iter()
            .map(|bot| match bot {
                Bot::Level(level) => Some(LEVELS[usize::from(*level)]),
                Bot::Version(_) => None,
            })
            .collect();
        let stored: Vec<StoredGame> = games.iter().filter_map(|row| numbered(row, &bots)).collect();
        let (pairs, _) = distinct(&pair_up(&stored).0);
        let (mut n_games, mut n_pairs) = (vec![0; players.len()], vec![0; players.len()]);
        stored.iter().flat_map(|game| game.players).for_each(|player| n_games[player] += 1);
        pairs.iter().flat_map(|pair| pair.players).for_each(|player| n_pairs[player] += 1);
        let ratings = rate_anchored(&known, &pairs);
        Self { bots, n_games, n_pairs, ratings }
    }

    /// The rating of a player that has played a pair of games.
    fn of(&self, bot: Bot) -> Option<Rating> {
        let player = *self.bots.get(&bot)?;
        (self.n_pairs[player] > 0).then(|| self.ratings.of(player))
    }

    fn n_games(&self, bot: Bot) -> usize {
        self.bots.get(&bot).map_or(0, |&player| self.n_games[player])
    }

    /// The strength of one player relative to another; `None` if one of them is not rated.
    pub(crate) fn difference(&self, bot: Bot, other: Bot) -> Option<Rating> {
        let (player, opponent) = (self.bots.get(&bot)?, self.bots.get(&other)?);
        Some(self.ratings.difference(*player, *opponent))
    }
}

/// A game with the indices of its players; `None` if others played it.
fn numbered(row: &GameRow, bots: &HashMap<Bot, usize>) -> Option<StoredGame> {
    let [red, yellow] = row.bots.map(|bot| bots.get(&bot).copied());
    Some(StoredGame { players: [red?, yellow?], ..row.game.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::{meaning, strength};

    fn row(rating: Option<Rating>) -> TableRow {
        let pupil = Pupil {
            id: 1,
            nickname: "Ann".to_owned(),
            is_hidden: false,
            is_admitted: true,
            current: Some(1),
        };
        let version = Some(Version { state: VersionState::Fit, ..Version::default() });
        TableRow { pupil, version, rating, n_games: 10 }
    }

    #[track_caller]
    fn check(elo: f64, error_95: f64, expected: [&str; 2]) {
        let row = row(Some(Rating { elo, error_95 }));
        assert_eq!([meaning(&row), strength(&row)], expected, "{elo} ± {error_95}");
    }

    /// Level 2 is rated 328, level 3 438 and level 4 592.
    #[test]
    fn a_level_is_beaten_once_the_whole_interval_lies_above_it() {
        check(438.0, 1.0, ["beats level 2", "438 ± 1"]);
        check(900.0, 462.0, ["beats level 2", "900 ± 462"]);
        check(900.0, 461.9, ["beats level 3", "900 ± 462"]);
        check(900.0, 309.0, ["beats level 3", "900 ± 309"]);
        check(900.0, 307.0, ["beats level 4", "900 ± 307"]);
        check(1500.0, 100.0, ["beats level 10", "1500 ± 100"]);
    }

    #[test]
    fn a_wide_interval_says_nothing() {
        check(565.0, 565.0, ["not sure yet", "565 ± 565"]);
        check(565.0, 564.0, ["beats level 0", "565 ± 564"]);
        check(-250.0, 100.0, ["not sure yet", "-250 ± 100"]);
        check(-0.4, 100.0, ["not sure yet", "0 ± 100"]);
    }

    #[test]
    fn a_few_games_mean_nothing() {
        let early = TableRow { n_games: 9, ..row(Some(Rating { elo: 900.0, error_95: 100.0 })) };
        assert_eq!([meaning(&early), strength(&early)], ["playing its first games", "900 ± 100"]);
    }

    #[test]
    fn a_bot_without_a_rating_has_no_interval() {
        let new = row(None);
        assert_eq!([meaning(&new), strength(&new)], ["playing its first games", ""]);
        let none = TableRow { version: None, ..new };
        assert_eq!([meaning(&none), strength(&none)], ["no bot yet", ""]);
        let mut benched = row(Some(Rating { elo: 900.0, error_95: 1.0 }));
        benched.version.as_mut().unwrap().state = VersionState::Benched;
        assert_eq!(meaning(&benched), "benched");
    }
}

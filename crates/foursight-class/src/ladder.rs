//! The next player in the ladder, and its opponent.

use foursight_arena::score_of_elo;

use crate::bot::{ANCHORS, Bot};
use crate::store::Version;
use crate::table::LadderRatings;

/// The number of games that a new version plays against level 0 before it meets any other player.
pub(crate) const FIRST_GAMES: i64 = 4;

/// The next two players of a pair; `None` if no player is due.
///
/// Among the players that may be next, a new one comes first. Otherwise the next player is the one that has used the
/// least time so far, so that a slow player gets as much time as the others, and fewer games. Its opponent is a level
/// or one of `opponents`, but not a new one.
pub(crate) fn next_pair(
    ratings: &LadderRatings,
    turns: &[Version],
    opponents: &[Version],
    n_games: u32,
) -> Option<[Bot; 2]> {
    let new = turns.iter().filter(|version| version.n_games < FIRST_GAMES);
    if let Some(new) = new.min_by_key(|version| version.id) {
        return Some([Bot::Version(new.id), Bot::Level(0)]);
    }
    let due = turns.iter().filter(|version| version.n_games < i64::from(n_games));
    let own = due.min_by_key(|version| (version.cost_ms, version.last_played, version.id))?;
    let bot = Bot::Version(own.id);
    let meets = |version: &&Version| version.pupil != own.pupil && version.n_games >= FIRST_GAMES;
    let others = opponents.iter().filter(meets);
    let others = others.map(|version| (Bot::Version(version.id), version.last_played));
    let levels = ANCHORS.map(|level| (Bot::Level(level), i64::MAX));
    let known = |other: Bot| information(ratings, bot, other).unwrap_or(0.0);
    let best = others.chain(levels).max_by(|(a, a_played), (b, b_played)| {
        known(*a).total_cmp(&known(*b)).then(b_played.cmp(a_played))
    });
    best.map(|(opponent, _)| [bot, opponent])
}

/// The expected information from a game between two players: p (1 - p) times the remaining uncertainty about their
/// difference. For two players who have met often, games against others give more information.
fn information(ratings: &LadderRatings, own: Bot, other: Bot) -> Option<f64> {
    let difference = ratings.difference(own, other)?;
    let expected = score_of_elo(difference.elo);
    Some(expected * (1.0 - expected) * difference.error_95.powi(2))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use foursight::record::GameResult;
    use foursight_arena::{Ending, StoredGame};

    use super::*;
    use crate::store::GameRow;

    fn version(id: i64, n_games: i64, cost_ms: i64) -> Version {
        Version { id, pupil: id, n_games, cost_ms, last_played: id, ..Version::default() }
    }

    fn next(versions: &[Version], n_games: u32) -> Option<[Bot; 2]> {
        next_of(versions, versions, n_games)
    }

    fn next_of(turns: &[Version], versions: &[Version], n_games: u32) -> Option<[Bot; 2]> {
        next_pair(&LadderRatings::new(versions, &[]), turns, versions, n_games)
    }

    /// Pairs of games, one with each color, with these results for the player of the first disc.
    fn pairs(numbers: Range<usize>, players: [Bot; 2], results: [GameResult; 2]) -> Vec<GameRow> {
        let half = |pair: usize, half: usize| {
            let [a, b] = players;
            GameRow {
                id: 0,
                bots: if half == 0 { [a, b] } else { [b, a] },
                played_at: 0,
                half: half as u8,
                game: StoredGame {
                    number: 2 * pair + half,
                    // Pairs that repeat one another would count once.
                    moves: format!("{pair} {half}"),
                    result: results[half],
                    ending: Ending::Line,
                    ..StoredGame::unplayed(pair, [0; 2])
                },
            }
        };
        numbers.flat_map(|pair| [half(pair, 0), half(pair, 1)]).collect()
    }

    #[test]
    fn a_new_version_meets_level_0_first() {
        let versions = [version(1, 50, 10), version(2, 3, 90_000), version(3, 0, 0)];
        assert_eq!(next(&versions, 100), Some([Bot::Version(2), Bot::Level(0)]));
    }

    /// The new version is already playing, so it is not its turn.
    #[test]
    fn a_new_version_is_nobodys_opponent() {
        let versions = [version(1, 9, 5000), version(2, 3, 6000)];
        let [_, opponent] = next_of(&versions[..1], &versions, 100).unwrap();
        assert!(matches!(opponent, Bot::Level(_)), "{opponent:?}");
    }

    #[test]
    fn turns_go_by_time_and_not_by_games() {
        let versions = [version(1, 6, 40_000), version(2, 60, 30_000)];
        let [own, _] = next(&versions, 100).unwrap();
        assert_eq!(own, Bot::Version(2), "it has used less time in more games");
    }

    #[test]
    fn who_has_played_enough_starts_no_more_games() {
        assert_eq!(next(&[version(1, 100, 1), version(2, 100, 2)], 100), None);
        let [own, opponent] = next(&[version(1, 100, 1), version(2, 99, 9000)], 100).unwrap();
        assert_eq!(own, Bot::Version(2));
        assert_eq!(opponent, Bot::Version(1), "whose strength is unknown, too");
        assert_eq!(next(&[], 100), None);
    }

    #[test]
    fn of_equals_the_least_recently_played_comes_first() {
        let versions = [version(4, 9, 5000), version(2, 9, 6000), version(3, 9, 7000)];
        let [own, opponent] = next(&versions, 100).unwrap();
        assert_eq!((own, opponent), (Bot::Version(4), Bot::Version(2)));
    }

    const FIRST: [GameResult; 2] = [GameResult::FirstWins, GameResult::SecondWins];
    const SECOND: [GameResult; 2] = [GameResult::SecondWins, GameResult::FirstWins];
    const EVEN: [GameResult; 2] = [GameResult::FirstWins, GameResult::FirstWins];

    /// Levels are equally well known, so the one with the most open games gives the most information.
    #[test]
    fn an_opponent_is_about_as_strong() {
        let (own, versions) = (Bot::Version(1), [version(1, 8, 5000)]);
        for (even, far) in [(2, 10), (8, 0)] {
            let mut games = pairs(1..4, [own, Bot::Level(even)], EVEN);
            let result = if far == 0 { FIRST } else { SECOND };
            games.extend(pairs(4..5, [own, Bot::Level(far)], result));
            let next = next_pair(&LadderRatings::new(&versions, &games), &versions, &versions, 100);
            assert_eq!(next, Some([own, Bot::Level(even)]));
        }
    }

    /// Of two equally strong players, the one that has played less gives more information.
    #[test]
    fn an_opponent_is_little_known() {
        let versions = [version(1, 8, 5000), version(2, 80, 60_000), version(3, 8, 6000)];
        let [own, old, new] = [1, 2, 3].map(Bot::Version);
        let mut games = pairs(1..5, [own, Bot::Level(4)], EVEN);
        games.extend(pairs(5..9, [new, Bot::Level(4)], EVEN));
        games.extend(pairs(9..49, [old, Bot::Level(4)], EVEN));
        let next = next_pair(&LadderRatings::new(&versions, &games), &versions, &versions, 100);
        assert_eq!(next, Some([own, new]));
    }

    #[test]
    fn versions_of_one_pupil_do_not_meet() {
        let mut second = version(2, 9, 6000);
        second.pupil = 1;
        let [_, opponent] = next(&[version(1, 9, 5000), second], 100).unwrap();
        assert!(matches!(opponent, Bot::Level(_)), "{opponent:?}");
    }
}

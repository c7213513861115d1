//! The next job for a class's thread, and the jobs given up after failures.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::{Failed, Inner, Running, Wanted};
use crate::bot::Bot;
use crate::ladder::{FIRST_GAMES, next_pair};
use crate::settings::Settings;
use crate::store::{Fixture, Version, VersionState};

/// The number of failures after which a check or a game is given up, so that one upload does not stop the class.
const ATTEMPTS: usize = 3;

/// The maximum number of pairs that wait for the same player: everybody wants to meet a new player, and would have to
/// wait for it.
const MAX_WAITING: usize = 2;

/// The maximum number of games whose grades wait for the same pupil; a page that is loaded again asks again.
const MAX_WANTED: usize = 20;

/// The time of a pupil's checks that go before all grades.
const FIRST_CHECKS: Duration = Duration::from_secs(20);

/// The next job of a thread.
pub(super) enum Job {
    Check(Box<Version>),
    Grades(Wanted),
    /// Mark a version.
    Mark(Box<Version>),
    /// Play half of a pair.
    Half(Fixture),
    /// Add a pair.
    Pair([Bot; 2]),
}

impl Job {
    /// What a thread with this job is doing.
    pub(super) fn running(&self) -> Running {
        match self {
            Self::Check(version) => Running::Check { version: version.id, pupil: version.pupil },
            Self::Grades(wanted) => Running::Grades(*wanted),
            Self::Mark(version) => Running::Mark(version.id),
            Self::Half(half) => {
                Running::Game { bots: half.bots, half: Some((half.pair, half.half)) }
            }
            Self::Pair(bots) => Running::Game { bots: *bots, half: None },
        }
    }
}

/// A pair of games that failed repeatedly through no fault of its players.
pub(crate) struct GivenUp {
    pair: i64,
    pub(crate) bots: [Bot; 2],
    pub(crate) reason: String,
}

impl Inner {
    /// Records that the machine has failed: the ladder stops for a while, and the teacher sees why.
    pub(super) fn fail(&mut self, reason: &str, pause: Duration) {
        tracing::warn!(%reason, "the ladder stops for a while");
        self.trouble = Some((reason.to_owned(), Instant::now() + pause));
    }

    /// Records that a game has been completed.
    pub(super) fn finished(&mut self, bots: [Bot; 2]) {
        self.changed();
        self.trouble = None;
        self.setbacks.retain(|bot, _| !bots.contains(bot));
    }

    /// Counts a failure. A version whose check fails repeatedly is unfit, and a pair that fails repeatedly is given up.
    pub(super) fn note_failure(&mut self, failed: Failed, reason: &str) -> rusqlite::Result<()> {
        let n_failures = self.failures.entry(failed).or_default();
        *n_failures += 1;
        if *n_failures < ATTEMPTS {
            return Ok(());
        }
        self.failures.remove(&failed);
        self.changed();
        match failed {
            Failed::Check(version) => {
                let report = format!("The check failed {ATTEMPTS} times: {reason}");
                self.store.checked(version, false, &report)
            }
            Failed::Pair { id: pair, bots } => {
                for bot in bots {
                    *self.setbacks.entry(bot).or_default() += 1;
                }
                self.given_up.push(GivenUp { pair, bots, reason: reason.to_owned() });
                self.store.drop_pairs(&[pair])
            }
        }
    }

    /// Forgets which jobs were given up: all of them are tried again.
    pub(crate) fn try_again(&mut self) {
        self.given_up.clear();
        self.setbacks.clear();
    }

    /// Whether too many pairs of a version were given up in a row.
    fn is_given_up(&self, version: i64) -> bool {
        self.setbacks.get(&Bot::Version(version)).is_some_and(|&n_pairs| n_pairs >= ATTEMPTS)
    }

    /// The next check or the next grades, for the thread that has no part in the ladder. They take turns, except that a
    /// pupil's first checks go before all grades.
    pub(super) fn next_request(&mut self) -> rusqlite::Result<Option<Job>> {
        let check = self.next_check()?;
        let is_first =
            check.as_ref().is_some_and(|check| self.time_of_checks(check) < FIRST_CHECKS);
        let is_grades_turn = check.is_none() || self.last_was_check && !is_first;
        let job = if is_grades_turn { self.next_grades() } else { None };
        self.last_was_check = job.is_none();
        Ok(job.or(check.map(Job::Check)))
    }

    fn time_of_checks(&self, version: &Version) -> Duration {
        self.check_times.get(&version.pupil).copied().unwrap_or_default()
    }

    /// Counts the time of finished work.
    pub(super) fn charge(&mut self, work: &Running, time: Duration) {
        match work {
            Running::Check { pupil, .. } => *self.check_times.entry(*pupil).or_default() += time,
            Running::Grades(wanted) => *self.grade_times.entry(wanted.pupil).or_default() += time,
            Running::Game { .. } | Running::Mark(_) => {}
        }
    }

    /// Whether the machine has failed so recently that nothing is tried.
    pub(super) fn is_in_trouble(&self) -> bool {
        self.trouble.as_ref().is_some_and(|(_, until)| Instant::now() < *until)
    }

    /// The version to check next: of the pupil whose checks have taken the least time. A pupil has one check at a time,
    /// so one who hands in again and again keeps nobody waiting.
    fn next_check(&self) -> rusqlite::Result<Option<Box<Version>>> {
        let is_checked = |version: &Version| {
            let is_own = |running: &Running| matches!(running, Running::Check { pupil, .. } if *pupil == version.pupil);
            self.running.iter().any(is_own)
        };
        let waiting = self.store.waiting()?.into_iter().filter(|version| !is_checked(version));
        let next = waiting.min_by_key(|version| self.time_of_checks(version));
        Ok(next.map(Box::new))
    }

    /// Requests the grades of a game, unless too many of this pupil's requests are waiting.
    pub(crate) fn want_grades(&mut self, game: i64, pupil: Option<i64>) {
        let is_known = self.wanted.iter().any(|wanted| wanted.game == game);
        let n_own = self.wanted.iter().filter(|wanted| wanted.pupil == pupil).count();
        if !is_known && n_own < MAX_WANTED {
            self.wanted.push(Wanted { game, pupil });
        }
    }

    /// The oldest request of the pupil whose grades have taken the least time; one game is graded at a time.
    fn next_grades(&mut self) -> Option<Job> {
        if self.running.iter().any(|running| matches!(running, Running::Grades(_))) {
            return None;
        }
        let used = |place: &usize| self.grade_times.get(&self.wanted[*place].pupil).copied();
        let next = (0..self.wanted.len()).min_by_key(used)?;
        Some(Job::Grades(self.wanted.remove(next)))
    }

    /// A bot to mark, or a game of the ladder.
    pub(super) fn next_play(&mut self) -> rusqlite::Result<Option<Job>> {
        let settings = self.store.settings()?;
        if self.store.running_final()?.is_some() {
            return Ok(None);
        }
        if let Some(version) = self.next_to_mark(&settings)? {
            return Ok(Some(Job::Mark(Box::new(version))));
        }
        if settings.is_paused || settings.only_plays { Ok(None) } else { self.next_game(&settings) }
    }

    /// The next game of the ladder; no player plays two games at the same time.
    fn next_game(&mut self, settings: &Settings) -> rusqlite::Result<Option<Job>> {
        let is_busy = |bot: Bot| {
            self.running
                .iter()
                .any(|running| matches!(running, Running::Game { bots, .. } if bots.contains(&bot)))
        };
        let mut versions = self.store.current()?;
        versions
            .retain(|version| version.state == VersionState::Fit && !self.is_given_up(version.id));
        let plays = |bot: &Bot| match bot {
            Bot::Level(_) => true,
            Bot::Version(id) => versions.iter().any(|version| version.id == *id),
        };
        let mut halves = self.store.unplayed()?;
        // The other half of a pair that was given up may have been played.
        halves.retain(|half| self.given_up.iter().all(|pair| pair.pair != half.pair));
        let (playable, stale): (Vec<_>, Vec<_>) =
            halves.into_iter().partition(|half| half.bots.iter().all(plays));
        let is_free = |half: &&Fixture| {
            half.bots.iter().all(|&bot| matches!(bot, Bot::Level(_)) || !is_busy(bot))
        };
        let is_new = |bot: &Bot| {
            let first = |version: &Version| version.n_games < FIRST_GAMES;
            versions.iter().any(|version| Bot::Version(version.id) == *bot && first(version))
        };
        let of_new = |half: &&Fixture| half.bots.iter().any(is_new);
        let free: Vec<&Fixture> = playable.iter().filter(is_free).collect();
        // A player that is playing, or waiting for a half, has had its turn; it can still be the next player's
        // opponent.
        let mut turns = versions.clone();
        turns.retain(|version| {
            let bot = Bot::Version(version.id);
            !is_busy(bot) && !playable.iter().any(|half| half.bots.contains(&bot))
        });
        let has_new = turns.iter().any(|version| version.n_games < FIRST_GAMES);
        let half = free.iter().find(|half| of_new(half)).or(free.first().filter(|_| !has_new));
        let job = if let Some(half) = half {
            Some(Job::Half((*half).clone()))
        } else {
            let n_pairs = |bot: Bot| {
                let own = playable.iter().filter(|half| half.bots.contains(&bot));
                own.map(|half| half.pair).collect::<BTreeSet<_>>().len()
            };
            let mut opponents = versions.clone();
            opponents.retain(|version| n_pairs(Bot::Version(version.id)) < MAX_WAITING);
            next_pair(&self.ratings, &turns, &opponents, settings.n_games).map(Job::Pair)
        };
        // If the other half was played, it stays as a single game.
        let is_whole = |half: &&Fixture| {
            half.half == 0 && stale.iter().any(|other| other.pair == half.pair && other.half == 1)
        };
        let whole: Vec<i64> = stale.iter().filter(is_whole).map(|half| half.pair).collect();
        if !whole.is_empty() {
            self.store.drop_pairs(&whole)?;
        }
        Ok(job)
    }
}

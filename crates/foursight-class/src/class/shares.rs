//! The shares of the working threads' time: no kind of work waits for another one for long, and no pupil for another.

use std::collections::HashMap;
use std::time::Duration;

use super::Running;

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Check,
    /// A game of the ladder, or the marking for which the ladder waits.
    Play,
    Grade,
}

/// All kinds; of kinds that have used equally much, the first goes first.
const KINDS: [Kind; 3] = [Kind::Check, Kind::Play, Kind::Grade];

impl Kind {
    /// Its part of the time while there is work of all kinds, in ninths.
    fn weight(self) -> u32 {
        match self {
            Self::Check => 2,
            Self::Play => 6,
            Self::Grade => 1,
        }
    }
}

impl Running {
    fn kind(&self) -> Kind {
        match self {
            Self::Check { .. } => Kind::Check,
            Self::Game { .. } | Self::Mark(_) => Kind::Play,
            Self::Grades(_) => Kind::Grade,
        }
    }
}

/// The time of a pupil's checks that goes before all other work. This part of all work is added to it, so that a hundred
/// pupils leave half of the time to others.
const QUOTA: Duration = Duration::from_secs(20);
const QUOTA_PART: u32 = 200;

/// The time used so far.
#[derive(Default)]
pub(super) struct Shares {
    /// The time of each kind, divided by its weight.
    weighted: [Duration; KINDS.len()],
    all: Duration,
    /// The time of each pupil's checks, and of the grades that the pupil requested.
    of_pupils: HashMap<(Kind, Option<i64>), Duration>,
}

impl Shares {
    /// The kinds of work, with the one that is due first.
    pub(super) fn order(&self) -> [Kind; 3] {
        let mut order = KINDS;
        order.sort_by_key(|kind| self.weighted[*kind as usize]);
        order
    }

    /// Notes which kind is next. There was no work of the kinds that were due earlier; they do not save up their time.
    pub(super) fn choose(&mut self, kind: Kind) {
        let level = self.weighted[kind as usize];
        self.weighted.iter_mut().for_each(|time| *time = level.max(*time));
    }

    /// Counts the time of finished work.
    pub(super) fn charge(&mut self, work: &Running, time: Duration) {
        let kind = work.kind();
        self.weighted[kind as usize] += time / kind.weight();
        self.all += time;
        let pupil = match work {
            Running::Check { pupil, .. } => Some(*pupil),
            Running::Grades(wanted) => wanted.pupil,
            Running::Game { .. } | Running::Mark(_) => return,
        };
        *self.of_pupils.entry((kind, pupil)).or_default() += time;
    }

    /// Whether a pupil's next check goes before all other work.
    pub(super) fn has_quota(&self, pupil: i64) -> bool {
        self.of(Kind::Check, Some(pupil)) < QUOTA + self.all / QUOTA_PART
    }

    /// The time that a pupil has used for this kind of work; `None` stands for the teacher and the projector.
    pub(super) fn of(&self, kind: Kind, pupil: Option<i64>) -> Duration {
        self.of_pupils.get(&(kind, pupil)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Wanted;

    /// One thread does work of these kinds for this many seconds; a piece of each kind takes the time given.
    fn work(shares: &mut Shares, wanted: &[(Kind, u64)], seconds: u64) -> [u64; 3] {
        let mut used = [0; 3];
        while used.iter().sum::<u64>() < seconds {
            let due =
                shares.order().into_iter().find_map(|kind| wanted.iter().find(|(k, _)| *k == kind));
            let &(kind, time) = due.unwrap();
            let running = match kind {
                Kind::Check => Running::Check { version: 1, pupil: 1 },
                Kind::Play => Running::Mark(1),
                Kind::Grade => Running::Grades(Wanted { game: 1, pupil: None }),
            };
            shares.choose(kind);
            shares.charge(&running, Duration::from_secs(time));
            used[kind as usize] += time;
        }
        used
    }

    /// Checks the part of the time, in percent, that each kind has while there is this much work.
    #[track_caller]
    fn check(wanted: &[(Kind, u64)], expected: [u64; 3]) {
        let used = work(&mut Shares::default(), wanted, 100_000).map(|time| time / 1000);
        let is_close = used.iter().zip(expected).all(|(used, part)| used.abs_diff(part) <= 1);
        assert!(is_close, "{wanted:?}: {used:?}");
    }

    #[test]
    fn every_kind_has_its_part() {
        use Kind::{Check, Grade, Play};
        check(&[(Play, 10)], [0, 100, 0]);
        check(&[(Grade, 20)], [0, 0, 100]);
        check(&[(Check, 60), (Play, 10), (Grade, 20)], [22, 67, 11]);
        check(&[(Check, 1), (Play, 40), (Grade, 20)], [22, 67, 11]);
        check(&[(Check, 180), (Play, 5)], [25, 75, 0]);
        check(&[(Play, 5), (Grade, 20)], [0, 86, 14]);
    }

    #[test]
    fn nobody_saves_up_time() {
        let (mut shares, games) = (Shares::default(), (Kind::Play, 10));
        work(&mut shares, &[games], 3600);
        assert_eq!(shares.order()[0], Kind::Check, "a new upload is checked at once");
        let [checks, games, _] = work(&mut shares, &[games, (Kind::Check, 30)], 300);
        assert!(games * 10 >= checks * 9, "{games} s of games, {checks} s of checks");
    }
}

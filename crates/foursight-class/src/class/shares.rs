//! The shares of the time of the thread that checks and grades: grades do not wait for all checks, and no pupil for
//! another.

use std::collections::HashMap;
use std::time::Duration;

use super::Running;

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Check,
    Grade,
}

/// All kinds; of kinds that have used equally much, the first goes first.
const KINDS: [Kind; 2] = [Kind::Check, Kind::Grade];

impl Kind {
    /// Its part of the time while there is work of both kinds, in thirds.
    fn weight(self) -> u32 {
        match self {
            Self::Check => 2,
            Self::Grade => 1,
        }
    }
}

/// The time of a pupil's checks that goes before everything else. This part of all work is added to it, so that a hundred
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
    pub(super) fn order(&self) -> [Kind; 2] {
        let mut order = KINDS;
        order.sort_by_key(|kind| self.weighted[*kind as usize]);
        order
    }

    /// Notes which kind is next. If there was no work of the other kind, which was due earlier, it does not save up its
    /// time.
    pub(super) fn choose(&mut self, kind: Kind) {
        let level = self.weighted[kind as usize];
        self.weighted.iter_mut().for_each(|time| *time = level.max(*time));
    }

    /// Counts the time of finished work.
    pub(super) fn charge(&mut self, work: &Running, time: Duration) {
        let (kind, pupil) = match work {
            Running::Check { pupil, .. } => (Kind::Check, Some(*pupil)),
            Running::Grades(wanted) => (Kind::Grade, wanted.pupil),
            Running::Game { .. } | Running::Mark(_) => return,
        };
        self.weighted[kind as usize] += time / kind.weight();
        self.all += time;
        *self.of_pupils.entry((kind, pupil)).or_default() += time;
    }

    /// Whether a pupil's next check goes before everything else.
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
    fn work(shares: &mut Shares, wanted: &[(Kind, u64)], seconds: u64) -> [u64; 2] {
        let mut used = [0; 2];
        while used.iter().sum::<u64>() < seconds {
            let due =
                shares.order().into_iter().find_map(|kind| wanted.iter().find(|(k, _)| *k == kind));
            let &(kind, time) = due.unwrap();
            let running = match kind {
                Kind::Check => Running::Check { version: 1, pupil: 1 },
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
    fn check(wanted: &[(Kind, u64)], expected: [u64; 2]) {
        let used = work(&mut Shares::default(), wanted, 100_000).map(|time| time / 1000);
        let is_close = used.iter().zip(expected).all(|(used, part)| used.abs_diff(part) <= 1);
        assert!(is_close, "{wanted:?}: {used:?}");
    }

    #[test]
    fn every_kind_has_its_part() {
        use Kind::{Check, Grade};
        check(&[(Check, 10)], [100, 0]);
        check(&[(Grade, 20)], [0, 100]);
        check(&[(Check, 60), (Grade, 20)], [67, 33]);
        check(&[(Check, 1), (Grade, 20)], [67, 33]);
    }

    #[test]
    fn nobody_saves_up_time() {
        let (mut shares, grades) = (Shares::default(), (Kind::Grade, 10));
        work(&mut shares, &[grades], 3600);
        assert_eq!(shares.order()[0], Kind::Check, "a new upload is checked at once");
        let [checks, grades] = work(&mut shares, &[grades, (Kind::Check, 30)], 300);
        assert!(grades * 3 >= checks, "{grades} s of grades, {checks} s of checks");
    }
}

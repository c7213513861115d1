//! Stops a contestant while it is not its turn, and counts the time of its answers.

use std::time::{Duration, Instant};

use foursight::{AnySize, Game, Opening};
use foursight_sandbox::Effort;

use super::{CANCEL_TIME, ContestantProcess, TimedChoice};
use crate::referee::ending::Ending;
use crate::referee::ending_detail::EndingDetail;
use crate::referee::play::Console;

/// The number of clocks after which a game is void if the contestant still has not had its time on a processor.
const MAX_CLOCKS: u32 = 10;

/// The turn in a game, from one contestant's view.
pub(super) struct Turn {
    /// Whether it is stopped during its opponent's turns.
    stands_still: bool,
    /// Its effort since it was asked, or started.
    effort: Effort,
}

impl Turn {
    /// The turn while a contestant starts.
    pub(super) fn new(stands_still: bool) -> Self {
        Self { stands_still, effort: Effort::default() }
    }
}

impl ContestantProcess<'_> {
    /// The contestant's choice in a game in which it is to move.
    pub(crate) fn ask(
        &mut self,
        situation: (&Game<AnySize>, Opening),
        console: &mut dyn Console,
    ) -> Result<TimedChoice, EndingDetail> {
        if self.turn.stands_still && !self.process.resume() {
            return Err(self.unanswered("go on"));
        }
        self.process.take_effort();
        self.turn.effort = Effort::default();
        let choice = self.choose(situation, console)?;
        self.rest()?;
        Ok(choice)
    }

    /// Ends its turn or its start.
    pub(crate) fn rest(&mut self) -> Result<(), EndingDetail> {
        let is_still = !self.turn.stands_still || self.process.pause();
        if is_still { Ok(()) } else { Err(self.unanswered("stop")) }
    }

    /// The time that counts of the `elapsed` time since the contestant was asked: less if it has exceeded its `time`
    /// because this machine gave it no processor.
    pub(super) fn time_that_counts(&mut self, elapsed: Duration, time: Duration) -> Duration {
        if elapsed <= time {
            return elapsed;
        }
        let Effort { used, waited } = self.process.take_effort();
        self.turn.effort.used += used;
        self.turn.effort.waited += waited;
        without_waits(elapsed, self.turn.effort)
    }

    /// The end of a longer wait for a contestant that was asked at `start` and has not had its `time`; `None` if it
    /// has had it.
    pub(super) fn longer_wait(
        &mut self,
        start: Instant,
        time: Duration,
    ) -> Result<Option<Instant>, EndingDetail> {
        let elapsed = start.elapsed();
        let left = time.saturating_sub(self.time_that_counts(elapsed, time));
        if left.is_zero() {
            return Ok(None);
        }
        if elapsed < MAX_CLOCKS * time {
            return Ok(Some(Instant::now() + left.max(CANCEL_TIME)));
        }
        let [waited, elapsed] = [self.turn.effort.waited, elapsed].map(|time| time.as_secs_f64());
        let reason = format!(
            "{} waited for a processor for {waited:.2} of {elapsed:.2} s: this machine is too busy for the clock {}; \
             choose a longer one, or stop other programs",
            self.player_name, self.briefing.clock
        );
        Err(EndingDetail::new(Ending::RefereeFailure, reason))
    }

    fn unanswered(&self, request: &str) -> EndingDetail {
        let name = &self.player_name;
        let reason = format!("the launcher of {name} did not {request} in time");
        EndingDetail::new(Ending::RefereeFailure, reason)
    }
}

/// The time since a player was asked without its waits for a processor, if they are a large part of that time.
///
/// Because its threads may wait for each other's processors, the processor time of all of them together counts at
/// least. Only the waits of one thread count, so that many short waits do not look like a long one.
fn without_waits(elapsed: Duration, effort: Effort) -> Duration {
    let waited = effort.waited.min(elapsed);
    if 4 * waited < elapsed { elapsed } else { effort.used.max(elapsed.saturating_sub(waited)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These figures are in milliseconds.
    #[track_caller]
    fn check(elapsed: u64, used: u64, waited: u64, expected: u64) {
        let [elapsed, used, waited, expected] =
            [elapsed, used, waited, expected].map(Duration::from_millis);
        let effort = Effort { used, waited };
        assert_eq!(without_waits(elapsed, effort), expected, "{elapsed:?} {effort:?}");
    }

    #[test]
    fn waits_for_a_processor_do_not_count() {
        // The player computed for 150 ms and waited for a processor the rest of the time, or never got one.
        check(1100, 150, 940, 160);
        check(2050, 150, 1890, 160);
        check(2050, 0, 2050, 0);
        // Several threads, which got less than one processor together.
        check(2050, 900, 1700, 900);
    }

    #[test]
    fn sleep_and_processor_time_count() {
        // The player computed all the time, or slept, or waited for something other than a processor.
        check(1100, 1090, 5, 1100);
        check(1100, 0, 0, 1100);
        check(2050, 100, 100, 2050);
        // It slept after a long wait.
        check(1500, 100, 400, 1100);
        // A short wait.
        check(1100, 880, 200, 1100);
        // Many threads that wait for each other: their time is together what one of them has had, or more.
        check(2050, 2040, 2000, 2040);
        check(1100, 1000, 1060, 1000);
        // An impossible figure: a wait longer than the whole time.
        check(1100, 1100, 9000, 1100);
    }
}

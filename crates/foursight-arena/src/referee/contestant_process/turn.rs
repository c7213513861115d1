//! Stops a contestant while it is not its turn, and records its processor time.

use std::time::Duration;

use super::{ContestantProcess, Situation, TimedChoice};
use crate::referee::console::Console;
use crate::referee::ending_detail::EndingDetail;
use crate::referee::processor_time::{ProcessorTime, is_starved};

/// The processor time that a stopped contestant may use in a game: far more than it can.
const OFF_TURN_TIME: Duration = Duration::from_secs(1);

/// The turn in a game, from one contestant's view.
pub(super) struct Turn {
    /// Whether it is stopped during its opponent's turns.
    stands_still: bool,
    /// Whether it is its own turn, or its start.
    is_own: bool,
    pub(super) processor_time: ProcessorTime,
}

impl Turn {
    /// The turn while a contestant starts.
    pub(super) fn new(stands_still: bool) -> Self {
        Self { stands_still, is_own: true, processor_time: ProcessorTime::default() }
    }
}

impl ContestantProcess<'_> {
    /// The contestant's choice in `situation`, in which it is to move.
    pub(crate) fn ask(
        &mut self,
        situation: Situation,
        console: &mut dyn Console,
    ) -> Result<TimedChoice, EndingDetail> {
        self.wake()?;
        let choice = self.choose(situation, console)?;
        self.rest()?;
        Ok(choice)
    }

    /// Ends its turn or its start.
    pub(crate) fn rest(&mut self) -> Result<(), EndingDetail> {
        if self.turn.stands_still && !self.process.pause() {
            return Err(self.unanswered("stop"));
        }
        self.take_down_effort();
        self.turn.is_own = false;
        Ok(())
    }

    /// Starts its turn.
    fn wake(&mut self) -> Result<(), EndingDetail> {
        self.take_down_effort();
        let used = Duration::from_micros(self.turn.processor_time.off_turn_micros);
        if self.turn.stands_still && used > OFF_TURN_TIME {
            return Err(EndingDetail::OffTurn { used });
        }
        if self.turn.stands_still && !self.process.resume() {
            return Err(self.unanswered("go on"));
        }
        self.turn.is_own = true;
        Ok(())
    }

    /// Records the processor time that it has used since the last record.
    pub(super) fn take_down_effort(&mut self) {
        let used = self.process.take_effort().used;
        self.turn.processor_time.add(used, self.turn.is_own);
    }

    /// The fault of a contestant that was asked `elapsed` ago and had `time` for its answer: it is this machine's fault
    /// if the machine gave it no processor time.
    pub(super) fn over_time(
        &mut self,
        elapsed: Duration,
        time: Duration,
        fault: EndingDetail,
    ) -> EndingDetail {
        let effort = self.process.take_effort();
        self.turn.processor_time.add(effort.used, self.turn.is_own);
        if !is_starved(elapsed, time, effort) {
            return fault;
        }
        let [waited, elapsed] = [effort.waited, elapsed].map(|time| time.as_secs_f64());
        EndingDetail::RefereeFailure(format!(
            "{} waited for a processor for {waited:.2} of {elapsed:.2} s: this machine is too busy for the clock {}; \
             choose a longer one, or stop other programs",
            self.player_name, self.clock_rule
        ))
    }

    fn unanswered(&self, request: &str) -> EndingDetail {
        let name = &self.player_name;
        EndingDetail::RefereeFailure(format!("the launcher of {name} did not {request} in time"))
    }
}

//! Processor time: how much a player used, and whether the machine gave it as much as its clock allows.

use std::fmt;
use std::time::Duration;

use foursight_sandbox::Effort;
use serde::{Deserialize, Serialize};

/// The processor time of a player in one game, for all its processes and threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessorTime {
    /// Time used until it was first paused, and for its moves, in microseconds.
    pub on_turn_micros: u64,
    /// Time used on its opponent's turns, in microseconds.
    pub off_turn_micros: u64,
}

impl fmt::Display for ProcessorTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, other] =
            [self.on_turn_micros, self.off_turn_micros].map(|micros| micros as f64 / 1e6);
        write!(f, "{own:.2} s on its own turns, {other:.2} s on its opponent's")
    }
}

impl ProcessorTime {
    /// Adds the time used on the player's turn, or on its opponent's.
    pub(crate) fn add(&mut self, used: Duration, is_on_turn: bool) {
        let micros = if is_on_turn { &mut self.on_turn_micros } else { &mut self.off_turn_micros };
        *micros += used.as_micros() as u64;
    }
}

/// Whether a player that was asked `elapsed` ago and had `time` for its answer exceeds its clock only because this
/// machine gave it no processor: without the waits it would be in time, and the waits are a large part of the time.
///
/// Because its threads may wait for each other's processors, all of them together must also have received less
/// processor time than the clock allows. Only the thread that waited longest counts, so that many short waits do not
/// look like a long one.
pub(crate) fn is_starved(elapsed: Duration, time: Duration, effort: Effort) -> bool {
    let waited = effort.waited.min(elapsed);
    effort.used < time && elapsed.saturating_sub(waited) < time && 4 * waited >= elapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player has 1000 ms; these figures are in milliseconds.
    #[track_caller]
    fn check(elapsed: u64, used: u64, waited: u64, expected: bool) {
        let [elapsed, used, waited] = [elapsed, used, waited].map(Duration::from_millis);
        let time = Duration::from_secs(1);
        let effort = Effort { used, waited };
        assert_eq!(is_starved(elapsed, time, effort), expected, "{elapsed:?} {effort:?}");
    }

    #[test]
    fn who_got_no_processor_is_not_late() {
        // The player computed for 150 ms and waited for a processor the rest of the time, or never got one.
        check(1100, 150, 940, true);
        check(2050, 150, 1890, true);
        check(2050, 0, 2050, true);
        // Several threads, which got less than one processor together.
        check(2050, 900, 1700, true);
    }

    #[test]
    fn who_slept_or_got_its_time_is_late() {
        // The player computed all the time, or slept, or waited for something other than a processor.
        check(1100, 1090, 5, false);
        check(1100, 0, 0, false);
        check(2050, 100, 100, false);
        // The waits alone did not make it late.
        check(1500, 100, 400, false);
        check(1100, 880, 200, false);
        // Many threads that wait for each other: together they got what the clock allows, or more.
        check(2050, 2040, 2000, false);
        check(1100, 1000, 1060, false);
        // An impossible figure: a wait longer than the whole time.
        check(1100, 1100, 9000, false);
    }

    #[test]
    fn turns_add_up() {
        let mut time = ProcessorTime::default();
        for (millis, is_on_turn) in [(3, true), (1, false), (4, true)] {
            time.add(Duration::from_millis(millis), is_on_turn);
        }
        let expected = ProcessorTime { on_turn_micros: 7000, off_turn_micros: 1000 };
        assert_eq!(time, expected);
    }
}

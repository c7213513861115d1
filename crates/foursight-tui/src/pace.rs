//! Timing on the screen: falling discs, and the speed of machines.

use std::time::Duration;

use foursight::Cell;

/// A disc on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fall {
    /// The cell where it comes to rest.
    pub(crate) cell: Cell,
    /// The height of the board.
    height: usize,
    start: Duration,
}

impl Fall {
    /// The longest fall, through ten rows.
    pub(crate) const LONGEST: Duration = Duration::from_millis(300);
    const FRAME: Duration = Duration::from_millis(33);
    const FASTEST: f64 = 10.0;

    pub(crate) fn new(cell: Cell, height: usize, start: Duration) -> Self {
        Self { cell, height, start }
    }

    /// The number of rows that the disc falls, from above the board.
    fn n_rows(self) -> usize {
        self.height - self.cell.row
    }

    /// Discs fall with even acceleration.
    fn duration(self) -> Duration {
        Self::LONGEST.mul_f64((self.n_rows() as f64 / Self::FASTEST).sqrt())
    }

    pub(crate) fn is_over(self, now: Duration) -> bool {
        now >= self.start + self.duration()
    }

    /// The number of rows that the disc has fallen by `now`.
    pub(crate) fn depth(self, now: Duration) -> f64 {
        let share = (now.saturating_sub(self.start)).div_duration_f64(self.duration()).min(1.0);
        self.n_rows() as f64 * share * share
    }

    pub(crate) fn next_frame(self, now: Duration) -> Duration {
        (now + Self::FRAME).min(self.start + self.duration())
    }
}

/// The speed at which machines play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// An index into `PAUSES`.
    speed: usize,
    /// The earliest time of a machine's next move.
    pub(crate) next_move_at: Duration,
}

/// The pauses between moves of machines that play each other, in milliseconds, the longest first.
const PAUSES: [u64; 9] = [5_000, 3_000, 2_000, 1_000, 600, 400, 200, 100, 0];

/// The pause before a machine answers a person, in milliseconds: time to see the person's move.
const BREATH: u64 = 350;

impl Default for Pace {
    fn default() -> Self {
        Self { speed: 4, next_move_at: Duration::ZERO }
    }
}

impl Pace {
    pub(crate) fn change(&mut self, is_faster: bool) {
        let speed = if is_faster { self.speed + 1 } else { self.speed.saturating_sub(1) };
        self.speed = speed.min(PAUSES.len() - 1);
    }

    /// The speed from 1, and the highest one.
    pub(crate) fn speed(self) -> (usize, usize) {
        (self.speed + 1, PAUSES.len())
    }

    /// Delays the next move of a machine, which may answer a person.
    pub(crate) fn wait(&mut self, now: Duration, is_answer: bool) {
        let pause = if is_answer { BREATH } else { PAUSES[self.speed] };
        self.next_move_at = now + Duration::from_millis(pause);
    }
}

//! Time limits for anything but a move, and the rule for the clocks of moves.

use std::str::FromStr;
use std::time::Duration;

use crate::Clock;

/// The time limits of a contestant for anything but a move. The [`Clock`] limits moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// Time from its start to its first answer; 10 s by default.
    pub start: Duration,
    /// Extra time for each move, for machine delays; 50 ms by default.
    pub margin: Duration,
    /// Time to exit on its own once its input is closed; 100 ms by default.
    pub quit: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            quit: Duration::from_millis(100),
        }
    }
}

/// The clock of players without one of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum ClockRule {
    /// The same clock for all.
    #[strum(to_string = "{0}")]
    Same(Clock),
    /// For each player, the clock of the referee that its dialect comes from.
    #[strum(to_string = "dialect")]
    Dialect,
}

impl ClockRule {
    /// The clock for players whose dialect says nothing.
    pub fn shared(self) -> Clock {
        match self {
            Self::Same(clock) => clock,
            Self::Dialect => Clock::default(),
        }
    }
}

impl Default for ClockRule {
    fn default() -> Self {
        Self::Same(Clock::default())
    }
}

impl FromStr for ClockRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "dialect" {
            return Ok(Self::Dialect);
        }
        let clock = text.parse().map_err(|error| {
            format!("{error}; or dialect, for the clock of each player's dialect")
        })?;
        Ok(Self::Same(clock))
    }
}

//! The clock of players without one of their own.

use std::str::FromStr;

use crate::Clock;

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

//! A player's own clock, as in `ann.py@2s`.

use std::path::Path;

use super::Entrant;
use super::level;
use super::reading::PERSON;
use crate::{Clock, ClockRule};

impl Entrant {
    /// The same player with its own clock.
    ///
    /// # Errors
    ///
    /// If it is a person.
    pub fn with_clock(self, clock: Clock) -> Result<Self, String> {
        if self.dialect().is_none() {
            return Err(format!("{}@{clock}: a human player cannot have a clock", self.text));
        }
        Ok(Self { clock: Some(clock), ..self })
    }

    /// The player's own clock.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Gives the player its dialect's clock if that is the rule and the player has no clock of its own.
    pub fn follow(&mut self, rule: ClockRule) {
        if let (ClockRule::Dialect, Some(dialect)) = (rule, self.dialect()) {
            self.clock.get_or_insert(dialect.clock().unwrap_or_default());
        }
    }
}

/// A player and its clock: both parts of `PLAYER@CLOCK`, unless a file has that name.
pub(super) fn split_clock<'a>(
    text: &'a str,
    base: &Path,
) -> Result<(&'a str, Option<Clock>), String> {
    let is_there = |text: &str| {
        let after_dialect = text.split_once(':').map_or(text, |(_, rest)| rest);
        [text, after_dialect].iter().any(|path| !path.is_empty() && base.join(path).exists())
    };
    let is_named = |text: &str| text == PERSON || matches!(level::read(text), Some(Ok(_)));
    let Some((player, clock)) = text.rsplit_once('@').filter(|_| !is_there(text)) else {
        return Ok((text, None));
    };
    match clock.parse() {
        Ok(clock) => Ok((player, Some(clock))),
        Err(error) if is_there(player) || is_named(player) => Err(format!("{text}: {error}")),
        // An `@` in a word of a command line.
        Err(_) => Ok((text, None)),
    }
}

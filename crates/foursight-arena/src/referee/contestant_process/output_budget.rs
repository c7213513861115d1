//! How many bytes a contestant may still print before its move.

use crate::referee::termination::{OutputLimit, Termination};

/// How many bytes a contestant may print for one move.
const MAX_BYTES: usize = 1 << 20;

pub(super) struct OutputBudget(usize);

impl Default for OutputBudget {
    fn default() -> Self {
        Self(MAX_BYTES)
    }
}

impl OutputBudget {
    /// Takes a line from the budget; the fault if not enough was left for it.
    pub(super) fn spend(&mut self, line: &str) -> Result<(), Termination> {
        let left = self.0.checked_sub(line.len() + 1);
        self.0 = left.ok_or(Termination::TooMuchOutput(OutputLimit::Move))?;
        Ok(())
    }
}

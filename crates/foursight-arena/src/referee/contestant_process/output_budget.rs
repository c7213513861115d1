//! How many bytes a contestant may still print before its move.

/// How many bytes a contestant may print for one move.
const MAX_BYTES: usize = 1 << 20;

pub(super) struct OutputBudget(usize);

impl Default for OutputBudget {
    fn default() -> Self {
        Self(MAX_BYTES)
    }
}

impl OutputBudget {
    /// Takes a line from the budget; whether enough was left for it.
    pub(super) fn spend(&mut self, line: &str) -> bool {
        let left = self.0.checked_sub(line.len() + 1);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

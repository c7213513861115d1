//! How many bytes may still come from a player.

/// How much a player may print for one move.
const MAX_BYTES: usize = 1 << 20;

pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MAX_BYTES)
    }
}

impl Budget {
    /// Whether there was enough left for a line.
    pub(super) fn spend(&mut self, line: &str) -> bool {
        let left = self.0.checked_sub(line.len() + 1);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

//! `--seed`, which makes random choices repeatable.

use clap::Args;

/// The seed of commands that choose a new one each time.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Seed for random choices; the same seed repeats them [default: a new one each time].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl SeedArgs {
    pub(crate) fn seed(self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

/// The help of `--seed` for tournaments, which always have a seed.
#[cfg(unix)]
pub(crate) const TOURNAMENT_SEED: &str =
    "Seed for random choices of openings and levels; the same seed repeats them [default: 1]";

//! Checks that this machine has enough cores for players that think on their opponents' time.

use std::num::NonZeroUsize;

use anyhow::Result;

use crate::failure::UsageError;
use foursight_engine::n_cores;

/// Refuses to let all players of `concurrency` games think at the same time if they outnumber the cores.
pub(crate) fn check_ponder(concurrency: NonZeroUsize) -> Result<()> {
    let (n_players, n_cores) = (concurrency.get().saturating_mul(2), n_cores());
    if n_players <= n_cores.get() {
        return Ok(());
    }
    let games = if concurrency.get() == 1 { "game takes" } else { "concurrent games take" };
    Err(UsageError(format!(
        "--ponder: each player needs a core of its own; {concurrency} {games} {n_players} cores, and this machine has \
         {n_cores}"
    ))
    .into())
}

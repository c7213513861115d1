//! Why something could not be done with a network game.

use super::{GameView, TooManyVisitors};
use crate::game::{OverQuota, Refusal};
use crate::store::StoreFault;

/// Why something could not be done with a network game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GamesError {
    #[error("there is no such game; games that nobody touches are deleted after a while")]
    Unknown,
    #[error(transparent)]
    OverQuota(#[from] OverQuota),
    #[error(transparent)]
    TooManyVisitors(#[from] TooManyVisitors),
    /// The rules do not allow it in the game as it stands.
    #[error("{refusal}")]
    Refused { refusal: Refusal, view: Box<GameView> },
    #[error(transparent)]
    Store(#[from] StoreFault),
    #[error("a change to a game was interrupted")]
    Interrupted(#[source] tokio::task::JoinError),
}

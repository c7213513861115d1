//! Why a player cannot do something.

use foursight::PlayError;

/// Why a player cannot do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("both seats are taken")]
    NoFreeSeat,
    #[error("it is the other player's turn")]
    NotYourTurn,
    #[error(transparent)]
    Illegal(PlayError),
    #[error("another move was made at ply {ply}; the game is at ply {now}")]
    Played { ply: usize, now: usize },
    #[error("the game is at ply {now}, not yet at {ply}")]
    Ahead { ply: usize, now: usize },
    #[error("moves were taken back after you chose this one")]
    TakenBack,
    #[error("you have no move to take back")]
    NothingToTakeBack,
    #[error("the other player has not offered that")]
    NothingOffered,
    #[error("only the second player can swap, right after the first move, in games that allow it")]
    NoSwap,
    #[error("the game has no clock")]
    NoClock,
    #[error("the other player has time left")]
    TimeIsLeft,
    #[error("the other seat is free")]
    Alone,
    #[error("the rematch has begun")]
    HasRematch,
}

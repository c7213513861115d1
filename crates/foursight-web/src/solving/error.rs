//! Why the solver has no answer.

use std::time::Duration;

use super::puzzle::MAX_ID;
use crate::store::StoreFault;

/// Why the solver has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum SolvingError {
    #[error("the solver is busy; ask again in a moment")]
    Busy,
    #[error("your address has used its share of the processor; ask again a little later")]
    OverAllowance(Duration),
    #[error("the picture was not drawn in time; ask again")]
    NotDrawn,
    #[error("the position was not solved in time; ask again to continue the search")]
    PositionNotSolved,
    #[error("the move was not solved in time; ask again")]
    MoveNotSolved,
    #[error("no puzzle was found in time; ask again")]
    PuzzleNotFound,
    #[error(
        "puzzles are numbered from 1 to {MAX_ID}; higher numbers are daily puzzles, up to today's"
    )]
    UnknownPuzzle,
    #[error(transparent)]
    Store(#[from] StoreFault),
}

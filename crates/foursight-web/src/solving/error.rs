//! Why the solver has no answer.

use std::time::Duration;

use foursight_answers::Problem;

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
    #[error(transparent)]
    Problem(#[from] Problem),
    #[error(transparent)]
    Store(#[from] StoreFault),
}

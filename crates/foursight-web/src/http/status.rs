//! The HTTP status and error code for each error.

use axum::http::StatusCode;
use foursight_answers::{Problem, ProblemKind};
use foursight_games::{GamesError, NotAName, Recurring, Refusal, StoreFault};

use super::error::Error;
use super::game_body::NetworkGameBody;
use super::requester::NotAllowed;
use crate::solving::SolvingError;

impl From<GamesError> for Error {
    fn from(error: GamesError) -> Self {
        let too_many = |code| Self::new(StatusCode::TOO_MANY_REQUESTS, code, &error);
        match &error {
            GamesError::Unknown => Self::not_found(error),
            GamesError::OverQuota(_) => too_many("too_many_games"),
            GamesError::TooManyVisitors(_) => too_many("too_many_visitors"),
            GamesError::Refused { refusal, view } => {
                Self::conflict(code(refusal), refusal).with_game(&NetworkGameBody::new(view))
            }
            GamesError::Store(fault) => fault.clone().into(),
            GamesError::Interrupted(cause) => Self::internal(cause),
        }
    }
}

impl From<SolvingError> for Error {
    fn from(error: SolvingError) -> Self {
        match error {
            SolvingError::Busy => Self::busy("busy", error),
            SolvingError::NotDrawn => Self::busy("not_solved_in_time", error),
            SolvingError::Problem(problem) => problem.into(),
        }
    }
}

impl From<NotAName> for Error {
    fn from(error: NotAName) -> Self {
        Self::invalid("name", error)
    }
}

impl From<Problem> for Error {
    fn from(Problem { kind, code, message, field }: Problem) -> Self {
        let error = match kind {
            ProblemKind::NotInTime => Self::busy(code, message),
            ProblemKind::Invalid => Self::new(StatusCode::BAD_REQUEST, code, message),
            ProblemKind::NotFound => Self::new(StatusCode::NOT_FOUND, code, message),
        };
        error.with_field(field)
    }
}

impl From<NotAllowed> for Error {
    fn from(reason: NotAllowed) -> Self {
        match reason {
            NotAllowed::NotSeated => Self::forbidden("not_seated", reason),
            NotAllowed::CrossSite => Self::forbidden("cross_site", reason),
        }
    }
}

/// The cause goes to the log only.
impl From<StoreFault> for Error {
    fn from(fault: StoreFault) -> Self {
        match fault {
            StoreFault::Unavailable(_) => {
                static NOT_STORED: Recurring = Recurring::new();
                if let Some(n_requests) = NOT_STORED.turn() {
                    tracing::error!(cause = %fault, n_requests, "requests could not be stored");
                }
                let message = "the server cannot store anything now; try again later";
                Self::busy("not_stored", message)
            }
            StoreFault::Broken(_) | StoreFault::Damaged(_) => Self::internal(fault),
        }
    }
}

/// The reason for a refusal, for programs.
fn code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Over => "game_over",
        Refusal::NotOver => "game_not_over",
        Refusal::NoFreeSeat => "no_free_seat",
        Refusal::NotYourTurn => "not_your_turn",
        Refusal::Illegal(_) => "illegal_move",
        Refusal::Played { .. } | Refusal::Ahead { .. } => "wrong_ply",
        Refusal::TakenBack => "taken_back",
        Refusal::NothingToTakeBack => "nothing_to_take_back",
        Refusal::NothingOffered => "nothing_offered",
        Refusal::NoSwap => "no_swap",
        Refusal::Alone => "no_opponent",
        Refusal::HasRematch => "rematch_begun",
    }
}

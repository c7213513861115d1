//! The reason why a question has no answer.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The kind of reason.
    pub kind: ProblemKind,
    /// The error, for programs.
    pub code: &'static str,
    /// The error, for people.
    pub message: String,
    /// The parameter or field that is wrong.
    pub field: Option<&'static str>,
}

/// The kinds of reasons why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The question is wrong.
    Invalid,
    /// The subject of the question does not exist.
    NotFound,
    /// Time ran out; trying again may succeed.
    NotInTime,
}

/// An answer, unless there is a problem.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// The error in an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ErrorDetail)]
pub struct ProblemBody {
    /// The error, for programs.
    #[schema(example = "invalid_position")]
    pub code: &'static str,
    /// The error, for people.
    #[schema(example = "move 7: column d is full")]
    pub message: String,
    /// The parameter or field that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "pos")]
    pub field: Option<&'static str>,
}

impl Problem {
    /// A problem that no single parameter causes.
    pub fn new(kind: ProblemKind, code: &'static str, message: impl fmt::Display) -> Self {
        Self { kind, code, message: message.to_string(), field: None }
    }

    /// A parameter or a field with a wrong value.
    pub fn invalid(field: &'static str, message: impl fmt::Display) -> Self {
        Self { field: Some(field), ..Self::new(ProblemKind::Invalid, "invalid_parameter", message) }
    }

    /// Moves that cannot be played.
    pub fn position(message: impl fmt::Display) -> Self {
        Self { code: "invalid_position", ..Self::invalid("pos", message) }
    }

    /// Something that does not exist.
    pub fn not_found(message: impl fmt::Display) -> Self {
        Self::new(ProblemKind::NotFound, "not_found", message)
    }

    /// An answer that takes longer than the time allowed.
    pub fn not_in_time(message: impl fmt::Display) -> Self {
        Self::new(ProblemKind::NotInTime, "not_solved_in_time", message)
    }

    /// The problem as JSON.
    pub fn json(self) -> String {
        #[derive(Serialize)]
        struct Body {
            error: ProblemBody,
        }
        serde_json::to_string(&Body { error: self.body() }).expect("problems are plain data")
    }

    /// The wire format.
    pub fn body(self) -> ProblemBody {
        ProblemBody { code: self.code, message: self.message, field: self.field }
    }
}

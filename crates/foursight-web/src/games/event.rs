//! What those at a table are told.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use crate::game::{Change, State};

/// A change, with the whole game as it stands after it.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventBody<'a> {
    /// The number of changes so far.
    seq: u64,
    #[serde(rename = "type")]
    change: Change,
    game: &'a State,
}

/// An event as it is sent; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Event(Utf8Bytes);

impl Event {
    pub(crate) fn new(seq: u64, change: Change, game: &State) -> Self {
        let body = EventBody { seq, change, game };
        Self(serde_json::to_string(&body).expect("an event is plain data").into())
    }

    pub(crate) fn text(&self) -> &Utf8Bytes {
        &self.0
    }
}

//! A connection's place among those served at the same time.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use foursight_games::Place;
use hyper::body::{Frame, SizeHint};

/// Taken until every clone is gone; a connection that becomes a WebSocket keeps its slot.
pub(crate) type ConnectionSlot = Arc<Place>;

/// A body whose connection is busy until all of it is sent.
pub(crate) struct Sending {
    body: Body,
    slot: ConnectionSlot,
}

impl Sending {
    pub(crate) fn new(body: Body, slot: ConnectionSlot) -> Self {
        Self { body, slot }
    }
}

impl hyper::body::Body for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.slot.is_answered();
    }
}

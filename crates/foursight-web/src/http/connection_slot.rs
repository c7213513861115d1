//! The slot that a connection occupies among those served at a time.

use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use super::concurrency::ConcurrencyPermit;

/// Occupied until every clone is gone; a connection that becomes a WebSocket keeps its slot.
#[derive(Clone)]
pub(crate) struct ConnectionSlot(
    #[expect(dead_code, reason = "the permits count while they are held")]
    Arc<(OwnedSemaphorePermit, Option<ConcurrencyPermit>)>,
);

impl ConnectionSlot {
    pub(crate) fn new(of_all: OwnedSemaphorePermit, of_client: Option<ConcurrencyPermit>) -> Self {
        Self(Arc::new((of_all, of_client)))
    }
}

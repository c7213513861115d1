//! The signal that the server is stopping, for connections that would otherwise never end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// Tells all clones when the server stops.
#[derive(Clone)]
pub(crate) struct Shutdown(Arc<watch::Sender<bool>>);

impl Shutdown {
    pub(crate) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    /// Ready once the server is stopping.
    pub(crate) async fn begun(&self) {
        // The sender lives as long as this value, so waiting cannot fail.
        let _ = self.0.subscribe().wait_for(|&stops| stops).await;
    }

    /// Ready once the server has been stopping for `time`.
    pub(crate) async fn begun_for(&self, time: Duration) {
        self.begun().await;
        tokio::time::sleep(time).await;
    }
}

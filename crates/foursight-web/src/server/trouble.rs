//! Connections that cannot be accepted, mostly because no file descriptor is free.

use std::io;
use std::time::{Duration, Instant};

/// The delay before trying again, at first and at most.
const MIN_WAIT: Duration = Duration::from_millis(20);
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The interval between log lines about this.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Recent events.
#[derive(Debug, Default)]
pub(super) struct Trouble {
    waited: Duration,
    logged: Option<Instant>,
}

impl Trouble {
    /// Waits a little longer each time; a client that has left does not count.
    pub(super) async fn wait(&mut self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
        if matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted) {
            return;
        }
        if self.logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            self.logged = Some(Instant::now());
            tracing::error!(%error, "cannot accept connections: raise the limit on open files, or lower --connections");
        }
        self.waited = (self.waited * 2).clamp(MIN_WAIT, MAX_WAIT);
        tokio::time::sleep(self.waited).await;
    }

    /// Records that a connection was accepted again.
    pub(super) fn end(&mut self) {
        self.waited = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_waits_longer_each_time_and_logs_once_in_a_while() {
        let mut trouble = Trouble::default();
        trouble.wait(&io::ErrorKind::ConnectionReset.into()).await;
        assert_eq!((trouble.waited, trouble.logged), (Duration::ZERO, None), "a client has gone");
        trouble.wait(&io::Error::other("no descriptor")).await;
        let logged = trouble.logged;
        assert_eq!((trouble.waited, logged.is_some()), (MIN_WAIT, true));
        trouble.wait(&io::Error::other("no descriptor")).await;
        assert_eq!((trouble.waited, trouble.logged), (2 * MIN_WAIT, logged));
        trouble.end();
        assert_eq!(trouble.waited, Duration::ZERO);
    }
}

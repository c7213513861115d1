//! A connection: its place among those served at the same time, limits on its bytes, and the signal that the server is
//! stopping.
//!
//! Limited are the bytes of a message that a client sends over a WebSocket, whose fragments may never end, and the time
//! in which a client reads some of an answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use foursight_games::Place;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Sleep, sleep};

/// The bytes that a connection may still read; without a limit until it is set.
pub(crate) struct Meter(AtomicIsize);

impl Default for Meter {
    fn default() -> Self {
        Self(AtomicIsize::new(isize::MAX))
    }
}

impl Meter {
    /// Allows this many bytes from now on.
    pub(crate) fn allow(&self, n_bytes: isize) {
        self.0.store(n_bytes, Ordering::Relaxed);
    }

    /// Counts the bytes that have arrived, and returns whether they are within the limit.
    fn allows(&self, n_bytes: usize) -> bool {
        self.0.fetch_sub(n_bytes as isize, Ordering::Relaxed) >= n_bytes as isize
    }
}

/// A connection that ends once it has read too much, or has written nothing for too long.
pub(crate) struct Metered<S> {
    stream: S,
    meter: Arc<Meter>,
    unread_time: Duration,
    /// Ready when the client has read nothing for that time, while there is something to write.
    unread: Option<Pin<Box<Sleep>>>,
}

impl<S> Metered<S> {
    pub(crate) fn new(stream: S, meter: Arc<Meter>, unread_time: Duration) -> Self {
        Self { stream, meter, unread_time, unread: None }
    }

    /// The result of a write, or an error if the client has not read for too long.
    fn in_time(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.unread = None;
            return written;
        }
        let time = self.unread_time;
        let unread = self.unread.get_or_insert_with(|| Box::pin(sleep(time)));
        unread.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let n_before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let n_read = buffer.filled().len() - n_before;
        if n_read > 0 && !self.meter.allows(n_read) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

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

/// Tells all clones when the server stops, for connections that would otherwise never end.
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
        sleep(time).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_cut_off() {
        let patience = Duration::from_mins(5);
        for (unread_time, reads) in [(Duration::from_millis(1), false), (patience, true)] {
            let (mut client, server) = tokio::io::duplex(1000);
            let mut server = Metered::new(server, Arc::default(), unread_time);
            let reading = tokio::spawn(async move {
                let n_read =
                    if reads { client.read_to_end(&mut Vec::new()).await.unwrap() } else { 0 };
                (n_read, client)
            });
            let written = timeout(patience, server.write_all(&[0; 10_000])).await.unwrap();
            assert_eq!(
                written.map_err(|error| error.kind()),
                if reads { Ok(()) } else { Err(io::ErrorKind::TimedOut) }
            );
            drop(server);
            assert_eq!(reading.await.unwrap().0, if reads { 10_000 } else { 0 });
        }
    }
}

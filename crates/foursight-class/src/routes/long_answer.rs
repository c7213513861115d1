//! Long answers: a thread of its own reads the database for each, and they are sent in parts.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::thread;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header;
use axum::response::Response;
use foursight_arena::give_way;
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::{mpsc, oneshot};

use super::Refusal;
use super::visitor::Visitor;
use crate::class::{BACKGROUND, Class, Inner};
use crate::reports::ReportError;
use crate::store::Pupil;
use crate::turns::OnItsWay;

/// The size of the parts in which an answer is sent, in bytes.
const PART: usize = 64 << 10;

/// The number of parts that may wait for a slow client.
const MAX_WAITING: usize = 4;

fn broken(error: &dyn Display) -> Refusal {
    Refusal::Broken(error.to_string())
}

impl Visitor {
    /// Whoever asks, if it is a pupil or the teacher of whom no other long read is on its way.
    async fn reader(self) -> Result<(Self, Option<Pupil>, OnItsWay), Refusal> {
        let visitor = self.clone();
        let pupil = self.with(|visitor, inner| visitor.pupil_or_teacher(inner)).await?;
        let owner = pupil.as_ref().map(|pupil| pupil.id);
        let own = visitor.class.readers.begin(owner).ok_or(Refusal::Busy)?;
        Ok((visitor, pupil, own))
    }

    /// The answer made by `work`, which may take long, for a pupil or the teacher (`None`). One such answer is made at a
    /// time, and one for each client is on its way.
    pub(super) async fn apart(
        self,
        work: impl FnOnce(&Class, &mut Inner, Option<&Pupil>) -> Result<Response, Refusal>
        + Send
        + 'static,
    ) -> Result<Response, Refusal> {
        let (visitor, pupil, own) = self.reader().await?;
        let turn = visitor.class.reading.turn(visitor.client).await;
        let (done, answer) = oneshot::channel();
        spawn(move || {
            let class = visitor.class;
            give_way(BACKGROUND);
            let answer = class.stored().map_err(Refusal::from);
            let answer = answer.and_then(|mut inner| work(&class, &mut inner, pupil.as_ref()));
            if let Err(Refusal::Database(error)) = &answer {
                class.note_damage(error);
            }
            drop(turn);
            // The browser may have closed the connection.
            let _ = done.send(answer);
        })?;
        let answer = answer.await.map_err(|error| broken(&error))??;
        let (mut head, body) = answer.into_parts();
        let body = to_bytes(body, usize::MAX).await.map_err(|error| broken(&error))?;
        head.headers.insert(header::CONTENT_LENGTH, body.len().into());
        let parts = stream::unfold((body, own), |(mut rest, own)| async {
            let part = rest.split_to(PART.min(rest.len()));
            (!part.is_empty()).then_some((Ok(part), (rest, own)))
        });
        Ok(Response::from_parts(head, body_of(parts)))
    }

    /// The file that `work` writes for the teacher, sent while it is being written. The thread waits for a slow client,
    /// but then has neither a turn nor a transaction.
    pub(super) async fn streamed(
        self,
        work: impl FnOnce(&Class, &mut Inner, &mut dyn Write) -> Result<(), ReportError>
        + Send
        + 'static,
    ) -> Result<Body, Refusal> {
        let (visitor, pupil, own) = self.reader().await?;
        if pupil.is_some() {
            return Err(Refusal::Stranger);
        }
        let (parts, received) = mpsc::channel(MAX_WAITING);
        spawn(move || {
            let (_own, class) = (own, visitor.class);
            give_way(BACKGROUND);
            let mut out = BufWriter::with_capacity(PART, Parts(Some(parts.clone())));
            let done = class.stored().map_err(ReportError::from);
            let done = done.and_then(|mut inner| work(&class, &mut inner, &mut out));
            let done = done.and_then(|()| Ok(out.flush()?));
            if let Err(error) = &done {
                tracing::warn!(%error, "a download of the class");
                if let ReportError::Database(error) = error {
                    class.note_damage(error);
                }
            }
            // The client may be gone.
            let _ = parts.blocking_send(done.map(|()| END).map_err(io::Error::other));
        })?;
        Ok(body_of(stream::unfold(received, next_part)))
    }
}

/// A body of these parts. Whoever compresses it asks for another part after the end.
fn body_of(parts: impl Stream<Item = io::Result<Bytes>> + Send + 'static) -> Body {
    Body::from_stream(parts.fuse())
}

/// The part after the last one.
const END: Bytes = Bytes::new();

/// The next part of a file. Without [`END`], the thread that writes the file has panicked, and the client must see that
/// the file is not whole.
async fn next_part(
    mut parts: mpsc::Receiver<io::Result<Bytes>>,
) -> Option<(io::Result<Bytes>, mpsc::Receiver<io::Result<Bytes>>)> {
    let part = parts.recv().await;
    let part = part.unwrap_or_else(|| Err(io::Error::other("the download ended early")));
    (!part.as_ref().is_ok_and(Bytes::is_empty)).then_some((part, parts))
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let spawned = thread::Builder::new().name("reader".to_owned()).spawn(work);
    spawned.map(|_| ()).map_err(|error| broken(&error))
}

/// Sends what is written to the client, and waits while the client does not read. Once the client is gone, one write
/// fails, and what the writer still has to say is dropped.
struct Parts(Option<mpsc::Sender<io::Result<Bytes>>>);

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(parts) = &self.0 else { return Ok(bytes.len()) };
        if parts.blocking_send(Ok(Bytes::copy_from_slice(bytes))).is_err() {
            self.0 = None;
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_stays_at_its_end() {
        let parts = stream::unfold((), |()| async { None });
        let mut body = body_of(parts).into_data_stream();
        for _ in 0..2 {
            assert!(body.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn a_file_without_its_end_is_an_error() {
        for (sent, expected) in [(&["part", ""][..], &[true][..]), (&["part"], &[true, false])] {
            let (parts, received) = mpsc::channel(2);
            for part in sent {
                parts.try_send(Ok(Bytes::from_static(part.as_bytes()))).unwrap();
            }
            drop(parts);
            // After the error, the connection closes.
            let parts = stream::unfold(received, next_part).take(2);
            let parts: Vec<bool> = parts.map(|part| part.is_ok()).collect().await;
            assert_eq!(parts, expected, "{sent:?}");
        }
    }
}

//! A program's standard error: its last 4 KiB, and its lines with the time of each.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::start_thread;

/// The number of last bytes kept.
const MAX_LAST: usize = 1 << 12;

/// The maximum number of bytes in waiting lines; beyond it, the oldest are dropped.
const MAX_WAITING: usize = 1 << 16;

/// The maximum number of bytes that a program may write; the stream is closed after one more.
const MAX_READ: u64 = 1 << 24;

/// The time to wait for the last errors of a program that has ended.
const END_TIME: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(crate) struct ErrorStream {
    kept: Arc<Mutex<Kept>>,
    /// Never carries a message: it closes once all errors have been read.
    end: Receiver<()>,
}

#[derive(Debug, Default)]
struct Kept {
    last: Vec<u8>,
    lines: VecDeque<(Instant, String)>,
    n_bytes: usize,
    /// Whether the program wrote more than is read.
    is_flooded: bool,
    /// The beginning of an unfinished line.
    open: Vec<u8>,
}

impl ErrorStream {
    /// Reads `input` on a separate thread.
    pub(crate) fn read(input: impl Read + Send + 'static) -> io::Result<Self> {
        let kept = Arc::<Mutex<Kept>>::default();
        let (sender, end) = mpsc::channel::<()>();
        let shared = kept.clone();
        start_thread(move || {
            let (mut input, mut buffer) = (input.take(MAX_READ + 1), [0; 1024]);
            while let Ok(length @ 1..) = input.read(&mut buffer) {
                lock(&shared).add(&buffer[..length]);
            }
            let mut kept = lock(&shared);
            kept.end_line();
            // Set before the stream is closed, because closing it may end the program.
            kept.is_flooded = input.limit() == 0;
            drop(kept);
            drop(sender);
        })?;
        Ok(Self { kept, end })
    }

    /// Waits for the rest of the errors of a program that has ended. Processes that it started may hold the pipe open.
    pub(crate) fn wait(&self) {
        let _ = self.end.recv_timeout(END_TIME);
    }

    /// The last 4 KiB.
    pub(crate) fn last(&self) -> String {
        String::from_utf8_lossy(&lock(&self.kept).last).trim_end().to_owned()
    }

    /// Whether there was more to read than is allowed.
    pub(crate) fn is_flooded(&self) -> bool {
        lock(&self.kept).is_flooded
    }

    /// The lines that arrived since the last call.
    pub(crate) fn take_lines(&self) -> VecDeque<(Instant, String)> {
        let mut kept = lock(&self.kept);
        kept.n_bytes = 0;
        std::mem::take(&mut kept.lines)
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        self.last.extend_from_slice(bytes);
        let excess = self.last.len().saturating_sub(MAX_LAST);
        self.last.drain(..excess);
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.open.extend_from_slice(part);
            if part.ends_with(b"\n") || self.open.len() >= MAX_LAST {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let bytes = std::mem::take(&mut self.open);
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        if text.is_empty() {
            return;
        }
        self.n_bytes += text.len();
        self.lines.push_back((Instant::now(), text));
        while self.n_bytes > MAX_WAITING
            && let Some((_, line)) = self.lines.pop_front()
        {
            self.n_bytes -= line.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_the_end() {
        let stream = ErrorStream::read(&b"one\r\n\ntwo\nthree"[..]).unwrap();
        stream.wait();
        let lines = |stream: &ErrorStream| -> Vec<String> {
            stream.take_lines().into_iter().map(|(_, line)| line).collect()
        };
        assert_eq!(lines(&stream), ["one", "two", "three"]);
        assert_eq!(lines(&stream), [""; 0], "they are taken once");
        assert_eq!(stream.last(), "one\r\n\ntwo\nthree");
        assert!(!stream.is_flooded());
    }

    #[test]
    fn only_the_end_is_kept() {
        let stream = ErrorStream::read(io::repeat(b'x').take(MAX_READ + 5)).unwrap();
        while stream.end.recv_timeout(Duration::from_secs(1))
            == Err(mpsc::RecvTimeoutError::Timeout)
        {}
        let n_bytes: usize = stream.take_lines().iter().map(|(_, line)| line.len()).sum();
        assert!((1..=MAX_WAITING).contains(&n_bytes), "{n_bytes}");
        assert_eq!(stream.last().len(), MAX_LAST);
        assert!(stream.is_flooded());
    }
}

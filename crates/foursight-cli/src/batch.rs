//! Many lines at once: read in order, answered by all cores, printed in order.
//!
//! A chunk holds the lines that can be read without waiting, so a program that sends one line and waits receives its
//! answer. The reader needs a ticket for each chunk and gets it back when the chunk is printed, which limits how many
//! chunks are in memory, however long the input is.

use std::collections::HashMap;
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use foursight_engine::SEARCH_STACK_BYTES;
use foursight_label::read_line;

use crate::failure::Interrupted;
use crate::interrupt;

/// Few lines: one of them can take seconds, while the others wait behind it even if a core is idle.
const MAX_LINES: usize = 4;
const MAX_LINE_BYTES: u64 = 64 << 10;
const TICKETS_PER_THREAD: usize = 8;

/// The time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// Consecutive lines, and their length in bytes.
struct Chunk<T> {
    /// The place of the chunk in the input, from 0.
    number: usize,
    lines: Vec<T>,
    n_bytes: usize,
}

/// Passes each line of `input` to an `answer` function, on `n_threads` threads with one function from `make_answerer`
/// each. Passes the answers to `emit` in the order of the lines, with the number of bytes read so far.
///
/// # Errors
///
/// If the input cannot be read or `emit` fails; the other threads are then left behind.
pub(crate) fn run<A, F>(
    input: BufReader<impl Read + Send + 'static>,
    n_threads: usize,
    make_answerer: impl Fn() -> F,
    mut emit: impl FnMut(A, u64) -> Result<()>,
) -> Result<()>
where
    A: Send + 'static,
    F: FnMut(usize, String) -> A + Send + 'static,
{
    let n_tickets = n_threads * TICKETS_PER_THREAD;
    let (to_workers, from_reader) = mpsc::sync_channel(n_tickets);
    let (to_printer, from_workers) = mpsc::channel();
    let (to_reader, tickets) = mpsc::channel();
    for _ in 0..n_tickets {
        to_reader.send(()).expect("the receiver is right here");
    }
    let from_reader = Arc::new(Mutex::new(from_reader));
    for _ in 0..n_threads {
        let (chunks, answers) = (Arc::clone(&from_reader), to_printer.clone());
        let answerer = make_answerer();
        let thread = thread::Builder::new().stack_size(SEARCH_STACK_BYTES);
        thread.spawn(move || work(&chunks, answerer, &answers))?;
    }
    drop(to_printer);
    let n_read = Arc::new(AtomicUsize::new(0));
    let n_read_so_far = Arc::clone(&n_read);
    let reader = thread::spawn(move || read(input, &tickets, &n_read_so_far, &to_workers));

    let mut n_bytes = 0;
    in_order(&from_workers, &n_read, |chunk| {
        n_bytes += chunk.n_bytes as u64;
        for answer in chunk.lines {
            emit(answer, n_bytes)?;
        }
        // At the end of the input, the reader is gone, so sending fails.
        let _ = to_reader.send(());
        Ok(())
    })?;
    reader.join().expect("the reader does not panic")?;
    Ok(())
}

fn work<A>(
    chunks: &Mutex<Receiver<Chunk<(usize, String)>>>,
    mut answerer: impl FnMut(usize, String) -> A,
    answers: &Sender<Chunk<A>>,
) {
    loop {
        let chunk = chunks.lock().expect("no thread panics while it waits").recv();
        let Ok(Chunk { number, lines, n_bytes }) = chunk else { return };
        let lines = lines.into_iter().map(|(line_number, line)| answerer(line_number, line));
        let done = Chunk { number, lines: lines.collect(), n_bytes };
        if answers.send(done).is_err() {
            return;
        }
    }
}

/// Reads lines, numbered from 1, until the input ends or the program needs no more lines, and counts the chunks.
fn read(
    mut input: BufReader<impl Read>,
    tickets: &Receiver<()>,
    n_read: &AtomicUsize,
    to_workers: &SyncSender<Chunk<(usize, String)>>,
) -> io::Result<()> {
    let mut line_number = 0;
    for number in 0.. {
        if tickets.recv().is_err() {
            return Ok(());
        }
        let mut chunk = Chunk { number, lines: Vec::new(), n_bytes: 0 };
        // Only the first line may be waited for; the others must already be there.
        while chunk.lines.is_empty()
            || chunk.lines.len() < MAX_LINES && input.buffer().contains(&b'\n')
        {
            let mut bytes = Vec::new();
            if read_line(&mut input.by_ref().take(MAX_LINE_BYTES), &mut bytes)? == 0 {
                break;
            }
            line_number += 1;
            if bytes.len() as u64 == MAX_LINE_BYTES {
                let message = format!("line {line_number} has {MAX_LINE_BYTES} bytes or more");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            chunk.n_bytes += bytes.len();
            let line = String::from_utf8_lossy(&bytes);
            chunk.lines.push((line_number, line.trim_start_matches('\u{feff}').to_owned()));
        }
        if chunk.lines.is_empty() {
            return Ok(());
        }
        n_read.store(number + 1, Ordering::Relaxed);
        if to_workers.send(chunk).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Passes on chunks in order, until the last one, or after Ctrl-C until the first one that is not printed yet, if any
/// was read.
fn in_order<T>(
    chunks: &Receiver<Chunk<T>>,
    n_read: &AtomicUsize,
    mut emit: impl FnMut(Chunk<T>) -> Result<()>,
) -> Result<()> {
    let mut waiting = HashMap::new();
    let mut next = 0;
    loop {
        match chunks.recv_timeout(LOOK) {
            Ok(chunk) => waiting.insert(chunk.number, chunk),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                let is_idle = n_read.load(Ordering::Relaxed) == next + waiting.len();
                if is_idle && interrupt::is_set() {
                    return Err(Interrupted.into());
                }
                continue;
            }
        };
        while let Some(chunk) = waiting.remove(&next) {
            emit(chunk)?;
            next += 1;
            if interrupt::is_set() {
                return Err(Interrupted.into());
            }
        }
    }
}

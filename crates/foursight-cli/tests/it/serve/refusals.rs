//! The cost of refusing an address that keeps asking.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::client::Client;
use super::{Server, is_full};

/// The processor time of a process, as Linux counts it.
fn processor_time(process: u32) -> Option<Duration> {
    const TICKS_PER_SECOND: u64 = 100;
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before the parenthesis may contain spaces.
    let (_, fields) = text.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

#[test]
fn refusals_cost_little() {
    let data = TempDir::new().expect("a folder");
    let server = Server::start(data.path());
    let process = server.process.id();
    let seconds = if is_full() { 10 } else { 2 };
    let (n_answered, n_connected) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let Some(before) = processor_time(process) else { return };
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while Instant::now() < end {
                    // The ports of this machine may run out.
                    let Ok(mut client) = Client::connect(&server.address) else { continue };
                    n_connected.fetch_add(1, Ordering::Relaxed);
                    let request = b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
                    while Instant::now() < end && client.send_raw(request).is_ok() {
                        n_answered.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let used = processor_time(process).expect("it runs").saturating_sub(before);
    let (time, n_answered) = (begin.elapsed(), n_answered.into_inner());
    println!("{used:?} of processor time in {time:?} of requests from one address:");
    println!("{n_connected:?} connections, {n_answered} answers");
    // 500 at once and 100 a second, as many refusals, and those of up to 24 connections that each take a second.
    let most = 1100 + (250.0 * time.as_secs_f64()) as usize;
    assert!(n_answered < most, "{n_answered} answers in {time:?}");
    assert!(!is_full() || used < time / 2, "{used:?} in {time:?}");
}

//! Reading commands while a search is running.

use std::io::{BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Weak};

use foursight::protocol::{Command, CommandError};

/// A line of input, and the flag that ends the search it asks for.
pub(super) struct Order {
    pub(super) command: Result<Option<Command>, CommandError>,
    pub(super) cancel: Arc<AtomicBool>,
}

/// The maximum length of a line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// A line with more parts of this length does not end.
const MAX_PARTS: usize = 1 << 10;

/// The error in a line that does not end, which ends the session.
const ENDLESS: &str = "a line does not end";

/// The maximum number of waiting commands.
pub(super) const MAX_WAITING: usize = 1 << 12;

/// The searches that have not ended yet: their flags, and whether they run until `stop`.
#[derive(Default)]
struct Searches(Vec<(Weak<AtomicBool>, bool)>);

impl Searches {
    fn begin(&mut self, is_infinite: bool) -> Arc<AtomicBool> {
        let cancel = Arc::<AtomicBool>::default();
        self.0.retain(|(flag, _)| flag.strong_count() > 0);
        self.0.push((Arc::downgrade(&cancel), is_infinite));
        cancel
    }

    fn stop(&self) {
        self.0.iter().for_each(|(flag, _)| set(flag));
    }

    fn stop_infinite(&self) {
        self.0.iter().filter(|(_, is_infinite)| *is_infinite).for_each(|(flag, _)| set(flag));
    }
}

fn set(flag: &Weak<AtomicBool>) {
    if let Some(flag) = flag.upgrade() {
        flag.store(true, Ordering::Relaxed);
    }
}

/// Sends the commands on. Ends searches that `stop` or `quit` applies to, including those still waiting.
pub(super) fn read_orders(mut input: impl BufRead, orders: &SyncSender<Order>) {
    let mut searches = Searches::default();
    while let Some(command) = read_command(&mut input) {
        let is_endless = command == Err(CommandError::Words(ENDLESS.to_owned()));
        let cancel = match &command {
            Ok(Some(Command::Go(go))) => searches.begin(go.infinite),
            Ok(Some(Command::ScoreAll)) => searches.begin(false),
            _ => Arc::default(),
        };
        match &command {
            Ok(Some(Command::Stop)) => searches.stop(),
            Ok(Some(Command::Quit)) => searches.stop_infinite(),
            _ => {}
        }
        let is_sent = match orders.try_send(Order { command, cancel }) {
            Ok(()) => true,
            Err(TrySendError::Full(order)) => {
                // The reader has to wait, and would not see `stop`.
                searches.stop();
                orders.send(order).is_ok()
            }
            Err(TrySendError::Disconnected(_)) => false,
        };
        if !is_sent || is_endless {
            break;
        }
    }
    searches.stop_infinite();
}

/// The command of the next line; `None` at the end of the input.
fn read_command(input: &mut impl BufRead) -> Option<Result<Option<Command>, CommandError>> {
    let mut line = Vec::new();
    let mut read_part = |line: &mut Vec<u8>| {
        line.clear();
        input.by_ref().take(MAX_LINE).read_until(b'\n', line).ok()?;
        Some(line.len() as u64 == MAX_LINE && !line.ends_with(b"\n"))
    };
    if !read_part(&mut line)? {
        return (!line.is_empty()).then(|| Command::read(&String::from_utf8_lossy(&line)));
    }
    for _ in 0..MAX_PARTS {
        if !read_part(&mut line)? {
            let message = format!("a line may have at most {MAX_LINE} bytes");
            return Some(Err(CommandError::Words(message)));
        }
    }
    Some(Err(CommandError::Words(ENDLESS.to_owned())))
}

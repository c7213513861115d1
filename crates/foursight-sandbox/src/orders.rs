//! Orders to the launcher that watches a program: two named pipes in the room, out of the program's reach.
//!
//! The launcher answers each order with the same byte once it is carried out. Named pipes also work through an outer
//! jail, which may close descriptors and swallow signals.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::libc::O_NONBLOCK;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

/// The names of the pipes.
const ORDERS: &str = "orders";
const ANSWERS: &str = "answers";

/// The time to wait for an answer. A launcher that has just started may still be setting up its jail.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Time between two checks for the launcher's end, in milliseconds.
const LOOK_MS: u8 = 10;

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Stop the program and everything that it started.
    Pause,
    /// Resume them.
    Resume,
}

impl Order {
    fn byte(self) -> u8 {
        match self {
            Self::Pause => b'p',
            Self::Resume => b'r',
        }
    }

    #[cfg(target_os = "linux")]
    fn of(byte: u8) -> Option<Self> {
        [Self::Pause, Self::Resume].into_iter().find(|order| order.byte() == byte)
    }
}

/// One end of the two pipes.
#[derive(Debug)]
pub(crate) struct Line {
    from: File,
    to: File,
}

impl Line {
    /// Makes the pipes in a room, and returns the caller's end.
    pub(crate) fn make(room: &Path) -> io::Result<Self> {
        for name in [ORDERS, ANSWERS] {
            mkfifo(&room.join(name), Mode::S_IRUSR | Mode::S_IWUSR)?;
        }
        Ok(Self { from: open(&room.join(ANSWERS))?, to: open(&room.join(ORDERS))? })
    }

    /// The launcher's end; `None` if the caller gives no orders.
    #[cfg(target_os = "linux")]
    pub(crate) fn of_launcher(room: &Path) -> Option<Self> {
        Some(Self { from: open(&room.join(ORDERS)).ok()?, to: open(&room.join(ANSWERS)).ok()? })
    }

    /// Gives an order; returns whether it was carried out or the launcher `has_ended`.
    pub(crate) fn give(&mut self, order: Order, mut has_ended: impl FnMut() -> bool) -> bool {
        if self.to.write_all(&[order.byte()]).is_err() {
            return false;
        }
        let deadline = Instant::now() + ANSWER_TIME;
        loop {
            let mut events = [PollFd::new(self.from.as_fd(), PollFlags::POLLIN)];
            // The read follows even after an interruption.
            let _ = poll(&mut events, PollTimeout::from(LOOK_MS));
            let mut byte = [0];
            while self.from.read(&mut byte).is_ok_and(|length| length == 1) {
                if byte[0] == order.byte() {
                    return true;
                }
            }
            if has_ended() {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
        }
    }

    /// The next order, if there is one.
    #[cfg(target_os = "linux")]
    pub(crate) fn next(&mut self) -> Option<Order> {
        let mut byte = [0];
        let length = self.from.read(&mut byte).ok()?;
        Order::of(byte[0]).filter(|_| length == 1)
    }

    /// Answers an order.
    #[cfg(target_os = "linux")]
    pub(crate) fn answer(&mut self, order: Order) {
        // A caller that is gone needs no answer.
        let _ = self.to.write_all(&[order.byte()]);
    }
}

#[cfg(target_os = "linux")]
impl AsFd for Line {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.from.as_fd()
    }
}

/// Opened for reading and writing, a pipe does not end while its other side is closed.
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).custom_flags(O_NONBLOCK).open(path)
}

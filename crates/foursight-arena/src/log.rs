//! What was said in a game, as far as there is room for it.

use std::time::{Duration, Instant};

use crate::record::{Channel, LogLine};

/// How many bytes of lines are kept for each player.
const MAX_BYTES: usize = 1 << 16;

/// A line and its exact time: two lines can have the same microsecond.
pub(crate) type Timed = (Duration, LogLine);

/// The lines between the referee and one player.
#[derive(Debug)]
pub(crate) struct Log {
    seat: usize,
    start: Instant,
    lines: Vec<Timed>,
    n_bytes_left: usize,
    is_cut: bool,
}

impl Log {
    /// The log of a game that begins at `start`.
    pub(crate) fn new(seat: usize, start: Instant) -> Self {
        Self { seat, start, lines: Vec::new(), n_bytes_left: MAX_BYTES, is_cut: false }
    }

    /// Keeps a line. The first one for which there is no room is replaced by a remark; none is kept after it.
    pub(crate) fn add(&mut self, channel: Channel, text: &str) {
        if self.is_cut {
            return;
        }
        let left = self.n_bytes_left.checked_sub(text.len() + 1);
        self.is_cut = left.is_none();
        self.n_bytes_left = left.unwrap_or(0);
        let text = match left {
            Some(_) => text.to_owned(),
            None => format!("[cut here, after {MAX_BYTES} bytes]"),
        };
        let time = self.start.elapsed();
        let micros = time.as_micros() as u64;
        self.lines.push((time, LogLine { seat: self.seat, micros, channel, text }));
    }

    pub(crate) fn into_lines(self) -> Vec<Timed> {
        self.lines
    }
}

/// The lines of two players in the order of their times.
pub(crate) fn merge(lines: [Vec<Timed>; 2]) -> Vec<LogLine> {
    let mut lines: Vec<Timed> = lines.into_iter().flatten().collect();
    lines.sort_by_key(|(time, _)| *time);
    lines.into_iter().map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_says_where_it_was_cut() {
        let mut log = Log::new(1, Instant::now());
        let line = "x".repeat(MAX_BYTES / 2 - 1);
        for _ in 0..4 {
            log.add(Channel::Received, &line);
        }
        log.add(Channel::Sent, "");
        let texts: Vec<String> = log.into_lines().into_iter().map(|(_, line)| line.text).collect();
        assert_eq!(texts, [line.as_str(), &line, "[cut here, after 65536 bytes]"]);
    }
}

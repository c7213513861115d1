//! What was said in a game, as far as there is room for it: the end of it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// A line that went to or came from a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// 0 for the player of the first disc, 1 for the other.
    pub seat: usize,
    /// Since the game began, in microseconds.
    pub micros: u64,
    /// How many discs were on the board when the player was last asked for a move; `None` before it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// Where it went.
    pub channel: Channel,
    /// The line, without its end.
    pub text: String,
}

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// From the referee to the player.
    Sent,
    /// From the player to the referee.
    Received,
    /// From the player to its standard error.
    Error,
}

/// How many bytes of lines are kept for each player.
const MAX_BYTES: usize = 1 << 16;

/// How many bytes of a line are kept: what is no text is three times as long in the log as it was.
const MAX_LINE: usize = MAX_BYTES / 2;

/// A line and its exact time since the game began, to bring the lines of two players in order.
pub(crate) type Timed = (Duration, LogLine);

/// The lines between the referee and one player.
#[derive(Debug)]
pub(crate) struct Log {
    seat: usize,
    start: Instant,
    ply: Option<usize>,
    lines: VecDeque<Timed>,
    n_bytes: usize,
    n_dropped: usize,
}

impl Log {
    /// The log of a game that begins at `start`.
    pub(crate) fn new(seat: usize, start: Instant) -> Self {
        let (ply, lines) = (None, VecDeque::new());
        Self { seat, start, ply, lines, n_bytes: 0, n_dropped: 0 }
    }

    /// Tells that the player is asked for a move with so many discs on the board.
    pub(crate) fn set_ply(&mut self, ply: usize) {
        self.ply = Some(ply);
    }

    /// Keeps a line; the oldest ones give way to it if need be.
    pub(crate) fn add(&mut self, channel: Channel, text: &str) {
        self.add_at(Instant::now(), channel, text);
    }

    /// Keeps a line that came at this time.
    pub(crate) fn add_at(&mut self, time: Instant, channel: Channel, text: &str) {
        let time = time.saturating_duration_since(self.start);
        let micros = time.as_micros() as u64;
        let (seat, ply, text) = (self.seat, self.ply, clipped(text));
        self.n_bytes += text.len() + 1;
        self.lines.push_back((time, LogLine { seat, micros, ply, channel, text }));
        while self.n_bytes > MAX_BYTES
            && let Some((_, line)) = self.lines.pop_front()
        {
            self.n_bytes -= line.text.len() + 1;
            self.n_dropped += 1;
        }
    }

    /// The lines, after a remark if there were others before them.
    pub(crate) fn into_lines(self) -> Vec<Timed> {
        let mut lines = self.lines;
        if let Some((time, first)) = lines.front().filter(|_| self.n_dropped > 0) {
            let text = format!("[{} lines before are not kept]", self.n_dropped);
            let remark = (*time, LogLine { text, ..first.clone() });
            lines.push_front(remark);
        }
        lines.into()
    }
}

/// The beginning of a line that is too long.
fn clipped(text: &str) -> String {
    if text.len() <= MAX_LINE {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(MAX_LINE - '…'.len_utf8());
    format!("{}…", &text[..end])
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
    fn a_log_keeps_its_end_and_says_so() {
        let mut log = Log::new(1, Instant::now());
        let line = "x".repeat(MAX_BYTES / 2 - 2);
        log.set_ply(3);
        for text in [&line, "lost", &line, "kept"] {
            log.add(Channel::Received, text);
        }
        let lines: Vec<LogLine> = log.into_lines().into_iter().map(|(_, line)| line).collect();
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["[1 lines before are not kept]", "lost", &line, "kept"]);
        assert!(lines.iter().all(|line| line.seat == 1 && line.ply == Some(3)));
    }

    #[test]
    fn a_long_line_does_not_empty_the_log() {
        let mut log = Log::new(0, Instant::now());
        log.add(Channel::Sent, "go");
        let noise = String::from_utf8_lossy(&vec![0xff; MAX_BYTES]).into_owned();
        log.add(Channel::Received, &noise);
        let lines = log.into_lines();
        assert_eq!(lines[0].1.text, "go");
        assert!(lines[1].1.text.starts_with('\u{fffd}') && lines[1].1.text.ends_with('…'));
    }

    #[test]
    fn a_short_log_is_whole() {
        let mut log = Log::new(0, Instant::now());
        log.add(Channel::Sent, "go");
        assert_eq!(log.into_lines().len(), 1);
    }
}

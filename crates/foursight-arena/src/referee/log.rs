//! The last lines exchanged between the referee and the contestants, up to a size limit.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use foursight::Player;
use serde::{Deserialize, Serialize};

/// A line sent to or received from a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// The player at the other end.
    #[serde(with = "PlayerWord")]
    pub player: Player,
    /// The time since the game began, in microseconds.
    pub micros: u64,
    /// The number of discs on the board at the last request for the player's move; `None` before the first request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The direction of the line.
    pub channel: Channel,
    /// The line, without its end.
    pub text: String,
}

/// The direction of a line.
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

/// A player in JSON: `first` or `second`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "lowercase")]
enum PlayerWord {
    First,
    Second,
}

/// The maximum number of bytes of lines kept per player.
const MAX_BYTES: usize = 1 << 16;

/// The maximum number of bytes kept of a line. Bytes that are not text grow threefold in the log.
const MAX_LINE: usize = MAX_BYTES / 2;

/// A line and its exact time since the game began, to sort the lines of two players.
pub(crate) type Timed = (Duration, LogLine);

/// The lines between the referee and one player.
#[derive(Debug)]
pub(crate) struct Log {
    player: Player,
    start: Instant,
    ply: Option<usize>,
    lines: VecDeque<Timed>,
    n_bytes: usize,
    n_dropped: usize,
}

impl Log {
    /// The log of a game that begins at `start`.
    pub(crate) fn new(player: Player, start: Instant) -> Self {
        let (ply, lines) = (None, VecDeque::new());
        Self { player, start, ply, lines, n_bytes: 0, n_dropped: 0 }
    }

    /// Records a request for the player's move with this many discs on the board.
    pub(crate) fn set_ply(&mut self, ply: usize) {
        self.ply = Some(ply);
    }

    /// Keeps a line, and drops the oldest ones if there are too many.
    pub(crate) fn add(&mut self, channel: Channel, text: &str) {
        self.add_at(Instant::now(), channel, text);
    }

    /// Keeps a line that arrived at this time.
    pub(crate) fn add_at(&mut self, time: Instant, channel: Channel, text: &str) {
        let time = time.saturating_duration_since(self.start);
        let micros = time.as_micros() as u64;
        let (player, ply, text) = (self.player, self.ply, clipped(text));
        self.n_bytes += text.len() + 1;
        self.lines.push_back((time, LogLine { player, micros, ply, channel, text }));
        while self.n_bytes > MAX_BYTES
            && let Some((_, line)) = self.lines.pop_front()
        {
            self.n_bytes -= line.text.len() + 1;
            self.n_dropped += 1;
        }
    }

    /// The lines, with a remark at the start if earlier ones were dropped.
    pub(crate) fn into_lines(self) -> Vec<Timed> {
        let mut lines = self.lines;
        if let Some((time, first)) = lines.front().filter(|_| self.n_dropped > 0) {
            let text = format!("[{} earlier lines are not kept]", self.n_dropped);
            let remark = (*time, LogLine { text, ..first.clone() });
            lines.push_front(remark);
        }
        lines.into()
    }
}

/// A line, cut if it is too long.
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
        let mut log = Log::new(Player::Second, Instant::now());
        let line = "x".repeat(MAX_BYTES / 2 - 2);
        log.set_ply(3);
        for text in [&line, "lost", &line, "kept"] {
            log.add(Channel::Received, text);
        }
        let lines: Vec<LogLine> = log.into_lines().into_iter().map(|(_, line)| line).collect();
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["[1 earlier lines are not kept]", "lost", &line, "kept"]);
        assert!(lines.iter().all(|line| line.player == Player::Second && line.ply == Some(3)));
    }

    #[test]
    fn a_long_line_does_not_empty_the_log() {
        let mut log = Log::new(Player::First, Instant::now());
        log.add(Channel::Sent, "go");
        let noise = String::from_utf8_lossy(&vec![0xff; MAX_BYTES]).into_owned();
        log.add(Channel::Received, &noise);
        let lines = log.into_lines();
        assert_eq!(lines[0].1.text, "go");
        assert!(lines[1].1.text.starts_with('\u{fffd}') && lines[1].1.text.ends_with('…'));
    }
}

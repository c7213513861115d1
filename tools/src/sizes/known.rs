//! The data file of proved results for empty boards.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use foursight::{AnySize, Position, Score, Verdict};

use super::order;
use crate::workspace;

/// The proved facts about an empty board, and the time they took.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Board {
    pub(super) size: AnySize,
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The version of the program that proved these facts.
    pub(super) version: String,
}

impl Board {
    /// The exact score, if it is proved.
    pub(super) fn score(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether it is solved, or had at least as much time as this run would give it.
    pub(super) fn is_done(&self, limit: Duration) -> bool {
        self.score().is_some() || self.time >= limit
    }

    /// The number of the game's last move, if somebody wins.
    pub(super) fn last_move(&self) -> Option<usize> {
        let n_moves = self.score()?.moves_to_end(&Position::empty(self.size))?;
        // `n_moves` counts only the winner's moves.
        Some(2 * n_moves - usize::from(self.lower.verdict() == Verdict::Win))
    }

    pub(super) fn line(&self) -> String {
        let Self { size, lower, upper, nodes, time, version } = self;
        format!("{size} {lower} {upper} {nodes} {:.2} {version}", time.as_secs_f64())
    }

    pub(super) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[size, lower, upper, nodes, seconds, version] = &words[..] else { return None };
        let score = |text: &str| text.parse().ok().map(Score::new);
        Some(Self {
            size: size.parse().ok()?,
            lower: score(lower)?,
            upper: score(upper)?,
            nodes: nodes.parse().ok()?,
            time: Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?,
            version: version.to_owned(),
        })
    }
}

/// All searched boards, in order of size.
#[derive(Debug)]
pub(super) struct Known(Vec<Board>);

const HEADER: &str = "# Empty boards with lines of four: size, lower and upper bound of the score, nodes, seconds on two \
                      threads, version of the solver; found by cargo xtask sizes, without a book\n";

impl Known {
    pub(super) fn read() -> Result<Self> {
        let path = path("empty-boards.txt");
        // Without the file, all boards are still to be solved.
        let text = fs::read_to_string(path).unwrap_or_default();
        Self::from_text(&text)
    }

    fn from_text(text: &str) -> Result<Self> {
        let read = |line: &str| {
            Board::read(line).with_context(|| format!("empty-boards.txt: {line:?} is not a board"))
        };
        text.lines().skip(1).map(read).collect::<Result<_>>().map(Self)
    }

    pub(super) fn write(&self) -> Result<()> {
        let path = path("empty-boards.txt");
        foursight_files::write(&path, self.to_text().as_bytes())
            .map_err(|error| anyhow!("{}: {error}", path.display()))
    }

    fn to_text(&self) -> String {
        let lines = self.boards().iter().map(|board| board.line() + "\n");
        HEADER.to_owned() + &lines.collect::<String>()
    }

    pub(super) fn boards(&self) -> &[Board] {
        &self.0
    }

    pub(super) fn board(&self, size: AnySize) -> Option<&Board> {
        self.0.iter().find(|board| board.size == size)
    }

    /// Adds a board and replaces the earlier facts about this size.
    pub(super) fn insert(&mut self, board: Board) {
        self.0.retain(|known| known.size != board.size);
        self.0.push(board);
        self.0.sort_by_key(|board| order(board.size));
    }
}

/// A data file of the engine's tests, which read it from here.
pub(super) fn path(name: &str) -> PathBuf {
    workspace().join("crates/foursight-engine/tests/data").join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(line: &str) -> Board {
        Board::read(line).unwrap()
    }

    #[test]
    fn the_data_file_is_read_as_it_is_written() {
        let mut known = Known::from_text("").unwrap();
        known.insert(board("6x6 -1 0 20 3.00 1"));
        known.insert(board("4x4 0 0 10 0.50 1"));
        known.insert(board("6x6 -1 -1 40 7.00 2"));
        let text = known.to_text();
        assert_eq!(text, format!("{HEADER}4x4 0 0 10 0.50 1\n6x6 -1 -1 40 7.00 2\n"));
        assert_eq!(Known::from_text(&text).unwrap().to_text(), text);
        let error = Known::from_text("#\n6x6 -1\n").unwrap_err().to_string();
        assert_eq!(error, "empty-boards.txt: \"6x6 -1\" is not a board");
    }

    #[test]
    fn a_run_goes_on_where_it_was_stopped() {
        let hour = Duration::from_hours(1);
        assert!(board("6x6 -1 -1 40 7.00 2").is_done(hour));
        assert!(board("6x6 -2 1 40 3600.02 2").is_done(hour));
        assert!(!board("6x6 -2 1 40 3600.02 2").is_done(2 * hour));
    }

    #[test]
    fn the_last_move_follows_from_the_score() {
        let last_move = |line| board(line).last_move();
        assert_eq!(last_move("7x6 1 1 1 1 1"), Some(41));
        assert_eq!(last_move("6x4 -1 -1 1 1 1"), Some(24));
        assert_eq!(last_move("9x5 3 3 1 1 1"), Some(41));
        assert_eq!(last_move("4x4 0 0 1 1 1"), None);
        assert_eq!(last_move("7x6 0 1 1 1 1"), None);
    }
}

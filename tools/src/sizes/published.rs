//! Published results for empty boards.

use std::fs;

use anyhow::{Context, Result, ensure};
use foursight::{AnySize, Score};

use super::known::{self, Board};

/// A published result.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    size: AnySize,
    /// 1 if the first player wins, -1 if the second does, 0 for a draw.
    winner: i32,
    /// The number of the game's last move, if published.
    last_move: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Published(Vec<Entry>);

impl Published {
    pub(super) fn read() -> Result<Self> {
        let path = known::path("published-boards.txt");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let read = |line: &str| {
            Entry::read(line)
                .with_context(|| format!("{}: {line:?} is not a result", path.display()))
        };
        text.lines().skip(1).map(read).collect::<Result<_>>().map(Self)
    }

    pub(super) fn entry(&self, size: AnySize) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.size == size)
    }

    /// # Errors
    ///
    /// If a proved fact about `board` contradicts a published one.
    pub(super) fn check(&self, board: &Board) -> Result<()> {
        let Some(entry) = self.entry(board.size) else { return Ok(()) };
        ensure!(entry.allows(board), "{} contradicts the published {entry:?}", board.line());
        Ok(())
    }
}

impl Entry {
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[size, winner, last_move] = &words[..] else { return None };
        let last_move = if last_move == "?" { None } else { Some(last_move.parse().ok()?) };
        Some(Self { size: size.parse().ok()?, winner: winner.parse().ok()?, last_move })
    }

    /// Whether the board's bounds agree with this result, as far as they reach.
    fn allows(&self, board: &Board) -> bool {
        let [lower, upper] = [board.lower, board.upper].map(|bound| bound.value().signum());
        let is_same_end = match (board.last_move(), self.last_move) {
            (Some(found), Some(published)) => found == published,
            _ => true,
        };
        (lower..=upper).contains(&self.winner) && is_same_end
    }

    /// Whether the exact score is published.
    pub(super) fn has_score(&self) -> bool {
        Score::new(self.winner as i8) == Score::DRAW || self.last_move.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::Known;
    use super::*;

    #[test]
    fn every_score_is_the_published_one() {
        let published = Published::read().unwrap();
        let known = Known::read().unwrap();
        assert!(known.boards().len() >= 16, "{} boards are known", known.boards().len());
        for board in known.boards() {
            published.check(board).unwrap();
        }
    }

    #[test]
    fn another_winner_or_end_is_a_contradiction() {
        let published = Published::read().unwrap();
        let allows = |line: &str| published.check(&Board::read(line).unwrap()).is_ok();
        assert!(allows("7x6 1 1 9 9 1") && allows("7x6 -2 1 9 9 1") && allows("7x6 0 5 9 9 1"));
        assert!(!allows("7x6 0 0 9 9 1") && !allows("7x6 -3 -1 9 9 1"));
        assert!(!allows("7x6 2 2 9 9 1"), "the game ends with move 41");
        assert!(!allows("6x6 0 1 9 9 1") && !allows("6x6 -2 -2 9 9 1"));
    }
}

//! The games that board classes play.

use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use strum::{Display, EnumString, VariantArray};

/// The cases, one per line: the group, the moves and a title.
const CASES: &str = include_str!("cases.txt");

/// A game that a board class plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) group: CaseGroup,
    pub(crate) game: Game<AnySize>,
    /// A column, counted from 0, that the class must refuse after the game because it is full or does not exist.
    pub(crate) refused: Option<i64>,
    /// The course of the game, in a few words.
    pub(crate) title: String,
}

/// The subject of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum CaseGroup {
    /// Discs fall to the lowest free cell.
    Drop,
    /// A column that cannot be played is refused.
    FullColumn,
    /// Four in a row win.
    Row,
    /// Four in a column win.
    Column,
    /// Four in a diagonal that rises to the right win.
    Rising,
    /// Four in a diagonal that falls to the right win.
    Falling,
    /// Discs that only look like a line do not win.
    NoLine,
    /// A full board without a line is a draw, and no other board is.
    Draw,
}

impl CaseGroup {
    /// All groups, in order.
    pub(crate) const ALL: &[Self] = Self::VARIANTS;
}

impl Case {
    /// The cases, in order.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let lines = CASES.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| Self::read(line).expect("a test reads every case"))
    }

    fn read(line: &str) -> Option<Self> {
        let [group, played, title] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let (played, refused) = match played.split_once('!') {
            Some((played, column)) => (played, Some(column.parse::<i64>().ok()? - 1)),
            None => (played, None),
        };
        let game = moves::read(played, AnySize::default()).ok()?;
        Some(Self { group: group.parse().ok()?, game, refused, title: title.to_owned() })
    }

    /// The column of each move.
    pub(crate) fn columns(&self) -> &[Column] {
        self.game.moves()
    }
}

#[cfg(test)]
mod tests {
    use foursight::Outcome;

    use super::*;

    #[test]
    fn forty_cases_show_what_they_say() {
        let cases: Vec<Case> = Case::all().collect();
        assert_eq!(cases.len(), 40);
        for case in cases {
            let (position, title) = (case.game.position(), &case.title);
            let is_won = matches!(position.outcome(), Some(Outcome::Win(_)));
            let is_full = position.n_empty() == 0;
            match case.group {
                CaseGroup::Drop | CaseGroup::NoLine => assert!(!is_won && !is_full, "{title}"),
                CaseGroup::FullColumn => {
                    let column = case.refused.expect(title);
                    let is_there = (0..7).contains(&column);
                    let is_free = is_there && position.play(Column::new(column as usize)).is_ok();
                    assert!(!is_free && !is_won, "{title}");
                }
                CaseGroup::Draw => {
                    let says_free = title.contains("free") || title.contains("empty");
                    assert_eq!(is_full, !says_free, "{title}");
                }
                group => {
                    let lines = position.completed_lines();
                    let directions: Vec<&str> =
                        lines.iter().map(|line| line.direction.name()).collect();
                    let expected = match group {
                        CaseGroup::Row => "horizontal",
                        CaseGroup::Column => "vertical",
                        other => &other.to_string(),
                    };
                    assert_eq!(directions, [expected], "{title}");
                }
            }
        }
    }
}

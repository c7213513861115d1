//! The point of a game from which its loser was lost.

use core::fmt;

use super::Grade;
use crate::Verdict;

/// The last point from which the loser of a game could no longer avoid the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// After the loser's move with this number.
    ByMove(usize),
    /// Before any move was chosen.
    FromTheStart,
    /// Never: something other than the board decided.
    NotOnTheBoard,
}

impl Lost {
    /// That point of a game with these moves: the number of each, whether it is the loser's, and its grade.
    ///
    /// `None` if there are no moves, or if one that matters has no grade.
    pub fn find(
        moves: impl DoubleEndedIterator<Item = (usize, bool, Option<Grade>)>,
    ) -> Option<Self> {
        let mut moves = moves.rev().peekable();
        moves.peek()?;
        for (number, is_own, grade) in moves {
            let grade = grade?;
            let loses = if is_own { Verdict::Loss } else { Verdict::Win };
            if grade.score().verdict() != loses {
                return Some(Self::NotOnTheBoard);
            }
            if grade.best().verdict() != loses {
                return Some(Self::ByMove(number));
            }
        }
        Some(Self::FromTheStart)
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByMove(number) => write!(f, "lost by move {number}"),
            Self::FromTheStart => f.write_str("lost from the start"),
            Self::NotOnTheBoard => f.write_str("not lost on the board"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn the_last_move_that_changed_the_result_lost_the_game() {
        let grade = |(score, best)| Some(Grade::new(Score::new(score), Score::new(best)));
        let lost = |moves: &[(i8, i8)]| {
            let moves = moves.iter().enumerate();
            Lost::find(moves.map(|(index, &of)| (index, index % 2 == 0, grade(of))))
        };
        assert_eq!(lost(&[(0, 0), (0, 0), (-3, 0), (3, 3)]), Some(Lost::ByMove(2)));
        assert_eq!(lost(&[(-3, 0), (3, 3), (-3, -2), (3, 3)]), Some(Lost::ByMove(0)));
        assert_eq!(lost(&[(-3, -3), (3, 3)]), Some(Lost::FromTheStart));
        assert_eq!(lost(&[(-3, 0), (0, 3)]), Some(Lost::NotOnTheBoard));
        assert_eq!(lost(&[]), None);
        let late = |first| [(0, true, first), (1, false, grade((3, 3)))].into_iter();
        assert_eq!(Lost::find(late(None)), None);
        assert_eq!(Lost::find(late(grade((-3, 0)))), Some(Lost::ByMove(0)));
    }
}

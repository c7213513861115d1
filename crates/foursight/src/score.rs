//! The value of a position under perfect play.

use core::fmt;
use core::ops::Neg;

use crate::{Outcome, Position, Size};

/// The exact value of a position for the side to move.
///
/// 0 is a draw. A score of `n` means that the side to move wins with its `n`-th disc from the last,
/// so a faster win scores higher; `-n` means that the other side does. The seven moves of the empty
/// standard board score -2 -1 0 1 0 -1 -2.
///
/// Together with its position, a score gives the number of moves to the end:
///
/// ```
/// use foursight::{Position, Score};
///
/// let position: Position = "1716252".parse()?;
/// let score = Score::win_now(&position);
/// assert_eq!(score.value(), 18);
/// assert_eq!(score.moves_to_end(&position), Some(1));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// Neither side can win.
    pub const DRAW: Self = Self(0);

    /// The score with this value.
    #[inline]
    pub const fn new(value: i8) -> Self {
        Self(value)
    }

    /// The value as a number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// The score of `position` if the side to move wins with its next disc.
    ///
    /// No position with this number of discs scores higher.
    #[inline]
    pub fn win_now<S: Size>(position: &Position<S>) -> Self {
        Self(position.n_empty().div_ceil(2) as i8)
    }

    /// The score of `position` if the opponent wins with its next disc.
    ///
    /// No open position with this number of discs scores lower.
    #[inline]
    pub fn loss_next<S: Size>(position: &Position<S>) -> Self {
        Self(-((position.n_empty() / 2) as i8))
    }

    /// The score of a game that has ended, or `None` while it is open.
    ///
    /// The side to move has lost, or the game is drawn.
    ///
    /// ```
    /// use foursight::{Position, Score};
    ///
    /// let won: Position = "1212121".parse()?;
    /// assert_eq!(Score::at_end(&won), Some(Score::new(-18)));
    /// assert_eq!(Score::at_end(&Position::new()), None);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn at_end<S: Size>(position: &Position<S>) -> Option<Self> {
        Some(match position.outcome()? {
            Outcome::Win(_) => Self(-((position.n_empty() / 2 + 1) as i8)),
            Outcome::Draw => Self::DRAW,
        })
    }

    /// Whether the side to move wins, draws or loses.
    pub fn verdict(self) -> Verdict {
        match self.0.signum() {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        }
    }

    /// The number of discs that the winner of `position` still has to play, including the winning one: `None` for a
    /// draw, and 0 if the game is over.
    pub fn moves_to_end<S: Size>(self, position: &Position<S>) -> Option<usize> {
        let fastest = match self.verdict() {
            Verdict::Win => Self::win_now(position),
            Verdict::Draw => return None,
            Verdict::Loss => Self::loss_next(position),
        };
        // The fastest score is one move away; each later move lowers it by one.
        let [fastest, score] = [fastest, self].map(|score| usize::from(score.0.unsigned_abs()));
        Some((fastest + 1).saturating_sub(score))
    }
}

/// The same result from the other side's view.
impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The winner without the distance: a [`Score`] reduced to its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Verdict {
    /// `loss`, `draw` or `win`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

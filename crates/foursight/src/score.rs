//! The value of a position under perfect play.

use std::fmt;

/// The exact value of a position for the side to move.
///
/// 0 is a draw. `n > 0`: the side to move wins with its `n`-th disc from the last, so that an
/// earlier win scores higher; `n < 0`: the other side wins with its `-n`-th disc from the last. On
/// the standard board the scores of the empty board's seven moves are -2 -1 0 1 0 -1 -2.
///
/// The functions that take a number of cells and a ply need a ply of at most the number of cells.
///
/// The number of discs on the board, the ply, turns a score into a number of moves:
///
/// ```
/// use foursight::Score;
///
/// // 7 discs on the standard board, and the side to move wins at once:
/// let score = Score::win_now(42, 7);
/// assert_eq!(score.value(), 18);
/// assert_eq!(score.moves_to_end(42, 7), Some(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// Neither side can win.
    pub const DRAW: Self = Self(0);

    /// The score of this value.
    #[inline]
    pub const fn new(value: i8) -> Self {
        Self(value)
    }

    /// The value as a number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// The score of a side that wins with its next disc, with `ply` discs on a board of `n_cells`.
    ///
    /// This is also the highest score that any position of that ply can have.
    #[inline]
    pub const fn win_now(n_cells: usize, ply: usize) -> Self {
        Self(((n_cells + 1 - ply) / 2) as i8)
    }

    /// The score of a side whose opponent wins with its next disc: the lowest one of that ply.
    #[inline]
    pub const fn loss_next(n_cells: usize, ply: usize) -> Self {
        Self(-(((n_cells - ply) / 2) as i8))
    }

    /// The score of a side whose opponent has just won with the last of `ply` discs.
    #[inline]
    pub const fn lost(n_cells: usize, ply: usize) -> Self {
        Self(-(((n_cells + 2 - ply) / 2) as i8))
    }

    /// Whether the side to move wins, draws or loses.
    pub fn verdict(self) -> Verdict {
        match self.0.signum() {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        }
    }

    /// How many discs the winner has yet to play, the winning one included; `None` for a draw.
    pub fn moves_to_end(self, n_cells: usize, ply: usize) -> Option<usize> {
        let fastest = match self.verdict() {
            Verdict::Win => Self::win_now(n_cells, ply),
            Verdict::Draw => return None,
            Verdict::Loss => Self::loss_next(n_cells, ply),
        };
        // A win in one has the fastest score; each later move lowers it by one.
        Some(usize::from(fastest.0.unsigned_abs()) + 1 - usize::from(self.0.unsigned_abs()))
    }
}

/// The same result for the other side.
impl std::ops::Neg for Score {
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

/// A score without its distance.
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

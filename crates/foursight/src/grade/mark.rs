//! Marks: the quality of a move, in a word and a symbol; oversights, which the next disc shows.

use super::Grade;
use crate::{AnySize, Bitboard, Cell, Column, Position, Size, Verdict};

/// The quality of a move. Later variants are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No move scores higher.
    Best,
    /// The same result, but a win one or two moves later, or a loss one or two moves sooner.
    Good,
    /// The same result, but a win [more than two](Mark::GOOD_WITHIN) moves later, or a loss more than two moves sooner.
    Inaccuracy,
    /// A win became a draw.
    Mistake,
    /// A win or a draw became a loss.
    Blunder,
    /// The opponent could win at once, and a block was possible.
    MissedBlock,
    /// The move could have won at once.
    MissedWin,
}

impl Mark {
    /// Every mark, the best first.
    pub const ALL: [Self; 7] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
        Self::MissedBlock,
        Self::MissedWin,
    ];

    /// The largest delay of a win, or acceleration of a loss, in moves, that is still good.
    pub const GOOD_WITHIN: i32 = 2;

    /// The mark of a grade: an oversight first, then whether the result changed, then by how much.
    pub(super) fn of(grade: Grade) -> Self {
        match grade.oversight {
            Some(Oversight::Win(_)) => return Self::MissedWin,
            Some(Oversight::Block(_)) => return Self::MissedBlock,
            None if grade.score == grade.best => return Self::Best,
            None => {}
        }
        match (grade.best.verdict(), grade.score.verdict()) {
            (best, now) if best == now && grade.n_moves_off() <= Self::GOOD_WITHIN => Self::Good,
            (best, now) if best == now => Self::Inaccuracy,
            (_, Verdict::Loss) => Self::Blunder,
            _ => Self::Mistake,
        }
    }

    /// The symbol after the move: `???`, `??`, `?`, `?!` or nothing.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
            Self::MissedBlock | Self::MissedWin => "???",
        }
    }

    /// The name for programs, in lower case: `missed_win`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedBlock => "missed_block",
            Self::MissedWin => "missed_win",
        }
    }

    /// Whether people should learn from the move: `?` and worse. An inaccuracy only changes the number of moves to the
    /// end.
    pub fn is_mistake(self) -> bool {
        self >= Self::Mistake
    }
}

/// An immediate win or threat that a move ignored.
///
/// It follows from the rules alone. The scores show whether it cost anything: see
/// [`Grade::with_oversight`](crate::Grade::with_oversight).
///
/// ```
/// use foursight::{Cell, Column, Oversight, Position};
///
/// let position: Position = "12121".parse()?;
/// let block = Cell::new(0, 3);
/// assert_eq!(Oversight::of_move(&position, Column::new(4)), Some(Oversight::Block(block)));
/// assert_eq!(Oversight::of_move(&position, Column::new(0)), None);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Oversight {
    /// A disc in any of these cells would have won at once.
    Win(Bitboard<AnySize>),
    /// The opponent can win at once in this cell, and only there.
    Block(Cell),
}

impl Oversight {
    /// The oversight of the move in `column`; `None` also if the column cannot be played.
    ///
    /// A player who can win need not block, and no single move blocks two cells.
    pub fn of_move<S: Size>(position: &Position<S>, column: Column) -> Option<Self> {
        position.play(column).ok()?;
        let position = position.to_any();
        let playable = position.playable_cells();
        let wins = playable & position.winning_cells();
        if !wins.is_empty() {
            return wins.in_column(column).is_empty().then_some(Self::Win(wins));
        }
        let mut threats = (playable & position.opponent_winning_cells()).cells();
        let threat = threats.next().filter(|threat| threat.column != column)?;
        threats.next().is_none().then_some(Self::Block(threat))
    }
}

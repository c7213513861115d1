//! The statements that can be made about a reason, as data: the [words](super::words) turn it into a language.

use foursight::{Cell, Player};

use super::replies::Map;
use super::strategy::Strategy;
use crate::Forecast;

/// One sentence. Every sentence is about `hero`, the side with the strategy, and its opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sentence {
    /// A disc in `cell` completes `line`.
    Completes { hero: Player, cell: Cell, line: Vec<Cell> },
    /// The opponent's disc in `step` lets the hero play above it.
    StepUp { hero: Player, step: Cell, cell: Cell, line: Vec<Cell> },
    /// The strategy.
    Plan(Strategy),
    /// Strategies, one against each of most replies.
    Replies(Map),
    /// The hero plays `first`, if it is to move, and has a plan of `n_more` positions against every reply.
    Planned { hero: Player, first: Option<Cell>, n_more: usize },
    /// Both sides' discs up to the hero's last turn in that plan.
    MainLine { line: Vec<Cell> },
    /// The hero's disc in `cell` fills the board.
    Fills { hero: Player, cell: Cell },
    /// Each side has a strategy to hold; both follow.
    BothHold,
    /// There is no short reason or, unless the search `is_complete`, none was found in time; this is the result.
    NoReason { mover: Player, forecast: Forecast, is_complete: bool },
    /// The same, with an example of best play.
    Example { mover: Player, forecast: Forecast, is_complete: bool, line: Vec<Cell> },
    /// A strategy from the end of the example or of the main line on.
    AfterThat(Strategy),
    /// The mistaken side could have completed a line at once.
    Missed { mover: Player, cell: Cell, line: Vec<Cell> },
    /// The mistaken side's own winning cell is blocked because that side played below it.
    Wasted { mover: Player, cell: Cell },
    /// The move that keeps the better result, and how the hero's strategy fails after it; [`Told`](super::told::Told)
    /// finds the failure.
    Better { hero: Player, better: Better, breaks: Break },
    /// The hero's strategy also works after these moves or, if there are none, after all but the better one.
    Alike { moves: Vec<Cell> },
    /// The failure of the better move's strategy, which was the hero's, after the mistake in `cell`; `Told` finds it,
    /// too.
    Spoils { hero: Player, cell: Cell, breaks: Break },
}

impl Sentence {
    /// The strategy in this sentence, played from the end of a line on.
    pub(super) fn after_that(self) -> Option<Self> {
        match self {
            Self::Plan(plan) => Some(Self::AfterThat(plan)),
            Self::Completes { .. } => Some(self),
            _ => None,
        }
    }
}

/// The move that keeps more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Better {
    pub(super) cell: Cell,
    pub(super) is_only: bool,
    pub(super) kept: Kept,
}

/// What a better move keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Win,
    Draw,
    /// Only time: after it, the hero has no short way to win.
    Time,
}

/// The way in which a strategy fails after another move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// The better move takes the cell that the hero needs.
    Taken,
    /// The better move threatens lines in `threats`, so the hero cannot play its first disc.
    NoTime { threats: Vec<Cell>, instead: Cell },
    /// The other side completes a line in this cell first.
    Counter(Cell),
    /// The hero cannot reach this cell.
    OutOfReach(Cell),
    /// A disc in this cell no longer completes a line.
    Blocked(Cell),
    /// The answer in this cell is no longer forced.
    Unforced(Cell),
    /// The board fills.
    Fills,
    /// The other side blocks the hero's threat in this cell, and the strategy has no safe answer.
    Stopped(Cell),
    /// The strategy has no safe answer to a disc in `reply`, which threatens lines in `threats`.
    Unanswered { reply: Cell, threats: Vec<Cell> },
    /// A failure that takes too many words.
    Unsaid,
}

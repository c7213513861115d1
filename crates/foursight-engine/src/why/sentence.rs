//! What can be said of a reason, as data: the [words](super::words) turn it into a language.

use foursight::{Cell, Column, Player};

use crate::Forecast;

/// One sentence. All of them are about `hero`, the side with the strategy, and its opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sentence {
    /// A disc in `cell` completes `line`.
    Completes { hero: Player, cell: Cell, line: Vec<Cell> },
    /// The opponent's disc in `step` lets the hero play above it.
    StepUp { hero: Player, step: Cell, cell: Cell, line: Vec<Cell> },
    /// The hero cannot get above `step` by itself.
    WhileEmpty { hero: Player, step: Cell },
    /// The hero plays `cell`, if it is to move, and can complete a line in any of `ends`.
    DoubleThreat { hero: Player, cell: Option<Cell>, ends: Vec<Cell> },
    /// The opponent can block only one of two cells.
    OnlyOne { hero: Player },
    /// The hero plays `cell`, if it is to move, and threatens `threat`.
    Threatens { hero: Player, cell: Option<Cell>, threat: Cell },
    /// The block of a threat is the step to another winning cell.
    BlockIsStep { hero: Player, block: Cell, cell: Cell, line: Vec<Cell> },
    /// The hero plays `cell`, if it is to move, and any reply lets it complete a line.
    AnyReply { hero: Player, cell: Option<Cell> },
    /// The hero plays `cell`, if it is to move, and the board fills.
    Fills { hero: Player, cell: Option<Cell> },
    /// The opponent must block in `blocked` first, if there is such a cell, and then block every disc of the
    /// hero's in turn; the last one needs no answer yet.
    Forced { hero: Player, blocked: Option<Cell>, steps: Vec<(Cell, Option<Cell>)> },
    /// Each of `cells` now completes a line.
    NowFour { cells: Vec<Cell> },
    /// The hero plays `cell`, if it is to move, and goes by a rule from then on.
    Follows { hero: Player, cell: Option<Cell>, rule: Rule, outcome: Outcome },
    /// The hero plays `cell`, if it is to move, and answers these replies in their own way.
    Branches {
        hero: Player,
        cell: Option<Cell>,
        named: Vec<(Cell, Cell)>,
        rule: Option<Rule>,
        outcome: Outcome,
    },
    /// Each side has a strategy to hold.
    BothHold,
    /// There is no short reason; this is the result.
    NoReason { mover: Player, forecast: Forecast },
    /// Best play may go like this.
    Example { line: Vec<Cell> },
    /// What comes after an example, or after forced replies.
    AfterThat(Box<Sentence>),
    /// The mistaken side could have completed a line at once.
    Missed { mover: Player, cell: Cell, line: Vec<Cell> },
    /// The mistaken side's own winning cell is blocked because it played below.
    Wasted { mover: Player, cell: Cell },
    /// Which move keeps the better result, and what it does to the hero's strategy.
    Better { hero: Player, better: Better, breaks: Break },
    /// The hero's strategy also works after these moves or, if there are none, after all but the better one.
    Alike { moves: Vec<Cell> },
    /// Which move keeps the better result, and how: the hero is the mistaken side.
    Kept { better: Better, how: Box<Sentence> },
    /// What the mistake does to the strategy of the better move, which was the hero's.
    Spoils { hero: Player, cell: Cell, breaks: Break },
}

/// A [`Follow`](foursight::reason::Follow) to be put into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Whether it makes double threats where it can.
    pub(super) double_threats: bool,
    pub(super) pairs: Vec<(Cell, Cell)>,
    pub(super) spare: Vec<Column>,
    /// Whether it has to block somewhere, beyond that.
    pub(super) blocks: bool,
    /// Whether it plays elsewhere somewhere, since the answer on top would lose.
    pub(super) detours: bool,
}

/// The move that keeps the better result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Better {
    pub(super) cell: Cell,
    pub(super) is_only: bool,
    /// Whether it wins; else it draws.
    pub(super) was_win: bool,
}

/// What a strategy comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The opponent runs out of other moves and must play below one of `cells`; in the first of them the hero
    /// completes `line`.
    RunsOut { cells: Vec<Cell>, line: Vec<Cell> },
    /// The hero completes a line in each of so many positions.
    AlwaysFour { n_positions: usize },
    /// The opponent completes no line in any of so many positions.
    NeverFour { n_positions: usize },
}

/// The step of a strategy that fails after a better move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// The better move takes the cell that the hero needs.
    Taken,
    /// The hero does not get to this cell.
    OutOfReach(Cell),
    /// A disc in this cell no longer completes a line.
    Blocked(Cell),
    /// The mistaken side completes a line in this cell first.
    Counter(Cell),
    /// The hero has no answer to a disc in this cell.
    Unanswered(Cell),
    /// The strategy only fills the board.
    Fills,
    /// Nothing that can be said in a few words.
    Unsaid,
}

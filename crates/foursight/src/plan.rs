//! Plans: what one side plays in every game from a position, in a form small enough to learn.
//!
//! A [`Plan`] has a line for each position that its side, the *hero*, must know. The line gives a [`Step`]: a disc and,
//! for the replies that need no lines of their own, the answers of a [`reason`](crate::reason). Before anything else,
//! the hero wins at once wherever it can; the plan has no line for that. Mirror images, and positions reached by
//! different orders of the same moves, share one line.
//!
//! [`Plan::check`] plays every reply. It uses no search, bounds or tables: it finds a line by its position, and
//! [`Reason::check`] judges the answers.
//!
//! ```
//! use foursight::plan::Plan;
//! use foursight::Cell;
//!
//! // The first player holds on the board of 4x4.
//! let text = "\
//! foursight plan 1
//! board 4x4
//! start -
//! side first
//! claim holds
//! - a1(* double a2-b1 else:cad)
//! ";
//! let plan: Plan = text.parse()?;
//! assert_eq!(plan.check()?.n_lines(), 1);
//! assert_eq!(plan.answer(&[]), Some(Cell::new(0, 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod rest;
mod text;

use alloc::vec;
use alloc::vec::Vec;

pub use check::{Checked, Flaw, Refutation};
pub use text::{ReadCause, ReadError};

use crate::key_set::{KeySet, key_of};
use crate::reason::{Answers, Claim, Reason, Start, Turn};
use crate::{AnySize, Cell, Column, Player, Position, Size};

/// The plans in the folder `plans` of this package, as text: a test checks each of them.
pub const SHIPPED: [&str; 5] = [
    include_str!("../plans/first.plan"),
    include_str!("../plans/second-a.plan"),
    include_str!("../plans/second-b.plan"),
    include_str!("../plans/second-c.plan"),
    include_str!("../plans/first-c.plan"),
];

/// The moves that one side plays from a position to the end of every game.
///
/// A plan may be wrong; [`Plan::check`] verifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    start: Vec<Column>,
    position: Position<AnySize>,
    hero: Player,
    claim: Claim,
    lines: Vec<Line>,
    /// The canonical keys of the positions, in the order of the lines.
    keys: KeySet,
}

/// A position in which the hero is to move, and its step there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Moves from the empty board to the position.
    pub moves: Vec<Column>,
    /// The hero's step there.
    pub step: Step,
    position: Position<AnySize>,
}

/// The hero's disc in a position, and how the hero continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The cell where the hero's disc lands.
    pub cell: Cell,
    /// Replies with lines of their own, which [`Step::answers`] need not answer.
    pub own: Vec<Cell>,
    /// The answers to all other replies; `None` if all replies have lines of their own, except those after which the
    /// hero completes a line.
    pub answers: Option<Answers>,
}

impl Step {
    /// A disc after which every reply has a line of its own.
    pub fn of_cell(cell: Cell) -> Self {
        Self { cell, own: Vec::new(), answers: None }
    }

    /// A turn that answers all replies; `None` if it completes a line, which needs no step.
    pub fn of_turn(turn: Turn) -> Option<Self> {
        match turn {
            Turn::Finish(_) => None,
            Turn::Play(cell, answers) => {
                Some(Self { cell, own: Vec::new(), answers: Some(answers) })
            }
        }
    }

    /// The same step with left and right exchanged, on a board of `width` columns.
    #[must_use]
    pub fn mirror(&self, width: usize) -> Self {
        Self {
            cell: self.cell.mirror(width),
            own: self.own.iter().map(|cell| cell.mirror(width)).collect(),
            answers: self.answers.as_ref().map(|answers| answers.mirror(width)),
        }
    }

    /// Whether a reply has a line of its own, unless the hero completes a line after it.
    pub fn has_own(&self, reply: Cell) -> bool {
        self.answers.is_none() || self.own.contains(&reply)
    }
}

impl Plan {
    /// A plan for `hero` from the position after the moves `start`. Each step comes with the moves that lead from the
    /// empty board of `size` to its position.
    ///
    /// # Errors
    ///
    /// If the position of a line cannot be reached, is not open, has the other side to move, or already has a line. The
    /// error holds the number of the line, counted from 0, or `None` for the start.
    pub fn new(
        size: AnySize,
        start: Vec<Column>,
        (hero, claim): (Player, Claim),
        lines: impl IntoIterator<Item = (Vec<Column>, Step)>,
    ) -> Result<Self, (Option<usize>, ReadCause)> {
        let position = open(size, &start).map_err(|cause| (None, cause))?;
        let keys = KeySet::default();
        let mut plan = Self { start, position, hero, claim, lines: Vec::new(), keys };
        for (number, (moves, step)) in lines.into_iter().enumerate() {
            plan.push(moves, step).map_err(|cause| (Some(number), cause))?;
        }
        Ok(plan)
    }

    fn push(&mut self, moves: Vec<Column>, step: Step) -> Result<(), ReadCause> {
        let position = open(self.position.size(), &moves)?;
        if position.side_to_move() != self.hero {
            return Err(ReadCause::Side(self.hero));
        }
        if !self.keys.insert(key_of(position.canonical_key())) {
            return Err(ReadCause::Twice);
        }
        self.lines.push(Line { moves, step, position });
        Ok(())
    }

    /// The moves from the empty board to the first position.
    pub fn start(&self) -> &[Column] {
        &self.start
    }

    /// The position from which the plan starts.
    pub fn position(&self) -> &Position<AnySize> {
        &self.position
    }

    /// The side that follows the plan.
    pub fn hero(&self) -> Player {
        self.hero
    }

    /// The result that the plan achieves.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The positions with their steps, in the order of the file.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Plays every reply to the plan.
    ///
    /// # Errors
    ///
    /// If some line of play defeats the plan, or a line of the plan is never needed.
    pub fn check(&self) -> Result<Checked, Refutation> {
        check::check(self)
    }

    /// The number, counted from 0, of the line for `position` or its mirror image.
    fn number(&self, position: &Position<AnySize>) -> Option<usize> {
        self.keys.number(&key_of(position.canonical_key()))
    }

    /// The hero's step in `position`, from the line for this position or its mirror image.
    pub fn step(&self, position: &Position<AnySize>) -> Option<Step> {
        let line = &self.lines[self.number(position)?];
        let width = position.size().width();
        let is_image = line.position != *position;
        Some(if is_image { line.step.mirror(width) } else { line.step.clone() })
    }

    /// The hero's move after `moves` of both sides from [`Plan::position`] on. The move may be wrong unless the plan
    /// has passed [`Plan::check`].
    ///
    /// `None` if the other side is to move, the game is over, or the hero's moves are not those of the plan.
    pub fn answer(&self, moves: &[Column]) -> Option<Cell> {
        let mut position = self.position;
        let mut moves = moves.iter();
        if position.side_to_move() != self.hero {
            position = position.play(*moves.next()?).ok()?;
        }
        loop {
            position.outcome().is_none().then_some(())?;
            if let Some(column) = finish(&position) {
                return moves.as_slice().is_empty().then(|| position.landing(column)).flatten();
            }
            let step = self.step(&position)?;
            let Some(&column) = moves.next() else { return Some(step.cell) };
            position = position.play(column).ok().filter(|_| column == step.cell.column)?;
            let reply = position.landing(*moves.next()?)?;
            let after = position.play(reply.column).ok()?;
            if let Some(answers) = &step.answers
                && !step.own.contains(&reply)
                && finish(&after).is_none()
            {
                let turn = self.turn(&position, reply, answers)?;
                return self.reason(turn).answer(&after, moves.as_slice());
            }
            position = after;
        }
    }

    /// The hero's turn that `answers` give after `reply` in `position`.
    fn turn(&self, position: &Position<AnySize>, reply: Cell, answers: &Answers) -> Option<Turn> {
        if let Some(turn) = answers.named(reply) {
            return Some(turn.clone());
        }
        let rule = Answers { named: vec![], follow: answers.follow.clone() };
        let reason =
            Reason { start: Start::Other(rule.clone()), ..self.reason(Turn::Finish(reply)) };
        Some(Turn::Play(reason.answer(position, &[reply.column])?, rule))
    }

    /// The plan's claim for a position in which the hero is to move and plays `turn`.
    fn reason(&self, turn: Turn) -> Reason {
        Reason { hero: self.hero, claim: self.claim, start: Start::Hero(turn) }
    }
}

/// The position after legal moves, if the game is not over there.
fn open(size: AnySize, moves: &[Column]) -> Result<Position<AnySize>, ReadCause> {
    let position = Position::from_columns(size, moves.iter().copied()).map_err(ReadCause::Moves)?;
    if position.outcome().is_some() { Err(ReadCause::Over) } else { Ok(position) }
}

/// The column in which the side to move completes a line with its next disc.
fn finish(position: &Position<AnySize>) -> Option<Column> {
    position.moves().find(|&column| position.is_winning_move(column))
}

/// Whether the plan needs a line after a disc of the other side in `cell`.
fn needs_line(position: &Position<AnySize>, cell: Cell) -> bool {
    let next = position.play(cell.column).ok();
    next.filter(|_| position.landing(cell.column) == Some(cell))
        .is_some_and(|next| next.outcome().is_none() && finish(&next).is_none())
}

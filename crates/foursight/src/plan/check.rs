//! The checker: plays every reply to a plan.
//!
//! It accepts a plan only if it has verified the following in every position that the other side can reach:
//!
//! 1. Where the hero can complete a line, it does. Otherwise the position, or its mirror image, has a line in the plan,
//!    or the answers of the previous line cover it, as [`Reason::check`](crate::reason::Reason::check) has verified.
//! 2. The disc of a line can be played, and no reply to it completes a line.
//! 3. No game fills the board, unless the plan only [holds](Claim::Holds).
//!
//! Every line is needed: a line to which no reply leads is an error.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{Plan, Step, finish, needs_line};
use crate::notation::moves;
use crate::reason::{self, Claim, Turn};
use crate::{AnySize, Cell, Column, Position};

/// The checker's counts for a plan that it accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Number of lines without answers, by the number of discs on the board.
    pub moves: Vec<usize>,
    /// Number of lines with answers, by the number of discs.
    pub reasons: Vec<usize>,
    /// Number of replies with lines of their own in lines with answers.
    pub n_exceptions: usize,
    /// Number of positions in which the checker of reasons has tried every reply.
    pub n_seen: usize,
}

impl Checked {
    /// Number of positions in the plan.
    pub fn n_lines(&self) -> usize {
        self.n_moves() + self.n_reasons()
    }

    /// Number of positions with only a move.
    pub fn n_moves(&self) -> usize {
        self.moves.iter().sum()
    }

    /// Number of positions with a reason.
    pub fn n_reasons(&self) -> usize {
        self.reasons.iter().sum()
    }
}

/// Moves from the empty board that defeat a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The moves of both sides.
    pub moves: Vec<Column>,
    /// The flaw after them.
    pub flaw: Flaw,
}

/// A flaw of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The hero is to move, and the position has no line.
    Missing,
    /// No reply leads to the position of this line.
    Needless,
    /// The hero's disc would not land in this cell.
    Landing(Cell),
    /// The other side completes a line with a disc in this cell.
    Loses(Cell),
    /// The board fills although the hero claims a win.
    BoardFills,
    /// A disc in this cell needs no line of its own.
    Own(Cell),
    /// The answers of the line do not answer a disc in this cell.
    NoAnswer(Cell),
    /// The answers fail.
    Reason(reason::Refutation),
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.moves {
            [] => f.write_str("on the empty board: ")?,
            columns => write!(f, "after {}: ", moves::write(columns))?,
        }
        self.flaw.fmt(f)
    }
}

impl core::error::Error for Refutation {}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("the plan has no entry for this position"),
            Self::Needless => f.write_str("no game that follows the plan needs this entry"),
            Self::Landing(cell) => write!(f, "no disc lands in {cell}"),
            Self::Loses(cell) => write!(f, "the other side completes a line in {cell}"),
            Self::BoardFills => f.write_str("the board is full and nobody has won"),
            Self::Own(cell) => write!(f, "a disc in {cell} needs no entry of its own"),
            Self::NoAnswer(cell) => write!(f, "there is no answer to {cell}"),
            Self::Reason(refutation) => write!(f, "the reason fails {refutation}"),
        }
    }
}

pub(super) fn check(plan: &Plan) -> Result<Checked, Refutation> {
    let plies = vec![0; plan.position.ply() + plan.position.n_empty()];
    let mut walk = Walk {
        plan,
        is_seen: vec![false; plan.lines.len()],
        pending: Vec::new(),
        checked: Checked { moves: plies.clone(), reasons: plies, ..Checked::default() },
    };
    let start = &plan.position;
    if start.side_to_move() == plan.hero {
        walk.require(start).map_err(|flaw| refutation(&plan.start, &[], flaw))?;
    } else {
        let any = Step { cell: Cell::new(0, 0), own: Vec::new(), answers: None };
        walk.replies(start, &any).map_err(|(line, flaw)| refutation(&plan.start, &line, flaw))?;
    }
    while let Some(index) = walk.pending.pop() {
        let line = &plan.lines[index];
        walk.step(&line.position, &line.step)
            .map_err(|(after, flaw)| refutation(&line.moves, &after, flaw))?;
    }
    match walk.is_seen.iter().position(|is_seen| !is_seen) {
        Some(index) => Err(refutation(&plan.lines[index].moves, &[], Flaw::Needless)),
        None => Ok(walk.checked),
    }
}

fn refutation(moves: &[Column], after: &[Column], flaw: Flaw) -> Refutation {
    Refutation { moves: [moves, after].concat(), flaw }
}

struct Walk<'a> {
    plan: &'a Plan,
    /// For each line, whether a reply leads to it.
    is_seen: Vec<bool>,
    /// Lines that have not been followed yet.
    pending: Vec<usize>,
    checked: Checked,
}

/// A flaw after moves of both sides.
type Flawed = (Vec<Column>, Flaw);

impl Walk<'_> {
    /// The hero is to move in an open position.
    fn require(&mut self, position: &Position<AnySize>) -> Result<(), Flaw> {
        if finish(position).is_some() {
            return Ok(());
        }
        let index = self.plan.number(position).ok_or(Flaw::Missing)?;
        if !self.is_seen[index] {
            self.is_seen[index] = true;
            self.pending.push(index);
        }
        Ok(())
    }

    /// The hero follows a line in `position`.
    fn step(&mut self, position: &Position<AnySize>, step: &Step) -> Result<(), Flawed> {
        let cell = step.cell;
        let next = position.play(cell.column).ok();
        let next = next.filter(|_| position.landing(cell.column) == Some(cell));
        let next = next.ok_or((Vec::new(), Flaw::Landing(cell)))?;
        let by_ply = match step.answers {
            Some(_) => &mut self.checked.reasons,
            None => &mut self.checked.moves,
        };
        by_ply[position.ply()] += 1;
        self.checked.n_exceptions += step.own.len();
        match &step.answers {
            Some(answers) if step.own.is_empty() => self
                .reason(position, Turn::Play(cell, answers.clone()))
                .map_err(|flaw| (Vec::new(), flaw)),
            _ => self.replies(&next, step).map_err(|(mut line, flaw)| {
                line.insert(0, cell.column);
                (line, flaw)
            }),
        }
    }

    /// The other side is to move after the disc of `step`.
    fn replies(&mut self, position: &Position<AnySize>, step: &Step) -> Result<(), Flawed> {
        if position.is_full() {
            return self.fill().map_err(|flaw| (Vec::new(), flaw));
        }
        if let Some(&cell) = step.own.iter().find(|cell| !needs_line(position, **cell)) {
            return Err((Vec::new(), Flaw::Own(cell)));
        }
        for column in position.moves() {
            let reply = position.landing(column).expect("the move is legal");
            if position.is_winning_move(column) {
                return Err((Vec::new(), Flaw::Loses(reply)));
            }
            let next = position.play(column).expect("the move is legal");
            self.reply(position, reply, &next, step).map_err(|flaw| (vec![column], flaw))?;
        }
        Ok(())
    }

    /// The other side has dropped a disc into `reply`, which leads from `position` to `next`.
    fn reply(
        &mut self,
        position: &Position<AnySize>,
        reply: Cell,
        next: &Position<AnySize>,
        step: &Step,
    ) -> Result<(), Flaw> {
        match &step.answers {
            _ if next.is_full() => self.fill(),
            Some(answers) if !step.has_own(reply) && finish(next).is_none() => {
                let turn = self.plan.turn(position, reply, answers);
                self.reason(next, turn.ok_or(Flaw::NoAnswer(reply))?)
            }
            _ => self.require(next),
        }
    }

    /// The hero continues with `turn` in `position`, to the end.
    fn reason(&mut self, position: &Position<AnySize>, turn: Turn) -> Result<(), Flaw> {
        let proof = self.plan.reason(turn).check(position).map_err(Flaw::Reason)?;
        self.checked.n_seen += proof.n_positions();
        Ok(())
    }

    fn fill(&self) -> Result<(), Flaw> {
        if self.plan.claim == Claim::Wins { Err(Flaw::BoardFills) } else { Ok(()) }
    }
}

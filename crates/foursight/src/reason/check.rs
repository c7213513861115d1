//! The checker: plays a strategy against every reply, on a plain grid.
//!
//! It accepts a strategy only if it has verified the following for every disc that the other side can drop at each of
//! its turns:
//!
//! 1. The disc does not complete a line.
//! 2. Then the hero completes a line with its next disc, or 3. the strategy has an answer that can be played, and the
//!    same applies after that answer.
//!
//! A game that ends with a full board satisfies only [`Claim::Holds`]. Since the board fills up, every line of play
//! ends, and by induction on the number of empty cells the hero achieves its claim from each visited position. A
//! position that the same [`Follow`] reaches again needs no second visit: a failure there would have rejected the
//! strategy the first time.

use alloc::vec::Vec;
use core::{fmt, mem};

use super::answer::Kind;
use super::grid::Grid;
use super::{Answers, Claim, End, Follow, Proof, Reason, Start, Turn};
use crate::key_set::KeySet;
use crate::{Cell, Column, Player, Position, Size};

/// Maximum number of positions that a check visits.
pub const MAX_POSITIONS: usize = 20_000;

/// A line of play that defeats a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The moves of both sides from the position to the flaw.
    pub line: Vec<Column>,
    /// The flaw there.
    pub flaw: Flaw,
}

/// A flaw of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// The strategy does not start in this position: the other side is to move, or the game is over.
    Start,
    /// The hero's disc would not land in this cell.
    Landing(Cell),
    /// The hero's disc in this cell does not complete a line.
    NoLine(Cell),
    /// The other side completes a line with a disc in this cell.
    Loses(Cell),
    /// The strategy has no playable answer to a disc in this cell.
    NoAnswer(Cell),
    /// The board fills although the hero claims a win.
    BoardFills,
    /// There are more than [`MAX_POSITIONS`] positions to visit.
    TooLarge,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("after ")?;
        self.line.iter().try_for_each(|column| write!(f, "{column}"))?;
        if self.line.is_empty() {
            f.write_str("no moves")?;
        }
        write!(f, ", {}", self.flaw)
    }
}

impl core::error::Error for Refutation {}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("the strategy does not begin here"),
            Self::Landing(cell) => write!(f, "no disc lands in {cell}"),
            Self::NoLine(cell) => write!(f, "a disc in {cell} completes no line"),
            Self::Loses(cell) => write!(f, "the other side completes a line in {cell}"),
            Self::NoAnswer(cell) => write!(f, "there is no answer to {cell}"),
            Self::BoardFills => f.write_str("the board is full and nobody has won"),
            Self::TooLarge => write!(f, "there are more than {MAX_POSITIONS} positions"),
        }
    }
}

pub(super) fn check<S: Size>(
    reason: Reason,
    position: &Position<S>,
) -> Result<Proof<S>, Refutation> {
    let mut checker = Checker {
        grid: Grid::new(position),
        hero: reason.hero,
        claim: reason.claim,
        line: Vec::new(),
        n_positions: 0,
        finishes: Vec::new(),
        ends: Vec::new(),
        is_counted: true,
        fills_board: false,
        kinds: [false; Kind::COUNT],
    };
    let is_heros_turn = position.side_to_move() == reason.hero;
    let result = match &reason.start {
        _ if position.outcome().is_some() => Err(Flaw::Start),
        Start::Hero(turn) if is_heros_turn => checker.turn(turn),
        Start::Other(answers) if !is_heros_turn => checker.answers(answers),
        _ => Err(Flaw::Start),
    };
    let Checker { line, n_positions, finishes, ends, fills_board, kinds, .. } = checker;
    match result {
        Ok(()) => {
            let position = *position;
            Ok(Proof { position, reason, n_positions, finishes, ends, fills_board, kinds })
        }
        Err(flaw) => {
            Err(Refutation { line: line.into_iter().map(|cell| cell.column).collect(), flaw })
        }
    }
}

struct Checker {
    grid: Grid,
    hero: Player,
    claim: Claim,
    /// The discs dropped so far; after a failure, the moves that led to it.
    line: Vec<Cell>,
    n_positions: usize,
    finishes: Vec<(Cell, Vec<Cell>)>,
    /// The ends of lines of play in order, each with the number of positions in which it occurs.
    ends: Vec<(End, usize)>,
    /// Whether ends are counted: a position's ends count only once.
    is_counted: bool,
    fills_board: bool,
    /// The origins of the rules' answers.
    kinds: [bool; Kind::COUNT],
}

type Checked = Result<(), Flaw>;

impl Checker {
    /// The hero is to move and plays `turn`.
    fn turn(&mut self, turn: &Turn) -> Checked {
        let cell = turn.cell();
        if !self.grid.is_landing(cell) {
            return Err(Flaw::Landing(cell));
        }
        match turn {
            Turn::Play(_, answers) if !self.grid.completes(cell, self.hero) => {
                self.after(cell, self.hero, |checker| checker.answers(answers))
            }
            _ => self.finish(cell),
        }
    }

    /// The other side is to move, and the hero has these `answers`.
    fn answers(&mut self, answers: &Answers) -> Checked {
        self.replies(&mut Seen::default(), |checker, seen, reply| {
            match (answers.named(reply), &answers.follow) {
                (Some(turn), _) => checker.turn(turn),
                (None, Some(follow)) => checker.follow(follow, reply, seen),
                (None, None) => Err(Flaw::NoAnswer(reply)),
            }
        })
    }

    /// The other side has dropped a disc into `reply`, and `follow` answers. `seen` holds the positions after this
    /// rule's answers.
    fn follow(&mut self, follow: &Follow, reply: Cell, seen: &mut Seen) -> Checked {
        let answer =
            follow.answer(&mut self.grid, self.hero, reply).ok_or(Flaw::NoAnswer(reply))?;
        self.kinds[answer.kind as usize] = true;
        if answer.kind == Kind::DoubleThreat {
            return self.double_threats(follow, seen);
        }
        self.after(answer.cell, self.hero, |checker| {
            if !seen.answered.insert(checker.grid.key()) {
                return Ok(());
            }
            checker.replies(seen, |checker, seen, reply| checker.follow(follow, reply, seen))
        })
    }

    /// The hero makes a double threat. All possible ones are tried, because people may choose any, but only the first
    /// counts toward the positions: each of them wins.
    fn double_threats(&mut self, follow: &Follow, seen: &mut Seen) -> Checked {
        let n_positions = self.n_positions;
        for (n_before, cell) in self.grid.double_threats(self.hero).into_iter().enumerate() {
            self.after(cell, self.hero, |checker| {
                let is_new = seen.doubled.insert(checker.grid.key());
                let is_counted = mem::replace(&mut checker.is_counted, is_new);
                checker
                    .replies(seen, |checker, seen, reply| checker.follow(follow, reply, seen))?;
                checker.is_counted = is_counted;
                Ok(())
            })?;
            if n_before > 0 {
                self.n_positions = n_positions + 1;
            }
        }
        Ok(())
    }

    /// Tries every disc of the other side; calls `go_on` if the hero cannot complete a line after it.
    fn replies(
        &mut self,
        seen: &mut Seen,
        go_on: impl Fn(&mut Self, &mut Seen, Cell) -> Checked,
    ) -> Checked {
        self.n_positions += 1;
        if self.n_positions > MAX_POSITIONS {
            return Err(Flaw::TooLarge);
        }
        let replies = self.grid.landings();
        if replies.is_empty() {
            return self.fill();
        }
        let threats = self.grid.finishes(self.hero);
        for reply in replies {
            if self.grid.completes(reply, self.hero.other()) {
                return Err(Flaw::Loses(reply));
            }
            self.after(reply, self.hero.other(), |checker| {
                let cells = checker.grid.finishes(checker.hero);
                if checker.grid.is_full() {
                    checker.fill()
                } else if let Some(&cell) = cells.first() {
                    let is_resisting = threats.is_empty() || threats.contains(&reply);
                    checker.count(End { reply, cells, is_resisting });
                    checker.finish(cell)
                } else {
                    go_on(checker, seen, reply)
                }
            })?;
        }
        Ok(())
    }

    /// The hero completes a line in `cell`.
    fn finish(&mut self, cell: Cell) -> Checked {
        if !self.grid.completes(cell, self.hero) {
            return Err(Flaw::NoLine(cell));
        }
        if let Err(place) = self.finishes.binary_search_by_key(&cell, |(known, _)| *known)
            && let Some(line) = self.grid.line(cell, self.hero)
        {
            self.finishes.insert(place, (cell, line));
        }
        Ok(())
    }

    fn count(&mut self, end: End) {
        if self.is_counted {
            match self.ends.binary_search_by(|(known, _)| known.cmp(&end)) {
                Ok(place) => self.ends[place].1 += 1,
                Err(place) => self.ends.insert(place, (end, 1)),
            }
        }
    }

    fn fill(&mut self) -> Checked {
        self.fills_board = true;
        if self.claim == Claim::Wins { Err(Flaw::BoardFills) } else { Ok(()) }
    }

    /// Checks the position after a disc of `player` in `cell`.
    fn after(
        &mut self,
        cell: Cell,
        player: Player,
        check: impl FnOnce(&mut Self) -> Checked,
    ) -> Checked {
        self.grid.drop(cell, player);
        self.line.push(cell);
        check(self)?;
        self.grid.take_back(cell);
        self.line.pop();
        Ok(())
    }
}

/// The positions after answers of a rule.
#[derive(Default)]
struct Seen {
    answered: KeySet,
    /// Positions after double threats, which are checked each time: the mirror image may choose another one.
    doubled: KeySet,
}

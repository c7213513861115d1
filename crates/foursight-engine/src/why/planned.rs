//! Plans of whole games, which cover positions without a short reason. The checker has played every reply to each of them.

use std::cmp::Reverse;
use std::sync::{LazyLock, PoisonError, RwLock};

use foursight::plan::{Plan, ReadError, SHIPPED, Step};
use foursight::reason::{Claim, Proof, Reason, Start, Turn};
use foursight::{AnySize, Cell, Column, Player, Position, Size};

use super::sentence::Sentence;
use super::story::Story;
use super::ties::is_mirrored;
use super::told;
use super::{Highlights, discs_of};
use crate::short_sort::sort_short_by_key;
use crate::solve::sort_from_center;

/// The maximum number of discs in a main line, which must fit into one sentence.
const MAX_LINE: usize = 22;

/// One side's moves from a position on, to win every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The explained position.
    pub position: Position<AnySize>,
    /// The plan, from the hero's last turn on: with the other side to move, it starts before the hero's last disc.
    pub plan: Plan,
    /// The main line, from `position` to the hero's last turn in the plan. Among the replies that lead to a reason
    /// short enough to tell, the other side plays the one after which the hero must know the most positions.
    pub line: Vec<Column>,
    /// The reason for the position at the end of the main line.
    pub then: Box<Proof<AnySize>>,
}

/// The plans that explain positions.
static PLANS: LazyLock<RwLock<Vec<Plan>>> = LazyLock::new(|| {
    let texts: &[&str] = if cfg!(feature = "plans") { &SHIPPED } else { &[] };
    let read = |text: &&str| text.parse().expect("a test checks them");
    RwLock::new(texts.iter().map(read).collect())
});

/// Adds a plan that is not compiled in; from then on, it explains positions, too. The caller vouches for it: it is not
/// checked.
///
/// # Errors
///
/// If the text is not a plan.
pub fn lend_plan(text: &str) -> Result<(), ReadError> {
    let plan = text.parse()?;
    PLANS.write().unwrap_or_else(PoisonError::into_inner).push(plan);
    Ok(())
}

impl Planned {
    /// The plan by which a side wins the open `position`, if one is known.
    ///
    /// The mirror image of a position has the mirror image of the main line.
    pub fn find(position: &Position<AnySize>) -> Option<Self> {
        let plans = PLANS.read().unwrap_or_else(PoisonError::into_inner);
        let rest = |position: &Position<AnySize>| {
            let mut wins = plans.iter().filter(|plan| plan.claim() == Claim::Wins);
            wins.find_map(|plan| plan.rest(position))
        };
        let plan = rest(position)?;
        let is_turn = position.side_to_move() == plan.hero();
        // If the hero's last disc has already been played, the line from the start of the plan includes it.
        let n_played = usize::from(!is_turn);
        let line_of = |start: &Position<AnySize>| {
            let plan = rest(start)?;
            let (mut line, turn) =
                main_line(&plan, plan.position(), &plan.lines()[0].step, MAX_LINE + n_played)?;
            line.drain(..n_played.min(line.len()));
            let start = match turn {
                Turn::Play(_, answers) if !is_turn && line.is_empty() => Start::Other(answers),
                turn => Start::Hero(turn),
            };
            Some((line, Reason { hero: plan.hero(), claim: plan.claim(), start }))
        };
        let width = position.size().width();
        let (line, reason) = if is_mirrored(position) {
            let (line, reason) = line_of(&position.mirror())?;
            let line = line.into_iter().map(|column| column.mirror(width)).collect();
            (line, reason.mirror(width))
        } else {
            line_of(position)?
        };
        let after = |position: Position<AnySize>, column: &Column| position.play(*column);
        let end = line.iter().try_fold(*position, after).ok()?;
        let then = Box::new(reason.check(&end).ok()?);
        told::story(&then)?;
        Some(Self { position: *position, plan, line, then })
    }

    /// The side with the plan.
    pub fn hero(&self) -> Player {
        self.plan.hero()
    }

    /// The number of positions that the hero must know after its next disc, or after its last one if the other side is
    /// to move.
    pub fn n_more(&self) -> usize {
        self.plan.lines().len() - 1
    }

    /// The hero's move after `moves` of both sides from the position on; `None` if the hero is not to move, or would
    /// not have played these moves.
    pub fn answer(&self, moves: &[Column]) -> Option<Cell> {
        let last = (self.position.side_to_move() != self.hero())
            .then(|| self.plan.lines()[0].step.cell.column);
        let moves: Vec<Column> = last.into_iter().chain(moves.iter().copied()).collect();
        self.plan.answer(&moves)
    }

    pub(super) fn story(&self) -> Story {
        let discs = discs_of(&self.position, &self.line);
        let (hero, n_more) = (self.hero(), self.n_more());
        let first = discs.first().copied().filter(|(_, player)| *player == hero);
        let planned = Sentence::Planned { hero, first: first.map(|(cell, _)| cell), n_more };
        let line = Sentence::MainLine { line: discs.into_iter().map(|(cell, _)| cell).collect() };
        let then = told::story(&self.then).unwrap_or_default().sentences;
        let then = then.into_iter().find_map(Sentence::after_that);
        let sentences = [Some(planned), Some(line), then].into_iter().flatten().collect();
        let highlights = Highlights { steps: first.into_iter().collect(), ..Highlights::default() };
        Story { idea: None, sentences, highlights }
    }

    /// Whether a known plan of `position` says this.
    pub(super) fn is_told(position: &Position<AnySize>, sentence: &Sentence) -> bool {
        Self::find(position).is_some_and(|plan| plan.story().sentences.contains(sentence))
    }
}

/// The moves of the main line from one of the hero's turns to the last one, at most `n_left` moves, and the reason
/// there, which is short enough to tell.
fn main_line(
    plan: &Plan,
    position: &Position<AnySize>,
    step: &Step,
    n_left: usize,
) -> Option<(Vec<Column>, Turn)> {
    let after = position.play(step.cell.column).ok()?;
    let reply = |column: Column| {
        let next = after.play(column).ok()?;
        let rest =
            after.landing(column).filter(|cell| step.has_own(*cell)).and(plan.rest(&next))?;
        Some((column, next, rest))
    };
    let mut columns: Vec<Column> = after.moves().collect();
    sort_from_center(&mut columns, position.size());
    let mut replies: Vec<_> = columns.into_iter().filter_map(reply).collect();
    if replies.is_empty() {
        let turn = Turn::Play(step.cell, step.answers.clone().unwrap_or_default());
        let start = Start::Hero(turn.clone());
        let reason = Reason { hero: plan.hero(), claim: plan.claim(), start };
        told::story(&reason.check(position).ok()?)?;
        return Some((Vec::new(), turn));
    }
    sort_short_by_key(&mut replies, |(.., rest)| Reverse(rest.lines().len()));
    let n_left = n_left.checked_sub(2)?;
    replies.into_iter().find_map(|(column, next, rest)| {
        let (line, turn) = main_line(&rest, &next, &rest.lines()[0].step, n_left)?;
        Some(([&[step.cell.column, column], &*line].concat(), turn))
    })
}

//! What a mistake gave away: the step of the other side's strategy that fails after a better move.

use std::cmp::Reverse;

use foursight::reason::{Claim, Flaw, Proof};
use foursight::{AnySize, Cell, Column, Player, Position, Verdict};

use super::Idea;
use super::sentence::{Break, Sentence};
use super::story::{Story, completed_line, winning_cells};
use crate::MoveScores;
use crate::solve::sort_from_center;

/// A move that made the result worse, and the one that would have kept it.
pub(super) struct Mistake<'a> {
    /// The position before it.
    before: &'a Position<AnySize>,
    /// Where its disc landed.
    cell: Cell,
    /// The best moves, from the left.
    best: Vec<Column>,
    /// Whether they win; else they draw.
    was_win: bool,
}

impl<'a> Mistake<'a> {
    /// The move in `column`, if its scores prove that it is one.
    pub(super) fn new(
        before: &'a Position<AnySize>,
        column: Column,
        scores: &MoveScores,
    ) -> Option<Self> {
        let (best, played) = (scores.best()?.verdict()?, scores.get(column)?.verdict()?);
        let cell = before.landing(column)?;
        let keeps = |&(_, solution): &(Column, &crate::Solution)| solution.verdict() == Some(best);
        let best_moves = scores.moves().filter(keeps).map(|(column, _)| column).collect();
        (played < best).then_some(Self {
            before,
            cell,
            best: best_moves,
            was_win: best == Verdict::Win,
        })
    }

    fn mover(&self) -> Player {
        self.before.side_to_move()
    }

    /// The move that is compared: the best, near the center.
    pub(super) fn better(&self, scores: &MoveScores) -> Column {
        let mut best = self.best.clone();
        sort_from_center(&mut best, self.before.size());
        best.sort_by_key(|&column| scores.get(column).map(|solution| Reverse(solution.lower)));
        best.first().copied().expect("a mistake has a better move")
    }

    /// Tells what was missed and given away, in at most three sentences, the reason `story` included.
    pub(super) fn tell(&self, better: Column, proof: Option<&Proof<AnySize>>, story: &mut Story) {
        let mover = self.mover();
        let better = self.before.landing(better).expect("a best move is legal");
        if self.before.is_winning_move(better.column) {
            let line = completed_line(self.before, mover, better);
            story.idea = Some(Idea::MissedFour);
            story.overlay.rings.clone_from(&line);
            story.sentences.insert(0, Sentence::Missed { mover, cell: better, line });
            return;
        }
        self.tell_step_up(story);
        let breaks = proof.map_or(Break::Unsaid, |proof| self.break_of(better, proof));
        let is_only = self.best.len() == 1;
        let hero = mover.other();
        let was_win = self.was_win;
        if story.sentences.first().is_none_or(|first| !matches!(first, Sentence::Wasted { .. })) {
            story.sentences.truncate(2);
        }
        story.sentences.push(Sentence::Better { hero, cell: better, is_only, was_win, breaks });
    }

    /// The mistake's own disc is the step to the hero's winning cell, or to a cell of the mover's own.
    fn tell_step_up(&self, story: &mut Story) {
        let above = Cell { row: self.cell.row + 1, ..self.cell };
        let hero = self.mover().other();
        match story.sentences.first() {
            Some(Sentence::Completes { cell, line, .. }) if *cell == above => {
                let (cell, line, step) = (*cell, line.clone(), self.cell);
                story.idea = Some(Idea::SteppingStone);
                story.overlay.arrows.push((step, cell));
                story.sentences = vec![
                    Sentence::StepUp { hero, step, cell, line },
                    Sentence::WhileEmpty { hero, step },
                ];
            }
            _ if winning_cells(self.before, self.mover()).contains(above) => {
                story.sentences.insert(0, Sentence::Wasted { mover: self.mover(), cell: above });
            }
            _ => {}
        }
    }

    /// What becomes of the strategy of `proof` after the better move.
    fn break_of(&self, better: Cell, proof: &Proof<AnySize>) -> Break {
        let Ok(after) = self.before.play(better.column) else { return Break::Unsaid };
        let Err(refutation) = proof.reason().clone().check(&after) else { return Break::Unsaid };
        match refutation.flaw {
            Flaw::Landing(cell) if cell == better => Break::Taken,
            Flaw::Landing(cell) => Break::OutOfReach(cell),
            Flaw::NoLine(cell) => Break::Blocked(cell),
            Flaw::Loses(cell) => Break::Counter(cell),
            Flaw::NoAnswer(cell) => Break::Unanswered(cell),
            Flaw::BoardFills if proof.reason().claim == Claim::Wins => Break::Fills,
            Flaw::BoardFills | Flaw::Start | Flaw::TooLarge => Break::Unsaid,
        }
    }
}

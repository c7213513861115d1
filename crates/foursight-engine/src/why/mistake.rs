//! The explanation of a mistake: the better move, and what else to say about it.

use std::cmp::Reverse;

use foursight::reason::{Proof, Start};
use foursight::{AnySize, Cell, Column, Player, Position, Verdict};

use super::Idea;
use super::replies::Map;
use super::sentence::{Better, Break, Kept, Sentence};
use super::story::{Story, above, completed_line, winning_cells};
use super::ties::Ties;
use super::told::MAX_SENTENCES;
use crate::MoveScores;

/// A strategy with more positions than this is not tried after other moves.
const MAX_ALIKE: usize = 1_000;

/// A move that made the result worse, and the one that would have kept it.
pub(super) struct Mistake<'a> {
    /// The position before it.
    before: &'a Position<AnySize>,
    /// The cell where its disc landed.
    cell: Cell,
    /// The best moves, from the left.
    best: Vec<Column>,
    /// What the best moves keep.
    kept: Kept,
}

impl<'a> Mistake<'a> {
    /// The move in `column`, if its scores prove that it is a mistake.
    pub(super) fn new(
        before: &'a Position<AnySize>,
        column: Column,
        scores: &MoveScores,
    ) -> Option<Self> {
        let (best, played) = (scores.best()?.verdict()?, scores.get(column)?.verdict()?);
        let cell = before.landing(column)?;
        let keeps = |&(_, solution): &(Column, &crate::Solution)| solution.verdict() == Some(best);
        let best_moves = scores.moves().filter(keeps).map(|(column, _)| column).collect();
        let kept = if best == Verdict::Win { Kept::Win } else { Kept::Draw };
        (played < best).then_some(Self { before, cell, best: best_moves, kept })
    }

    /// The legal move in `column`, which loses more simply than `better`.
    pub(super) fn slower(before: &'a Position<AnySize>, column: Column, better: Column) -> Self {
        let cell = before.landing(column).expect("the move was legal");
        Self { before, cell, best: vec![better], kept: Kept::Time }
    }

    /// The cell where its disc landed.
    pub(super) fn cell(&self) -> Cell {
        self.cell
    }

    fn mover(&self) -> Player {
        self.before.side_to_move()
    }

    /// The move to compare with: the best one nearest the center.
    pub(super) fn better(&self, scores: &MoveScores) -> Column {
        let ties = Ties::new(self.before, self.cell);
        let loss = |column: &Column| scores.get(*column).map(|solution| Reverse(solution.lower));
        let key = |column: &Column| (loss(column), ties.key(*column));
        self.best.iter().copied().min_by_key(key).expect("a mistake has a better move")
    }

    /// Says what was missed and given away, in at most three sentences, including the reason `story`.
    pub(super) fn tell(&self, better: Column, proof: Option<&Proof<AnySize>>, story: &mut Story) {
        let cell = self.before.landing(better).expect("a best move is legal");
        if let Some(missed) = self.missed(cell) {
            story.idea = Some(Idea::MissedFour);
            if let Sentence::Missed { line, .. } = &missed {
                story.highlights.cells.clone_from(line);
            }
            story.sentences.insert(0, missed);
            return;
        }
        self.tell_step_up(story);
        if story.sentences.first().is_none_or(|first| !matches!(first, Sentence::Wasted { .. })) {
            story.sentences.truncate(MAX_SENTENCES - 1);
        }
        let hero = self.mover().other();
        let breaks = Break::Unsaid;
        story.sentences.push(Sentence::Better { hero, better: self.of(cell), breaks });
        if let Some(alike) = proof.and_then(|proof| self.alike(proof)) {
            story.sentences.push(alike);
        }
    }

    /// Says how the better move would have kept the result: `story`, which follows the strategy in `proof`.
    pub(super) fn tell_kept(&self, proof: &Proof<AnySize>, story: &mut Story) {
        let Start::Hero(turn) = &proof.reason().start else { return };
        if let Some(missed) = self.missed(turn.cell()) {
            story.idea = Some(Idea::MissedFour);
            story.sentences = vec![missed];
            return;
        }
        story.sentences.truncate(1);
        let (hero, better) = (self.mover(), self.of(turn.cell()));
        story.sentences.insert(0, Sentence::Better { hero, better, breaks: Break::Unsaid });
        let (cell, breaks) = (self.cell, Break::Unsaid);
        let spoils = Sentence::Spoils { hero, cell, breaks };
        story.sentences.push(self.wasted().unwrap_or(spoils));
    }

    /// Says that the better move, with which the map or the plan in `story` begins, would have kept the result.
    pub(super) fn kept(&self, mut story: Story) -> Story {
        if let [
            Sentence::Replies(Map { first: Some(cell), .. })
            | Sentence::Planned { first: Some(cell), .. },
            ..,
        ] = story.sentences[..]
        {
            let (hero, better) = (self.mover(), self.of(cell));
            story.sentences.insert(0, Sentence::Better { hero, better, breaks: Break::Unsaid });
            story.sentences.extend(self.wasted());
        }
        story
    }

    fn of(&self, cell: Cell) -> Better {
        Better { cell, is_only: self.best.len() == 1, kept: self.kept }
    }

    /// The mover could have completed a line in `cell`.
    fn missed(&self, cell: Cell) -> Option<Sentence> {
        let mover = self.mover();
        let line = completed_line(self.before, mover, cell);
        (!line.is_empty()).then_some(Sentence::Missed { mover, cell, line })
    }

    /// Other moves after which the strategy in `proof` works.
    fn alike(&self, proof: &Proof<AnySize>) -> Option<Sentence> {
        if proof.n_positions() > MAX_ALIKE {
            return None;
        }
        let is_other = |column: &Column| *column != self.cell.column && !self.best.contains(column);
        let others: Vec<Column> = self.before.moves().filter(is_other).collect();
        let works = |column: &Column| {
            let after = self.before.play(*column).expect("it was generated");
            proof.reason().clone().check(&after).is_ok()
        };
        let alike: Vec<Column> = others.iter().copied().filter(works).collect();
        if alike.is_empty() {
            return None;
        }
        let are_all = alike.len() == others.len() && self.best.len() == 1;
        let moves = if are_all { Vec::new() } else { alike };
        let moves = moves.into_iter().filter_map(|column| self.before.landing(column)).collect();
        Some(Sentence::Alike { moves })
    }

    /// Says that the mistake's own disc is the step up to the hero's winning cell, or to one of the mover's own.
    fn tell_step_up(&self, story: &mut Story) {
        let hero = self.mover().other();
        match story.sentences.first() {
            Some(Sentence::Completes { cell, line, .. }) if *cell == above(self.cell) => {
                let (cell, line, step) = (*cell, line.clone(), self.cell);
                story.idea = Some(Idea::SteppingStone);
                story.highlights.leads.push((step, cell));
                story.sentences = vec![Sentence::StepUp { hero, step, cell, line }];
            }
            _ => story.sentences.splice(0..0, self.wasted()).for_each(drop),
        }
    }

    /// Says that the mistake is the step up to the mover's own winning cell.
    fn wasted(&self) -> Option<Sentence> {
        let (mover, cell) = (self.mover(), above(self.cell));
        winning_cells(self.before, mover).contains(cell).then_some(Sentence::Wasted { mover, cell })
    }
}

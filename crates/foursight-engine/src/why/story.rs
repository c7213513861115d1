//! What a proof tells: its idea, its sentences and the signs on the board.
//!
//! A strategy is told from its first disc on: through forced replies to the point where it wins at once, goes
//! by a rule, or divides.

use foursight::reason::{Answers, Claim, Follow, Overlay, Proof, Reason, Start, Turn};
use foursight::{AnySize, Bitboard, Cell, Player, Position, line};

use super::Idea;
use super::ending::zugzwang_cells;
use super::playout::{Discs, FollowBits};
use super::sentence::{Outcome, Rule, Sentence};
use crate::short_sort::sort_short_by_key;

/// A proof as it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Story {
    pub(super) idea: Option<Idea>,
    pub(super) sentences: Vec<Sentence>,
    pub(super) overlay: Overlay,
}

impl Story {
    pub(super) fn of(proof: &Proof<AnySize>) -> Self {
        let mut teller = Teller::new(proof);
        match &proof.reason().start {
            Start::Hero(turn) => teller.turn(turn),
            Start::Other(answers) => teller.forced_part(None, answers),
        }
        teller.story
    }
}

struct Teller {
    hero: Player,
    claim: Claim,
    /// The position that the strategy has come to.
    position: Position<AnySize>,
    story: Story,
}

impl Teller {
    fn new(proof: &Proof<AnySize>) -> Self {
        let Reason { hero, claim, .. } = *proof.reason();
        Self { hero, claim, position: *proof.position(), story: Story::default() }
    }

    /// The hero is to move at the start.
    fn turn(&mut self, turn: &Turn) {
        match turn {
            Turn::Finish(cell) => {
                let (hero, cell) = (self.hero, *cell);
                let line = completed_line(&self.position, hero, cell);
                self.story.overlay.rings.clone_from(&line);
                self.say(Sentence::Completes { hero, cell, line });
                self.story.idea = Some(Idea::Four);
            }
            Turn::Play(cell, answers) => {
                self.play(*cell);
                self.forced_part(Some(*cell), answers);
            }
        }
    }

    /// The other side is to move, after the hero's first disc in `played`, if it was to move.
    fn forced_part(&mut self, played: Option<Cell>, answers: &Answers) {
        let mut answers = answers;
        let mut blocks = Vec::new();
        let mut discs = Vec::from_iter(played);
        while let (None, [(block, Turn::Play(cell, next))]) = (&answers.follow, &*answers.named) {
            self.play(*block);
            self.play(*cell);
            blocks.push(*block);
            discs.push(*cell);
            answers = next;
        }
        if blocks.is_empty() {
            return self.end(played, answers);
        }
        let blocked = if played.is_none() { Some(blocks.remove(0)) } else { None };
        let block_of = |n: usize| blocks.get(n).copied();
        let steps = discs.iter().enumerate().map(|(n, &cell)| (cell, block_of(n))).collect();
        self.say(Sentence::Forced { hero: self.hero, blocked, steps });
        self.end(None, answers);
        self.story.idea = Some(Idea::ForcedSequence);
        let last = self.story.sentences.pop().expect("the end has been told");
        let is_part = matches!(last, Sentence::NowFour { .. } | Sentence::BlockIsStep { .. });
        self.say(if is_part { last } else { Sentence::AfterThat(Box::new(last)) });
    }

    /// Where no reply is forced: the hero completes a line next, goes by a rule, or divides.
    fn end(&mut self, cell: Option<Cell>, answers: &Answers) {
        match (&*answers.named, &answers.follow) {
            ([], None) => self.tactic(cell),
            ([], Some(follow)) => self.follow(cell, follow, answers),
            (named, follow) => self.branches(cell, named, follow.as_ref(), answers),
        }
    }

    /// Every reply lets the hero complete a line.
    fn tactic(&mut self, cell: Option<Cell>) {
        let hero = self.hero;
        if self.position.n_empty() <= 1 {
            return self.say(Sentence::Fills { hero, cell });
        }
        let wins = self.hero_wins();
        let ends: Vec<Cell> = (wins & self.position.playable_cells()).cells().collect();
        self.story.overlay.rings.extend(&ends);
        if ends.len() > 1 {
            self.story.idea = Some(Idea::DoubleThreat);
            if self.story.overlay.steps.len() > 1 {
                self.say(Sentence::NowFour { cells: ends });
            } else {
                self.say(Sentence::DoubleThreat { hero, cell, ends });
                self.say(Sentence::OnlyOne { hero });
            }
        } else if let Some(&block) = ends.iter().find(|&&end| wins.contains(above(end))) {
            self.story.idea = Some(Idea::ThreatAboveThreat);
            let top = above(block);
            let line = completed_line(&self.position, hero, top);
            self.story.overlay.rings.push(top);
            self.story.overlay.arrows.push((block, top));
            if self.story.overlay.steps.len() <= 1 {
                self.say(Sentence::Threatens { hero, cell, threat: block });
            }
            self.say(Sentence::BlockIsStep { hero, block, cell: top, line });
        } else {
            self.story.idea = Some(Idea::Zugzwang);
            let below = self.position.playable_cells().cells().map(above);
            let finishes: Vec<Cell> = below.filter(|&cell| wins.contains(cell)).collect();
            self.story.overlay.rings.extend(finishes);
            self.say(Sentence::AnyReply { hero, cell });
        }
    }

    /// A rule answers to the end.
    fn follow(&mut self, cell: Option<Cell>, follow: &Follow, answers: &Answers) {
        let hero = self.hero;
        let proof = self.rest(answers);
        let rule = Rule::of(follow, &proof);
        self.story.overlay.links.extend(&rule.pairs);
        let outcome = self.outcome(answers, &proof);
        self.story.idea = Some(match &outcome {
            Outcome::RunsOut { cells, .. } => zugzwang_of(cells),
            Outcome::AlwaysFour { .. } | Outcome::NeverFour { .. } => Idea::FollowUp,
        });
        if let Outcome::RunsOut { cells, .. } = &outcome {
            self.story.overlay.rings.extend(cells);
        }
        self.say(Sentence::Follows { hero, cell, rule, outcome });
    }

    /// Some replies have turns of their own.
    fn branches(
        &mut self,
        cell: Option<Cell>,
        named: &[(Cell, Turn)],
        follow: Option<&Follow>,
        answers: &Answers,
    ) {
        let hero = self.hero;
        let proof = self.rest(answers);
        let rule = follow.map(|follow| Rule::of(follow, &proof));
        self.story.idea = Some(Idea::Branches);
        let named = named.iter().map(|(reply, turn)| (*reply, turn.cell()));
        let named: Vec<(Cell, Cell)> = named.collect();
        self.story.overlay.arrows.extend(&named);
        self.story.overlay.links.extend(rule.iter().flat_map(|rule| &rule.pairs));
        let outcome = self.outcome(answers, &proof);
        self.say(Sentence::Branches { hero, cell, named, rule, outcome });
    }

    /// The strategy from here on.
    fn rest(&self, answers: &Answers) -> Proof<AnySize> {
        let reason =
            Reason { hero: self.hero, claim: self.claim, start: Start::Other(answers.clone()) };
        reason.check(&self.position).expect("the whole strategy was checked")
    }

    /// What the checker sees of it.
    fn outcome(&self, answers: &Answers, proof: &Proof<AnySize>) -> Outcome {
        let n_positions = proof.n_positions();
        if self.claim == Claim::Holds {
            return Outcome::NeverFour { n_positions };
        }
        let is_one_rule = answers.named.is_empty() && !proof.double_threats();
        let Some(follow) = answers.follow.as_ref().filter(|_| is_one_rule) else {
            return Outcome::AlwaysFour { n_positions };
        };
        let follow = FollowBits::new(self.position.size(), follow);
        let cells = zugzwang_cells(&Discs::new(&self.position, self.hero), &follow);
        let Some(&first) = cells.first() else { return Outcome::AlwaysFour { n_positions } };
        let line = completed_line(&self.position, self.hero, first);
        Outcome::RunsOut { cells, line }
    }

    /// The empty cells where the hero completes a line.
    fn hero_wins(&self) -> Bitboard<AnySize> {
        winning_cells(&self.position, self.hero)
    }

    fn play(&mut self, cell: Cell) {
        let player = self.position.side_to_move();
        self.position = self.position.play(cell.column).expect("the strategy was checked");
        self.story.overlay.steps.push((cell, player));
    }

    fn say(&mut self, sentence: Sentence) {
        self.story.sentences.push(sentence);
    }
}

fn above(cell: Cell) -> Cell {
    Cell { row: cell.row + 1, ..cell }
}

/// Odd and even threats have names of their own.
fn zugzwang_of(cells: &[Cell]) -> Idea {
    let n_odd = cells.iter().filter(|cell| cell.row.is_multiple_of(2)).count();
    match n_odd {
        0 => Idea::EvenThreat,
        n if n == cells.len() => Idea::OddThreat,
        _ => Idea::Zugzwang,
    }
}

impl Rule {
    /// The rule with its pairs from left to right, in the strategy of `proof`.
    fn of(follow: &Follow, proof: &Proof<AnySize>) -> Self {
        let in_order = |&(one, two): &(Cell, Cell)| (one.min(two), one.max(two));
        let mut pairs: Vec<(Cell, Cell)> = follow.pairs.iter().map(in_order).collect();
        sort_short_by_key(&mut pairs, |&pair| pair);
        let spare = follow.spare.clone();
        Self {
            double_threats: proof.double_threats(),
            pairs,
            spare,
            blocks: proof.blocks(),
            detours: proof.detours(),
        }
    }
}

/// The empty cells, in reach or not, where `player` completes a line.
pub(super) fn winning_cells(position: &Position<AnySize>, player: Player) -> Bitboard<AnySize> {
    if position.side_to_move() == player {
        position.winning_cells()
    } else {
        position.opponent_winning_cells()
    }
}

/// A line that a disc of `player` in `cell` completes; empty if it completes none.
pub(super) fn completed_line(
    position: &Position<AnySize>,
    player: Player,
    cell: Cell,
) -> Vec<Cell> {
    let discs = position.discs_of(player) | Bitboard::from_cell(position.size(), cell);
    let completed = line::lines(discs).into_iter().find(|line| line.cells.contains(cell));
    completed.map_or_else(Vec::new, |line| line.cells.cells().collect())
}

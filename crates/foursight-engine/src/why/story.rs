//! The contents of an explanation: the proof's idea, its plan and the signs on the board.
//!
//! A plan describes a strategy from its first disc on: through forced replies to the point where it wins at once or
//! answers every disc. A story may be false or too long: [`told`](super::told) finds out.

use foursight::reason::{Answers, Claim, Follow, Proof, Reason, Start, Turn};
use foursight::{AnySize, Bitboard, Cell, Player, Position, line};

use super::ending::{most_often, outcome};
use super::sentence::Sentence;
use super::strategy::{Branch, Disc, Forced, Outcome, Rule, Strategy, Then};
use super::ties::is_mirrored;
use super::{Highlights, Idea};
use crate::short_sort::sort_short_by_key;

/// A proof as the words describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Story {
    pub(super) idea: Option<Idea>,
    pub(super) sentences: Vec<Sentence>,
    pub(super) highlights: Highlights,
}

impl Story {
    /// Every way to describe a proof, the closest first.
    pub(super) fn all(proof: &Proof<AnySize>) -> Vec<Self> {
        let mut teller = Teller::new(proof);
        match &proof.reason().start {
            Start::Hero(Turn::Finish(cell)) => vec![teller.completes(*cell)],
            Start::Hero(Turn::Play(cell, answers)) => teller.plans(Some(*cell), answers),
            Start::Other(answers) => teller.plans(None, answers),
        }
    }
}

struct Teller {
    hero: Player,
    claim: Claim,
    /// The position that the strategy has reached.
    position: Position<AnySize>,
    highlights: Highlights,
}

impl Teller {
    fn new(proof: &Proof<AnySize>) -> Self {
        let Reason { hero, claim, .. } = *proof.reason();
        Self { hero, claim, position: *proof.position(), highlights: Highlights::default() }
    }

    fn completes(&self, cell: Cell) -> Story {
        let hero = self.hero;
        let line = completed_line(&self.position, hero, cell);
        Story {
            idea: Some(Idea::Four),
            highlights: Highlights { cells: line.clone(), ..Highlights::default() },
            sentences: vec![Sentence::Completes { hero, cell, line }],
        }
    }

    /// The hero has the `answers`, after its first disc in `played` if it is to move.
    fn plans(&mut self, played: Option<Cell>, mut answers: &Answers) -> Vec<Story> {
        let mut blocked = None;
        let mut steps: Vec<Disc> = Vec::new();
        if let Some(cell) = played {
            self.play(cell);
            steps.push(Disc { cell, forced: None });
        }
        while let (None, [(reply, Turn::Play(cell, next))]) = (&answers.follow, &*answers.named) {
            let forced = Some(self.forced(*reply));
            *steps.last_mut().map_or(&mut blocked, |step| &mut step.forced) = forced;
            self.play(*reply);
            self.play(*cell);
            steps.push(Disc { cell: *cell, forced: None });
            answers = next;
        }
        let (hero, claim) = (self.hero, self.claim);
        let plan = |then| Strategy { hero, claim, blocked, steps: steps.clone(), then };
        self.ways_on(answers).into_iter().map(|then| self.story(plan(then))).collect()
    }

    fn forced(&self, cell: Cell) -> Forced {
        let threats = winning_cells(&self.position, self.hero) & self.position.playable_cells();
        Forced { cell, is_block: threats.contains(cell) }
    }

    /// The hero's ways to continue when no answer is forced.
    fn ways_on(&self, answers: &Answers) -> Vec<Then> {
        match (&*answers.named, &answers.follow) {
            ([], None) => self.tactic(answers).into_iter().collect(),
            (named, follow) => {
                let mut rules: Vec<Option<&Follow>> = vec![follow.as_ref()];
                let of_branches = named.iter().filter_map(|(_, turn)| last_rule(turn));
                for rule in of_branches.map(Some) {
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
                rules.into_iter().filter_map(|rule| self.answers(named, rule)).collect()
            }
        }
    }

    /// Every reply lets the hero complete a line.
    fn tactic(&self, answers: &Answers) -> Option<Then> {
        if self.position.n_empty() <= 1 {
            return Some(Then::Fills);
        }
        let wins = winning_cells(&self.position, self.hero);
        let ends: Vec<Cell> = (wins & self.position.playable_cells()).cells().collect();
        if ends.len() > 1 {
            return Some(Then::DoubleThreat { ends });
        }
        if let Some(&block) = ends.iter().find(|&&end| wins.contains(above(end))) {
            let cell = above(block);
            let line = completed_line(&self.position, self.hero, cell);
            return Some(Then::ThreatAbove { block, cell, line });
        }
        let (cells, _) = most_often(&self.rest(answers.clone())?);
        Some(Then::AnyReply { cells })
    }

    /// Some replies have turns of their own, and a rule answers the others.
    fn answers(&self, named: &[(Cell, Turn)], follow: Option<&Follow>) -> Option<Then> {
        let branches = named.iter().map(|(reply, turn)| self.branch(*reply, turn));
        let mut branches = branches.collect::<Option<Vec<Branch>>>()?;
        sort_short_by_key(&mut branches, |branch| branch.reply);
        let rule = follow.map(Rule::of);
        let mut then = Then::Answers { branches, rule, outcome: Outcome::Never };
        let rest = self.rest(then.answers())?;
        if let Then::Answers { rule, outcome: told, .. } = &mut then {
            *told = outcome(&rest);
            if let Some(rule) = rule {
                rule.blocks = rest.blocks();
                rule.double_threats = rest.double_threats();
            }
        }
        Some(then)
    }

    /// The answer to `reply`: discs up to the point where the hero follows a rule or completes a line next.
    fn branch(&self, reply: Cell, turn: &Turn) -> Option<Branch> {
        let mut teller = Self { highlights: Highlights::default(), ..*self };
        teller.play(reply);
        let (mut turn, mut steps) = (turn, Vec::new());
        loop {
            let Turn::Play(cell, answers) = turn else { return None };
            teller.play(*cell);
            let (forced, by_rule) = match (&*answers.named, &answers.follow) {
                ([], follow) => (None, follow.is_some()),
                ([(block, next)], None) => {
                    turn = next;
                    (Some(teller.forced(*block)), false)
                }
                _ => return None,
            };
            steps.push(Disc { cell: *cell, forced });
            let Some(forced) = forced else { return Some(Branch { reply, steps, by_rule }) };
            teller.play(forced.cell);
        }
    }

    /// The strategy from here on; `None` if it does not work.
    fn rest(&self, answers: Answers) -> Option<Proof<AnySize>> {
        let reason = Reason { hero: self.hero, claim: self.claim, start: Start::Other(answers) };
        reason.check(&self.position).ok()
    }

    fn story(&self, plan: Strategy) -> Story {
        let mut highlights = self.highlights.clone();
        plan.then.point_out(&mut highlights);
        Story { idea: Some(plan.idea()), sentences: vec![Sentence::Plan(plan)], highlights }
    }

    fn play(&mut self, cell: Cell) {
        let player = self.position.side_to_move();
        self.position = self.position.play(cell.column).expect("the strategy was checked");
        self.highlights.steps.push((cell, player));
    }
}

impl Strategy {
    fn idea(&self) -> Idea {
        match &self.then {
            _ if self.forced().any(|forced| forced.is_block) => Idea::ForcedSequence,
            Then::DoubleThreat { .. } => Idea::DoubleThreat,
            Then::ThreatAbove { .. } => Idea::ThreatAboveThreat,
            Then::AnyReply { .. } | Then::Fills => Idea::Zugzwang,
            Then::Answers { branches, .. } if !branches.is_empty() => Idea::Branches,
            Then::Answers { outcome: Outcome::RunsOut { cells, .. }, .. } => zugzwang_of(cells),
            Then::Answers { .. } => Idea::FollowUp,
        }
    }
}

impl Then {
    fn point_out(&self, Highlights { cells: shown, leads, pairs, .. }: &mut Highlights) {
        match self {
            Self::DoubleThreat { ends } => shown.extend(ends),
            Self::ThreatAbove { block, cell, .. } => {
                shown.extend([*block, *cell]);
                leads.push((*block, *cell));
            }
            Self::AnyReply { cells } => shown.extend(cells),
            Self::Fills => {}
            Self::Answers { branches, rule, outcome } => {
                let answer = |branch: &Branch| Some((branch.reply, branch.steps.first()?.cell));
                leads.extend(branches.iter().filter_map(answer));
                pairs.extend(rule.iter().flat_map(|rule| &rule.pairs));
                if let Outcome::RunsOut { cells, .. } | Outcome::Line { cells, .. } = outcome {
                    shown.extend(cells);
                }
            }
        }
    }
}

impl Rule {
    /// The rule with its pairs from left to right.
    fn of(follow: &Follow) -> Self {
        let in_order = |&(one, two): &(Cell, Cell)| (one.min(two), one.max(two));
        let mut pairs: Vec<(Cell, Cell)> = follow.pairs.iter().map(in_order).collect();
        sort_short_by_key(&mut pairs, |&pair| pair);
        let (double_threats, spare) = (follow.double_threats, follow.spare.clone());
        Self { blocks: false, double_threats, pairs, spare }
    }
}

/// The rule to which the forced answers after `turn` lead.
fn last_rule(turn: &Turn) -> Option<&Follow> {
    match turn {
        Turn::Play(_, Answers { named, follow: None }) => {
            named.iter().find_map(|(_, turn)| last_rule(turn))
        }
        Turn::Play(_, Answers { follow, .. }) => follow.as_ref(),
        Turn::Finish(_) => None,
    }
}

/// The cell above, which a disc in `cell` makes playable.
pub(super) fn above(cell: Cell) -> Cell {
    Cell { row: cell.row + 1, ..cell }
}

/// The idea of a zugzwang; odd and even threats have their own names.
fn zugzwang_of(cells: &[Cell]) -> Idea {
    let n_odd = cells.iter().filter(|cell| cell.row.is_multiple_of(2)).count();
    match n_odd {
        0 => Idea::EvenThreat,
        n if n == cells.len() => Idea::OddThreat,
        _ => Idea::Zugzwang,
    }
}

/// The empty cells, within reach or not, where `player` completes a line.
pub(super) fn winning_cells(position: &Position<AnySize>, player: Player) -> Bitboard<AnySize> {
    if position.side_to_move() == player {
        position.winning_cells()
    } else {
        position.opponent_winning_cells()
    }
}

/// A line that a disc of `player` in `cell` completes; empty if it completes none. A mirror image gets the mirror image
/// of the line.
pub(super) fn completed_line(
    position: &Position<AnySize>,
    player: Player,
    cell: Cell,
) -> Vec<Cell> {
    let discs = position.discs_of(player) | Bitboard::from_cell(position.size(), cell);
    let completed = line::lines(discs).into_iter().filter(|line| line.cells.contains(cell));
    let (falling, first): (Vec<_>, Vec<_>) =
        completed.partition(|line| line.direction == line::Direction::Falling);
    // Of two diagonals the one that rises, or on the mirrored board the one that falls.
    let is_mirrored = is_mirrored(position);
    let is_other = |line: &&line::Line<AnySize>| {
        line.direction != line::Direction::Rising || !is_mirrored || falling.is_empty()
    };
    let found = first.iter().find(is_other).or(falling.first());
    found.map_or_else(Vec::new, |line| line.cells.cells().collect())
}

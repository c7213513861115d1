//! A strategy as the words describe it, and the moves of a player who obeys it literally.

use foursight::reason::{Answers, Claim, Follow, Reason, Start, Turn};
use foursight::{Cell, Column, Player};

/// A strategy as the words describe it: first forced answers, then the hero's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strategy {
    pub(super) hero: Player,
    pub(super) claim: Claim,
    /// The opponent's first answer, if that is forced and the opponent is to move.
    pub(super) blocked: Option<Forced>,
    /// The hero's discs in order; only the last leaves the opponent a choice.
    pub(super) steps: Vec<Disc>,
    pub(super) then: Then,
}

/// One of the hero's discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Disc {
    pub(super) cell: Cell,
    /// The answer to it.
    pub(super) forced: Option<Forced>,
}

/// The only answer that does not lose at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forced {
    pub(super) cell: Cell,
    /// Whether it blocks a threat; if not, every other disc lets the hero complete a line.
    pub(super) is_block: bool,
}

/// The hero's way to continue when no answer is forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// It can complete a line in any of `ends`.
    DoubleThreat { ends: Vec<Cell> },
    /// It threatens `block`, and the block is the step to `cell`, where it completes `line`.
    ThreatAbove { block: Cell, cell: Cell, line: Vec<Cell> },
    /// Any reply lets it complete a line, in one of `cells` unless there are none.
    AnyReply { cells: Vec<Cell> },
    /// The board fills.
    Fills,
    /// It answers every disc.
    Answers { branches: Vec<Branch>, rule: Option<Rule>, outcome: Outcome },
}

/// A reply that needs its own answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) reply: Cell,
    /// The hero's discs, of which only the last leaves the opponent a choice.
    pub(super) steps: Vec<Disc>,
    /// Whether the plan's rule answers from then on; if not, the hero completes a line next.
    pub(super) by_rule: bool,
}

/// A [`Follow`] as the words describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Whether it must also block somewhere.
    pub(super) blocks: bool,
    /// Whether it makes double threats where it can.
    pub(super) double_threats: bool,
    pub(super) pairs: Vec<(Cell, Cell)>,
    pub(super) spare: Vec<Column>,
}

/// The outcome of the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The opponent must play below one of `cells`; if there is only one, the hero completes `line` there. With
    /// `at_latest`, the game ends earlier if the opponent does not block.
    RunsOut { cells: Vec<Cell>, line: Vec<Cell>, at_latest: bool },
    /// The hero completes a line in one of `cells`, as often as `often` says; for a single cell, `line` may be known.
    Line { cells: Vec<Cell>, line: Vec<Cell>, often: Often },
    /// The opponent never completes a line.
    Never,
}

/// The games in which the hero completes a line in the listed cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Often {
    /// In every game.
    Always,
    /// In every game in which the opponent blocks all that it can.
    AtLatest,
    /// In more than half of the positions in which such games end.
    Mostly,
}

impl Strategy {
    /// The strategy of a hero who obeys the plan literally and knows nothing else.
    pub(super) fn reason(&self) -> Reason {
        let answers = self.then.answers();
        let start = match (&self.blocked, &*self.steps) {
            (_, []) => Start::Other(answers),
            (None, steps) => Start::Hero(turn(steps, answers)),
            (Some(Forced { cell, .. }), steps) => {
                Start::Other(Answers { named: vec![(*cell, turn(steps, answers))], follow: None })
            }
        };
        Reason { hero: self.hero, claim: self.claim, start }
    }

    /// The number of lines in its list.
    pub(super) fn n_items(&self) -> usize {
        let n_forced = self.n_forced();
        let n_steps = if n_forced > 0 { self.steps.len() + 1 } else { 0 };
        let Then::Answers { branches, rule, .. } = &self.then else { return n_steps };
        n_steps + branches.len() + rule.as_ref().map_or(0, |rule| rule.pairs.len() + 4)
    }

    /// The rule, if it has one.
    pub(super) fn rule(&self) -> Option<&Rule> {
        match &self.then {
            Then::Answers { rule, .. } => rule.as_ref(),
            _ => None,
        }
    }

    /// The number of the opponent's forced answers at the beginning.
    pub(super) fn n_forced(&self) -> usize {
        self.forced().count()
    }

    /// These answers.
    pub(super) fn forced(&self) -> impl Iterator<Item = Forced> {
        self.steps.iter().filter_map(|step| step.forced).chain(self.blocked)
    }
}

/// The hero plays `steps`, at least one, and continues with `answers`.
fn turn(steps: &[Disc], answers: Answers) -> Turn {
    let (last, before) = steps.split_last().expect("the caller has a step");
    before.iter().rev().fold(Turn::Play(last.cell, answers), |next, step| {
        let named = step.forced.map(|forced| (forced.cell, next)).into_iter().collect();
        Turn::Play(step.cell, Answers { named, follow: None })
    })
}

impl Then {
    pub(super) fn answers(&self) -> Answers {
        let Self::Answers { branches, rule, .. } = self else { return Answers::default() };
        let follow = rule.as_ref().map(Rule::follow);
        let of_branch = |branch: &Branch| {
            let follow = follow.clone().filter(|_| branch.by_rule);
            let answers = Answers { named: Vec::new(), follow };
            (branch.reply, turn(&branch.steps, answers))
        };
        let named = branches.iter().map(of_branch).collect();
        Answers { named, follow }
    }
}

impl Rule {
    pub(super) fn follow(&self) -> Follow {
        Follow {
            double_threats: self.double_threats,
            pairs: self.pairs.clone(),
            spare: self.spare.clone(),
        }
    }

    /// Whether the rule only answers on top.
    pub(super) fn is_on_top(&self) -> bool {
        !self.blocks && !self.double_threats && self.pairs.is_empty() && self.spare.is_empty()
    }
}

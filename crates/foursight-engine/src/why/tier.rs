//! How much a reader has to hold in mind to follow an explanation.

use super::sentence::Sentence;
use super::strategy::{Often, Outcome, Strategy, Then};

/// The maximum number of cells that one glance takes in.
const MAX_CELLS: usize = 2;

/// The maximum number of forced answers in a row that a reader can picture.
const MAX_FORCED: usize = 3;

/// What a reader has to hold in mind to follow an explanation, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// One line, or a stepping stone to one.
    Line,
    /// Two cells: a double threat, or a threat above a threat.
    Threats,
    /// At most three forced answers.
    Forced,
    /// One square below which the other side must play in the end, and one rule: answer on top.
    Square,
    /// Several rules, pairs or squares, answers to single discs, or many forced answers.
    Rules,
    /// A strategy for each of several replies.
    Map,
    /// A plan with positions to know.
    Plan,
    /// An example of best play, which proves nothing, or no reason at all.
    Example,
}

impl Tier {
    /// Every tier.
    pub const ALL: [Self; 8] = [
        Self::Line,
        Self::Threats,
        Self::Forced,
        Self::Square,
        Self::Rules,
        Self::Map,
        Self::Plan,
        Self::Example,
    ];

    /// Its number, from 0 to 7.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Whether a child can repeat the explanation.
    pub fn is_short(self) -> bool {
        self <= Self::Square
    }

    /// The tier of an explanation in these sentences.
    pub(super) fn of(sentences: &[Sentence]) -> Self {
        // A line that was missed says it all.
        if sentences.iter().any(|sentence| matches!(sentence, Sentence::Missed { .. })) {
            return Self::Line;
        }
        sentences.iter().filter_map(Self::of_sentence).max().unwrap_or(Self::Example)
    }

    /// The tier of a sentence that gives a reason.
    fn of_sentence(sentence: &Sentence) -> Option<Self> {
        Some(match sentence {
            Sentence::Completes { .. } | Sentence::StepUp { .. } | Sentence::Fills { .. } => {
                Self::Line
            }
            Sentence::Plan(plan) | Sentence::AfterThat(plan) => Self::of_plan(plan),
            Sentence::Replies(_) => Self::Map,
            Sentence::Planned { .. } => Self::Plan,
            Sentence::NoReason { .. } | Sentence::Example { .. } => Self::Example,
            _ => return None,
        })
    }

    fn of_plan(plan: &Strategy) -> Self {
        let after = match &plan.then {
            Then::Fills => Self::Line,
            Then::DoubleThreat { .. } | Then::ThreatAbove { .. } => Self::Threats,
            Then::AnyReply { cells } if (1..=MAX_CELLS).contains(&cells.len()) => Self::Threats,
            Then::Answers { branches, rule: Some(rule), outcome }
                if branches.is_empty() && rule.is_on_top() && is_one_square(outcome) =>
            {
                Self::Square
            }
            Then::AnyReply { .. } | Then::Answers { .. } => Self::Rules,
        };
        match plan.n_forced() {
            0 => after,
            // The rule would come on top of the answers.
            1..=MAX_FORCED if after <= Self::Threats => Self::Forced,
            _ => Self::Rules,
        }
    }
}

/// Whether every game ends in the same cell or, if the hero only holds, needs none.
fn is_one_square(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::RunsOut { cells, .. }
        | Outcome::Line { cells, often: Often::Always | Often::AtLatest, .. } => cells.len() == 1,
        Outcome::Line { .. } => false,
        Outcome::Never => true,
    }
}

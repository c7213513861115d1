//! An explanation in words, in parts that a program can tell apart.
//!
//! Their texts come from [`Told`](super::told::Told) alone; no other code can write or change one.

use foursight::{Cell, Player};

/// A sentence of an explanation, with the list that belongs to it.
///
/// Only checked facts become one:
///
/// ```compile_fail
/// use foursight_engine::why::{Part, PartKind};
///
/// let text = "Red wins.".to_owned();
/// let unchecked = Part { kind: PartKind::Reason, text, items: Vec::new() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The subject of the sentence.
    pub kind: PartKind,
    pub(super) text: String,
    /// The forced answers, rules or replies that the sentence mentions, in order.
    pub items: Vec<Item>,
}

/// The subject of a sentence in an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// The strategy that wins or holds, or the strategies of a map of replies.
    Reason,
    /// The result, where no reason is found.
    Result,
    /// A line of best play, which proves nothing.
    Example,
    /// A line that the mistake could have completed.
    Missed,
    /// The move that was better than the mistake, and its effect.
    Better,
    /// Other moves that lose to the same strategy.
    Alike,
}

impl PartKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Reason, Self::Result, Self::Example, Self::Missed, Self::Better, Self::Alike];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Result => "result",
            Self::Example => "example",
            Self::Missed => "missed",
            Self::Better => "better",
            Self::Alike => "alike",
        }
    }
}

impl Part {
    /// The sentence, of at most 25 words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The sentence, and below it a line for each item: numbered, or with a tick if it is a reply that has a strategy.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.text.clone()];
        add_lines(&self.items, 2, &mut lines);
        lines
    }
}

fn add_lines(items: &[Item], indent: usize, lines: &mut Vec<String>) {
    for (Item { kind, text, items, .. }, number) in items.iter().zip(1..) {
        let mark = match kind {
            ItemKind::Reply => "✓".to_owned(),
            ItemKind::Open => "–".to_owned(),
            ItemKind::Step | ItemKind::Branch | ItemKind::Rule => format!("{number}."),
        };
        lines.push(format!("{:indent$}{mark} {text}", ""));
        add_lines(items, indent + 4, lines);
    }
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The subject of the item.
    pub kind: ItemKind,
    pub(super) text: String,
    /// The cells that it names, in that order.
    pub cells: Vec<Cell>,
    /// The list of the strategy against a reply.
    pub items: Vec<Item>,
}

impl Item {
    /// A short sentence.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The subject of an item in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A disc and the answer that it forces.
    Step,
    /// The answer to one disc, which can only come next.
    Branch,
    /// A rule for every other disc: the first that can be played and is safe applies.
    Rule,
    /// A disc of the other side, and the strategy against it, or one against each disc that follows.
    Reply,
    /// A disc against which no short strategy was found, or none against some of the discs that follow.
    Open,
}

impl ItemKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Step, Self::Branch, Self::Rule, Self::Reply, Self::Open];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Branch => "branch",
            Self::Rule => "rule",
            Self::Reply => "reply",
            Self::Open => "open",
        }
    }
}

/// The cells that a reason is about, for any renderer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// Cells that matter.
    pub cells: Vec<Cell>,
    /// Pairs of a cell and the cell it leads to.
    pub leads: Vec<(Cell, Cell)>,
    /// Cells that answer each other.
    pub pairs: Vec<(Cell, Cell)>,
    /// The discs of a line of play in order.
    pub steps: Vec<(Cell, Player)>,
}

//! An explanation in words, in parts that a program can tell apart.

use foursight::Cell;

/// A sentence of an explanation, with the list that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the sentence is about.
    pub kind: PartKind,
    /// The sentence, of at most 25 words.
    pub text: String,
    /// What the sentence calls forced answers or rules, in order.
    pub items: Vec<Item>,
}

/// What a sentence of an explanation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// The strategy that wins or holds.
    Reason,
    /// The result, where no reason is found.
    Result,
    /// A line of best play, which proves nothing.
    Example,
    /// A line that the mistake could have completed.
    Missed,
    /// The move that was better than the mistake, and what comes of it.
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
    /// The sentence, and below it a numbered line for each item.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let items = self.items.iter().zip(1..);
        let items = items.map(|(item, number)| format!("  {number}. {}", item.text));
        [self.text.clone()].into_iter().chain(items)
    }
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What the item is about.
    pub kind: ItemKind,
    /// A short sentence.
    pub text: String,
    /// The cells that it names, in this order.
    pub cells: Vec<Cell>,
}

/// What an item of a list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A disc and the answer that it forces.
    Step,
    /// The answer to one disc, which can only come next.
    Branch,
    /// A rule for every other disc: the first that can be played and is safe applies.
    Rule,
}

impl ItemKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Step, Self::Branch, Self::Rule];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Branch => "branch",
            Self::Rule => "rule",
        }
    }
}

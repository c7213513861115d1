//! Marks: the result of a bot or a class for each criterion, and why.

use foursight::{AnySize, Cell, Position};
use foursight_render::{Diagram, TextStyle};
use serde::Serialize;

use super::criterion::Criterion;

/// The marks of a bot or a class.
#[derive(Clone, Debug)]
pub struct Marks {
    pub(crate) name: String,
    /// The author's name in the teacher's file.
    pub(crate) id: Option<String>,
    /// A mark for each criterion, in order.
    pub(crate) criteria: Vec<CriterionMark>,
}

/// The result of a criterion.
#[derive(Clone, Debug, Default)]
pub(crate) struct CriterionMark {
    pub(crate) points: f64,
    pub(crate) outcome: Outcome,
    /// The result in a line.
    pub(crate) result: String,
    /// Examples of what was wrong, with the board.
    pub(crate) examples: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Passed,
    #[default]
    Failed,
    /// There was nothing to measure.
    #[serde(rename = "not tried")]
    NotTried,
}

impl Marks {
    /// The points of all criteria.
    pub fn points(&self) -> f64 {
        self.criteria.iter().map(|mark| mark.points).sum()
    }

    /// The marks of a submission that cannot be run at all.
    pub(crate) fn none(name: &str, criteria: &[Criterion], reason: &str) -> Self {
        let mut marks = vec![CriterionMark::not_tried("nothing could be tried"); criteria.len()];
        if let Some(first) = marks.first_mut() {
            *first = CriterionMark { result: reason.to_owned(), ..CriterionMark::default() };
        }
        Self { name: name.to_owned(), id: None, criteria: marks }
    }
}

impl CriterionMark {
    pub(crate) fn not_tried(reason: &str) -> Self {
        let result = format!("not tried: {reason}");
        Self { outcome: Outcome::NotTried, result, ..Self::default() }
    }

    /// The mark for a criterion that is met in full, or to this extent.
    pub(crate) fn new(criterion: &Criterion, is_met: bool, share: f64, result: String) -> Self {
        let share = if is_met { 1.0 } else { share };
        let points = if is_met || criterion.partial { criterion.points * share } else { 0.0 };
        // Two places are enough for any gradebook.
        let points = (points * 100.0).round() / 100.0;
        let outcome = if is_met { Outcome::Passed } else { Outcome::Failed };
        Self { points, outcome, result, examples: Vec::new() }
    }

    pub(crate) fn with_examples(self, examples: Vec<String>) -> Self {
        Self { examples, ..self }
    }

    /// The result and the examples.
    pub(crate) fn feedback(&self) -> String {
        let paragraphs = std::iter::once(&self.result).chain(&self.examples);
        paragraphs.map(String::as_str).collect::<Vec<_>>().join("\n\n")
    }
}

/// A board as text, with `*` in cells that matter.
pub(crate) fn board(position: &Position<AnySize>, cells: impl IntoIterator<Item = Cell>) -> String {
    let diagram = Diagram::new(position).with_labels(cells.into_iter().map(|cell| (cell, '*')));
    diagram.to_text(TextStyle::Letters)
}

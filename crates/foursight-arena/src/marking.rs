//! Marks for a bot or a board class, by a rubric's criteria.

mod board;
mod bot;
mod criterion;
pub(crate) mod format;
mod games;
mod lessons;
pub(crate) mod names;
pub(crate) mod rubric;

use std::path::PathBuf;

use foursight::{AnySize, Cell, Position};
use foursight_files::printable;
use foursight_render::{Diagram, TextStyle};
use foursight_sandbox::Room;
use serde::Serialize;

use crate::error::Result;
use crate::{Arena, ArenaError, Notice};
use criterion::Criterion;
use format::Format;
use names::Names;
use rubric::{Kind, Rubric};

/// The conditions under which work is marked.
#[derive(Clone, Debug)]
pub struct Marking {
    /// The rubric.
    pub rubric: Rubric,
    /// The IDs of the authors; without it, all work gets marks.
    pub names: Option<Names>,
    /// The teacher's files, which are not work even if they are beside it.
    pub own_files: Vec<PathBuf>,
    /// The seed of openings and levels; the same seed repeats the games.
    pub seed: u64,
    /// The format of the marks; `None` for a table.
    pub format: Option<Format>,
}

/// The marks of everybody whom this machine could grade.
#[derive(Debug, Default)]
pub struct Marked {
    /// The marks.
    pub marks: Vec<Marks>,
    /// The names of the others, with the reasons.
    pub failures: Vec<String>,
}

impl Arena<'_> {
    /// The marks of a bot or a board class, or of all in a folder.
    ///
    /// # Errors
    ///
    /// If there is nothing to grade, this machine cannot grade it, or the work was stopped.
    pub fn mark(&self, work: &str, marking: &Marking) -> Result<Marked> {
        let room = Room::new()?;
        let marked = match marking.rubric.kind {
            Kind::Bot => bot::mark_all(self, work, marking, room.path()),
            Kind::Board => board::mark_all(self, work, marking, room.path()),
        };
        (self.tell)(Notice::Done);
        let mut marked = marked?;
        if let Some(names) = &marking.names {
            marked.marks = self.with_ids(marked.marks, names);
        }
        Ok(marked)
    }

    /// The marks with their authors' IDs; marks without an ID are left out, with a warning.
    fn with_ids(&self, marks: Vec<Marks>, names: &Names) -> Vec<Marks> {
        let known = marks.into_iter().filter_map(|mut marks| {
            marks.id = names.id(&marks.name).map(str::to_owned);
            if marks.id.is_none() {
                self.warn(&printable(&format!(
                    "left out: {} has no ID in {}",
                    marks.name,
                    names.file()
                )));
            }
            marks.id.is_some().then_some(marks)
        });
        let known: Vec<Marks> = known.collect();
        for name in names.without(known.iter().map(|marks| &*marks.name)) {
            self.warn(&printable(&format!("{name} has an ID, but there is nothing to grade")));
        }
        known
    }
}

impl Marked {
    /// Adds somebody's marks. A failure of the machine stops nobody else.
    fn add(&mut self, name: &str, marks: Result<Marks>) -> Result<()> {
        match marks {
            Ok(marks) => self.marks.push(marks),
            Err(ArenaError::Interrupted) => return Err(ArenaError::Interrupted),
            Err(error) => self.failures.push(printable(&format!("{name}: {error}"))),
        }
        Ok(())
    }

    /// The names of those with less than `percent` of the points.
    pub fn below(&self, percent: u8, rubric: &Rubric) -> Vec<&str> {
        let least = f64::from(percent) * rubric.points();
        let below = self.marks.iter().filter(|marks| 100.0 * marks.points() < least);
        below.map(|marks| &*marks.name).collect()
    }
}

impl Marking {
    /// Rejects several submissions in a format for a single one.
    fn refuse_many(&self, n_works: usize) -> Result<()> {
        match self.format.filter(|format| format.is_for_one()) {
            Some(format) if n_works != 1 => Err(ArenaError::Usage(format!(
                "--format {format} holds the marks of one bot, not of a folder; use csv, json or junit"
            ))),
            _ => Ok(()),
        }
    }

    /// The marks as text.
    pub fn text(&self, marks: &[Marks]) -> String {
        format::write(self.format, marks, &self.rubric, self.seed)
    }
}

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
    fn not_tried(reason: &str) -> Self {
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

    fn with_examples(self, examples: Vec<String>) -> Self {
        Self { examples, ..self }
    }

    /// The result and the examples.
    fn feedback(&self) -> String {
        let paragraphs = std::iter::once(&self.result).chain(&self.examples);
        paragraphs.map(String::as_str).collect::<Vec<_>>().join("\n\n")
    }
}

/// A board as text, with `*` in cells that matter.
pub(crate) fn board(position: &Position<AnySize>, cells: impl IntoIterator<Item = Cell>) -> String {
    let diagram = Diagram::new(position).with_labels(cells.into_iter().map(|cell| (cell, '*')));
    diagram.to_text(TextStyle::Letters)
}

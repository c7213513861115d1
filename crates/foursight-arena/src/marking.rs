//! Marks for a bot or a board class, by a rubric's criteria.

mod board;
mod bot;
mod criterion;
pub(crate) mod format;
mod games;
mod lessons;
pub(crate) mod marks;
pub(crate) mod names;
pub(crate) mod rubric;

use std::path::PathBuf;

use foursight_files::printable;
use foursight_sandbox::Room;

use crate::error::Result;
use crate::{Arena, ArenaError, Notice};
use format::Format;
use marks::Marks;
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

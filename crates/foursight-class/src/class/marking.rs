//! Marks: the arena grades each active bot against the rubric in the class's folder, and Moodle imports the marks.

use std::fmt::Write;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};

use foursight_arena::{ArenaError, Format, Kind, csv_text};

use super::arena::until;
use super::finals::rules;
use super::{Class, Inner, Running};
use crate::nickname::stored_name;
use crate::settings::{Marking, Settings};
use crate::store::{Marks, Version};

/// The teacher's own rubric, in the folder of the class.
pub(crate) const RUBRIC: &str = "rubric.toml";

/// The largest rubric that is read, in bytes.
const MAX_RUBRIC: u64 = 64 << 10;

impl Class {
    /// Starts marking all active bots without marks by the current rubric; the inner error says why it cannot start.
    pub(crate) fn start_marking(&self, inner: &mut Inner) -> rusqlite::Result<Result<(), String>> {
        let path = self.options.folder.join(RUBRIC);
        let rubric = match foursight_files::read_text(&path, MAX_RUBRIC) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => {
                let reason = foursight_files::reason(&error);
                return Ok(Err(format!("{}: {reason}", path.display())));
            }
        };
        let mut settings = inner.store.settings()?;
        settings.marking = Marking { is_running: true, rubric };
        inner.store.save_settings(&settings)?;
        inner.unmarked.clear();
        self.wake();
        Ok(Ok(()))
    }

    /// Marks a version, unless the teacher stops the marking.
    pub(super) fn mark(&self, version: &Version) -> Result<(), String> {
        let settings = self.lock().store.settings().map_err(|error| error.to_string())?;
        let is_over = || {
            // If marking was stopped and started again, it may now use another rubric.
            let is_same =
                |now: Settings| now.marking.is_running && now.marked_by() == settings.marked_by();
            self.is_stopping.load(Ordering::Relaxed)
                || !self.lock().store.settings().is_ok_and(is_same)
        };
        let folder = self.folder(&version.folder);
        let name = stored_name(version.pupil);
        let work = |stop: &AtomicBool| {
            let rubric = &*settings.marking.rubric;
            let rubric = if rubric.is_empty() { Kind::Bot.default_rubric() } else { rubric };
            let rubric = rubric.parse().map_err(|error| format!("{RUBRIC}: {error}"))?;
            let marking = foursight_arena::Marking {
                rubric,
                names: None,
                own_files: Vec::new(),
                seed: 1,
                format: Some(Format::Json),
            };
            let (rules, programs) = (settings.rules(), self.programs(&version.folder));
            let marks = self.in_arena(stop, |arena| {
                arena.mark_handed_in(&folder, &name, &marking, rules, &programs)
            });
            match marks {
                Err(ArenaError::Interrupted) => Ok(None),
                marks => {
                    let marks = marks.map_err(|error| error.without_place(&folder))?;
                    Ok(Some(marking.text(&[marks])))
                }
            }
        };
        let marks = until(&is_over, work);
        let is_gone = || matches!(self.lock().store.version(version.id), Ok(None));
        let marks = match marks {
            Ok(None) => return Ok(()),
            Err(_) if is_gone() => return Ok(()),
            Ok(Some(marks)) => marks,
            Err(reason) => return Err(reason),
        };
        let saved = self.lock().store.save_marks(version.id, &settings.marked_by(), &marks);
        saved.map_err(|error| error.to_string())
    }
}

impl Inner {
    /// The next version to mark, if the teacher has requested marks.
    pub(super) fn next_to_mark(
        &mut self,
        settings: &Settings,
    ) -> rusqlite::Result<Option<Version>> {
        if !settings.marking.is_running {
            return Ok(None);
        }
        let key = settings.marked_by();
        let marked = self.store.marks(&key)?;
        let mut left = self.store.current()?;
        let is_left = |id: &i64| !marked.contains_key(id) && !self.unmarked.contains_key(id);
        left.retain(|version| is_left(&version.id));
        if left.is_empty() {
            self.stop_marking()?;
        }
        let is_running = |version: &Version| self.running.contains(&Running::Mark(version.id));
        Ok(left.into_iter().find(|version| !is_running(version)))
    }

    /// Stops marking; existing marks stay.
    pub(crate) fn stop_marking(&mut self) -> rusqlite::Result<()> {
        let mut settings = self.store.settings()?;
        settings.marking.is_running = false;
        self.store.save_settings(&settings)
    }
}

impl Settings {
    /// The key of everything that marks depend on besides the bot: marks with another key are out of date.
    fn marked_by(&self) -> String {
        format!("{}\n{}\n{}", env!("CARGO_PKG_VERSION"), rules(self), self.marking.rubric)
    }
}

/// The marks of a pupil.
pub(crate) struct MarkedPupil {
    pub(crate) nickname: String,
    /// Whether there is a version that plays, or has played until it was benched.
    pub(crate) has_bot: bool,
    /// The marks, once the version has been marked.
    pub(crate) marks: Option<Marks>,
}

impl MarkedPupil {
    /// The part of a line of `marks.csv` after the ID; `None` for a bot that is not marked yet.
    pub(crate) fn grade(&self) -> Option<String> {
        match &self.marks {
            Some(marks) => {
                let feedback = csv_text(&marks.feedback).replace('"', "\"\"");
                Some(format!("{},\"{feedback}\"", marks.points))
            }
            None => (!self.has_bot).then(|| "0,no bot has passed its check".to_owned()),
        }
    }
}

/// The marks of all pupils against the class's rubric, in the order of their nicknames. A pupil's marks do not depend
/// on other pupils.
pub(crate) fn marks(inner: &mut Inner) -> rusqlite::Result<Vec<MarkedPupil>> {
    let table = inner.table()?;
    let mut marks = inner.store.marks(&inner.store.settings()?.marked_by())?;
    let names = inner.names()?;
    for marks in marks.values_mut() {
        marks.feedback = names.read(&marks.feedback);
    }
    let mut pupils: Vec<MarkedPupil> = table
        .rows
        .iter()
        .map(|row| MarkedPupil {
            nickname: row.pupil.nickname.clone(),
            has_bot: row.version.is_some(),
            marks: row.version.as_ref().and_then(|version| marks.remove(&version.id)),
        })
        .collect();
    pupils.sort_by_cached_key(|pupil| pupil.nickname.to_lowercase());
    Ok(pupils)
}

/// `marks.csv`, as Moodle imports it: `ID,grade,feedback`, with the nickname as the ID.
pub(crate) fn marks_csv(pupils: &[MarkedPupil]) -> String {
    let mut text = "ID,grade,feedback\n".to_owned();
    for pupil in pupils {
        if let Some(grade) = pupil.grade() {
            // Nicknames consist of letters, digits and signs that need no quotes, and never begin with a sign that
            // starts a formula.
            writeln!(text, "{},{grade}", pupil.nickname).expect("a string takes all");
        }
    }
    text
}

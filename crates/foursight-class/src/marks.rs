//! A class's marks, by absolute criteria.

use std::fmt::Write;

use foursight_arena::csv_text;

use crate::class::Inner;
use crate::store::Marks;

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
pub(crate) fn csv(pupils: &[MarkedPupil]) -> String {
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

//! The columns that Moodle's grade import reads.

use super::{feedback, points};
use crate::report::exports::text as csv_text;
use crate::{Marks, Rubric};

pub(super) fn write(marks: &[Marks], rubric: &Rubric) -> Result<String, ::csv::Error> {
    let mut csv = ::csv::Writer::from_writer(Vec::new());
    csv.write_record(["ID", "grade", "feedback"])?;
    for marks in marks {
        // An ID comes from the teacher; a name can come from anybody, so it must not be a formula.
        let id = marks.id.clone().unwrap_or_else(|| csv_text(&marks.name));
        csv.write_record([id, points(marks.points()), csv_text(&feedback(marks, rubric))])?;
    }
    let bytes = csv.into_inner().map_err(::csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

//! Formats of marks: JSON, CSV and the table for people here, those of other programs in files of their own.

mod check50;
mod gradescope;
mod junit;

use std::fmt::{self, Write};
use std::iter;

use foursight_files::printable;
use serde_json::{Value, json};

use super::Outcome;
use crate::report::exports::text as csv_text;
use crate::{Marks, Rubric};

/// A format of marks for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// The `results.json` of Gradescope's autograder.
    Gradescope,
    /// The output of `check50 --output json`.
    Check50,
    /// XML in the style of `JUnit`, which Jenkins, `GitLab` and others show.
    Junit,
    /// One JSON object per bot, one per line.
    Json,
    /// The columns ID, grade and feedback for Moodle's grade import.
    Csv,
}

impl Format {
    /// Whether the format holds the marks of a single bot.
    pub(super) fn is_for_one(self) -> bool {
        matches!(self, Self::Gradescope | Self::Check50)
    }
}

/// The marks as text.
pub(super) fn write(format: Option<Format>, marks: &[Marks], rubric: &Rubric, seed: u64) -> String {
    const NEVER: &str = "a string takes all";
    match (format, marks) {
        (Some(Format::Gradescope), [marks, ..]) => gradescope::write(marks, rubric),
        (Some(Format::Check50), [marks, ..]) => check50::write(marks, rubric),
        (Some(Format::Junit), _) => junit::write(marks, rubric).expect(NEVER),
        (Some(Format::Json), _) => json_lines(marks, rubric, seed),
        (Some(Format::Csv), _) => csv_file(marks, rubric).expect(NEVER),
        _ => table(marks, rubric).expect(NEVER),
    }
}

/// Points with no more decimals than they need: `20`, `7.5`.
fn points(points: f64) -> String {
    rounded(points).to_string()
}

/// Points with their noun.
fn with_noun(points: f64) -> String {
    let number = self::points(points);
    let noun = if number == "1" { "point" } else { "points" };
    format!("{number} {noun}")
}

/// Points without the rounding errors of adding them up.
fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// A line for each criterion, and examples of what was wrong.
fn feedback(marks: &Marks, rubric: &Rubric) -> String {
    let lines = rubric.criteria.iter().zip(&marks.criteria).map(|(criterion, mark)| {
        let head =
            format!("{}: {} of {}", criterion.title, points(mark.points), points(criterion.points));
        match mark.outcome {
            Outcome::Passed => head,
            _ => format!("{head}; {}", mark.feedback()),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A unique name for each criterion, for programs: `beats_level_2`.
fn slugs(rubric: &Rubric) -> Vec<String> {
    let mut slugs: Vec<String> = Vec::new();
    for criterion in &rubric.criteria {
        let slug = criterion.check.slug();
        let n_before = slugs
            .iter()
            .filter(|known| **known == slug || known.starts_with(&format!("{slug}__")))
            .count();
        slugs.push(if n_before == 0 { slug } else { format!("{slug}__{}", n_before + 1) });
    }
    slugs
}

/// The columns that Moodle's grade import reads.
fn csv_file(marks: &[Marks], rubric: &Rubric) -> Result<String, csv::Error> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["ID", "grade", "feedback"])?;
    for marks in marks {
        // An ID comes from the teacher; a name can come from anybody, so it must not be a formula.
        let id = marks.id.clone().unwrap_or_else(|| csv_text(&marks.name));
        csv.write_record([id, points(marks.points()), csv_text(&feedback(marks, rubric))])?;
    }
    let bytes = csv.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A JSON object for each bot, one per line.
fn json_lines(marks: &[Marks], rubric: &Rubric, seed: u64) -> String {
    let lines: Vec<String> =
        marks.iter().map(|marks| json_of(marks, rubric, seed).to_string()).collect();
    lines.join("\n") + "\n"
}

fn json_of(marks: &Marks, rubric: &Rubric, seed: u64) -> Value {
    let criteria = rubric.criteria.iter().zip(&marks.criteria).zip(slugs(rubric));
    let criteria: Vec<Value> = criteria
        .map(|((criterion, mark), slug)| {
            json!({
                "check": slug,
                "title": criterion.title,
                "points": mark.points,
                "of": criterion.points,
                "outcome": mark.outcome,
                "result": mark.result,
                "examples": mark.examples,
            })
        })
        .collect();
    json!({
        "name": marks.name,
        "id": marks.id,
        "rubric": rubric.title,
        "seed": seed,
        "points": rounded(marks.points()),
        "of": rounded(rubric.points()),
        "criteria": criteria,
        "feedback": feedback(marks, rubric),
    })
}

/// Marks for people: one bot with its feedback, or a line for each of several.
fn table(marks: &[Marks], rubric: &Rubric) -> Result<String, fmt::Error> {
    match marks {
        [one] => of_one(one, rubric),
        all => of_all(all, rubric),
    }
}

fn of_one(marks: &Marks, rubric: &Rubric) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let (name, title) = (printable(&marks.name), printable(&rubric.title));
    let (got, of) = (points(marks.points()), with_noun(rubric.points()));
    writeln!(text, "{name}: {got} of {of} ({title})\n")?;
    let width =
        rubric.criteria.iter().map(|criterion| criterion.title.chars().count()).max().unwrap_or(0);
    for (criterion, mark) in rubric.criteria.iter().zip(&marks.criteria) {
        let (got, of) = (points(mark.points), points(criterion.points));
        let (title, result) = (printable(&criterion.title), printable(&mark.result));
        writeln!(text, "{got:>5} of {of:<4} {title:<width$}  {result}")?;
    }
    let mut shown: Vec<&String> = Vec::new();
    for (criterion, mark) in rubric.criteria.iter().zip(&marks.criteria) {
        for example in mark.examples.iter().filter(|_| mark.outcome != Outcome::Passed) {
            // A missing method fails several criteria with the same example, which is shown once.
            if shown.contains(&example) {
                continue;
            }
            shown.push(example);
            let example: Vec<String> = example.lines().map(printable).collect();
            writeln!(text, "\n{}: {}", printable(&criterion.title), example.join("\n"))?;
        }
    }
    Ok(text)
}

fn of_all(all: &[Marks], rubric: &Rubric) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let width = all.iter().map(|marks| marks.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(text, "{}\n", printable(&rubric.title))?;
    write!(text, "{:<width$}  points", "name")?;
    for n in 1..=rubric.criteria.len() {
        write!(text, "{:>6}", format!("({n})"))?;
    }
    writeln!(text)?;
    for marks in all {
        write!(text, "{:<width$}  ", printable(&marks.name))?;
        for number in iter::once(marks.points()).chain(marks.criteria.iter().map(|m| m.points)) {
            write!(text, "{:>6}", points(number))?;
        }
        writeln!(text)?;
    }
    writeln!(text)?;
    for (n, criterion) in (1..).zip(&rubric.criteria) {
        let (title, of) = (printable(&criterion.title), with_noun(criterion.points));
        writeln!(text, "({n}) {title}, {of}")?;
    }
    Ok(text)
}

//! Formats of marks.

mod check50;
mod csv;
mod gradescope;
mod json;
mod junit;
mod table;

use super::marks::{Marks, Outcome};
use super::rubric::Rubric;

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
        (Some(Format::Json), _) => json::write(marks, rubric, seed),
        (Some(Format::Csv), _) => csv::write(marks, rubric).expect(NEVER),
        _ => table::write(marks, rubric).expect(NEVER),
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

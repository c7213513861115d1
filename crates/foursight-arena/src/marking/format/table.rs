//! Marks for people.

use std::fmt::{self, Write};
use std::iter;

use foursight_files::printable;

use super::{points, with_noun};
use crate::marking::marks::Outcome;
use crate::{Marks, Rubric};

/// One bot with its feedback, or a line for each of several.
pub(super) fn write(marks: &[Marks], rubric: &Rubric) -> Result<String, fmt::Error> {
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

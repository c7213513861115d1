//! Marks for people.

use std::fmt::Write;

use super::points;
use crate::commands::grade::marks::{Marks, Outcome};
use crate::commands::grade::rubric::Rubric;
use crate::output::printable;

/// One bot with its feedback, or a line for each of several.
pub(super) fn write(marks: &[Marks], rubric: &Rubric) -> String {
    match marks {
        [one] => of_one(one, rubric),
        all => of_all(all, rubric),
    }
}

fn of_one(marks: &Marks, rubric: &Rubric) -> String {
    let mut text = format!(
        "{}: {} of {} points ({})\n\n",
        printable(&marks.name),
        points(marks.points()),
        points(rubric.points()),
        printable(&rubric.title)
    );
    let width =
        rubric.criteria.iter().map(|criterion| criterion.title.chars().count()).max().unwrap_or(0);
    for (criterion, mark) in rubric.criteria.iter().zip(&marks.criteria) {
        let (got, of) = (points(mark.points), points(criterion.points));
        line(
            &mut text,
            &format!(
                "{got:>5} of {of:<4} {:<width$}  {}",
                printable(&criterion.title),
                printable(&mark.result)
            ),
        );
    }
    let mut shown: Vec<&String> = Vec::new();
    for (criterion, mark) in rubric.criteria.iter().zip(&marks.criteria) {
        for example in mark.examples.iter().filter(|_| mark.outcome != Outcome::Passed) {
            // What a class lacks, it lacks for several criteria.
            if shown.contains(&example) {
                continue;
            }
            shown.push(example);
            let example: Vec<String> = example.lines().map(printable).collect();
            line(&mut text, &format!("\n{}: {}", printable(&criterion.title), example.join("\n")));
        }
    }
    text
}

fn of_all(all: &[Marks], rubric: &Rubric) -> String {
    let width = all.iter().map(|marks| marks.name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{}\n\n", printable(&rubric.title));
    let number = |text: String| format!("{text:>6}");
    let numbers: String = (1..=rubric.criteria.len()).map(|n| number(format!("({n})"))).collect();
    line(&mut text, &format!("{:<width$}  points{numbers}", "name"));
    for marks in all {
        let own: String = marks.criteria.iter().map(|mark| number(points(mark.points))).collect();
        line(
            &mut text,
            &format!("{:<width$}  {}{own}", printable(&marks.name), number(points(marks.points()))),
        );
    }
    text.push('\n');
    for (n, criterion) in (1..).zip(&rubric.criteria) {
        line(
            &mut text,
            &format!("({n}) {}, {} points", printable(&criterion.title), points(criterion.points)),
        );
    }
    text
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{}", line.trim_end()).expect("writing to a string does not fail");
}

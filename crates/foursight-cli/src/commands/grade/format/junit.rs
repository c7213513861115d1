//! XML in the style of JUnit, as Jenkins reads it.

use std::fmt::Write;

use super::{points, slugs};
use crate::commands::grade::marks::{Marks, Outcome};
use crate::commands::grade::rubric::Rubric;

pub(super) fn write(marks: &[Marks], rubric: &Rubric) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let count = |outcome| marks.iter().map(|marks| n_of(marks, outcome)).sum::<usize>();
    let n_tests = marks.len() * rubric.criteria.len();
    push(
        &mut xml,
        &format!(
            "<testsuites name=\"{}\" tests=\"{n_tests}\" failures=\"{}\" errors=\"0\">",
            escaped(&rubric.title),
            count(Outcome::Failed)
        ),
    );
    let slugs = slugs(rubric);
    for marks in marks {
        push(
            &mut xml,
            &format!(
                "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">",
                escaped(&marks.name),
                marks.criteria.len(),
                n_of(marks, Outcome::Failed),
                n_of(marks, Outcome::NotTried),
            ),
        );
        push(
            &mut xml,
            &format!(
                "    <properties>\n      <property name=\"points\" value=\"{}\"/>\n      <property name=\"of\" value=\"{}\"/>\n    </properties>",
                points(marks.points()),
                points(rubric.points()),
            ),
        );
        for ((criterion, mark), slug) in rubric.criteria.iter().zip(&marks.criteria).zip(&slugs) {
            push(
                &mut xml,
                &format!(
                    "    <testcase classname=\"{}.{slug}\" name=\"{} ({} points)\">",
                    escaped(&marks.name),
                    escaped(&criterion.title),
                    points(criterion.points),
                ),
            );
            let (result, feedback) = (escaped(&mark.result), escaped(&mark.feedback()));
            push(
                &mut xml,
                &match mark.outcome {
                    Outcome::Passed => format!("      <system-out>{feedback}</system-out>"),
                    Outcome::Failed => format!(
                        "      <failure type=\"{slug}\" message=\"{result}\">{feedback}</failure>"
                    ),
                    Outcome::NotTried => format!("      <skipped message=\"{result}\"/>"),
                },
            );
            push(&mut xml, "    </testcase>");
        }
        push(&mut xml, "  </testsuite>");
    }
    push(&mut xml, "</testsuites>");
    xml
}

fn push(xml: &mut String, line: &str) {
    writeln!(xml, "{line}").expect("writing to a string does not fail");
}

fn n_of(marks: &Marks, outcome: Outcome) -> usize {
    marks.criteria.iter().filter(|mark| mark.outcome == outcome).count()
}

/// Text for XML, which has no control characters, however written.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_write_stays_text() {
        assert_eq!(
            escaped("<a b=\"c\">&\u{1b}\u{0}\n"),
            "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\u{fffd}\n"
        );
    }
}

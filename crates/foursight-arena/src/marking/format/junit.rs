//! XML in the style of `JUnit`, as Jenkins reads it.

use std::fmt::{self, Write};

use super::{points, slugs, with_noun};
use crate::marking::Outcome;
use crate::{Marks, Rubric};

pub(super) fn write(marks: &[Marks], rubric: &Rubric) -> Result<String, fmt::Error> {
    let mut xml = String::new();
    let count = |outcome| marks.iter().map(|marks| n_of(marks, outcome)).sum::<usize>();
    let (n_tests, n_failed) = (marks.len() * rubric.criteria.len(), count(Outcome::Failed));
    let title = escaped(&rubric.title);
    writeln!(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        xml,
        "<testsuites name=\"{title}\" tests=\"{n_tests}\" failures=\"{n_failed}\" errors=\"0\">"
    )?;
    for marks in marks {
        write_suite(&mut xml, marks, rubric)?;
    }
    writeln!(xml, "</testsuites>")?;
    Ok(xml)
}

fn write_suite(xml: &mut String, marks: &Marks, rubric: &Rubric) -> fmt::Result {
    let [n_failed, n_skipped] =
        [Outcome::Failed, Outcome::NotTried].map(|outcome| n_of(marks, outcome));
    let (suite, n_tests) = (escaped(&marks.name), marks.criteria.len());
    writeln!(
        xml,
        "  <testsuite name=\"{suite}\" tests=\"{n_tests}\" failures=\"{n_failed}\" errors=\"0\" skipped=\"{n_skipped}\">"
    )?;
    writeln!(xml, "    <properties>")?;
    for (name, value) in [("points", marks.points()), ("of", rubric.points())] {
        writeln!(xml, "      <property name=\"{name}\" value=\"{}\"/>", points(value))?;
    }
    writeln!(xml, "    </properties>")?;
    for ((criterion, mark), slug) in rubric.criteria.iter().zip(&marks.criteria).zip(slugs(rubric))
    {
        let (title, of) = (escaped(&criterion.title), with_noun(criterion.points));
        writeln!(xml, "    <testcase classname=\"{suite}.{slug}\" name=\"{title} ({of})\">")?;
        let (result, feedback) = (escaped(&mark.result), escaped(&mark.feedback()));
        match mark.outcome {
            Outcome::Passed => writeln!(xml, "      <system-out>{feedback}</system-out>"),
            Outcome::Failed => writeln!(
                xml,
                "      <failure type=\"{slug}\" message=\"{result}\">{feedback}</failure>"
            ),
            Outcome::NotTried => writeln!(xml, "      <skipped message=\"{result}\"/>"),
        }?;
        writeln!(xml, "    </testcase>")?;
    }
    writeln!(xml, "  </testsuite>")
}

fn n_of(marks: &Marks, outcome: Outcome) -> usize {
    marks.criteria.iter().filter(|mark| mark.outcome == outcome).count()
}

/// Text for XML, which cannot contain control characters, even escaped.
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

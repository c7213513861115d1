//! The marks of a class: a table for people, and an export to a gradebook.

use maud::{Markup, html};

use super::{action, frame};
use crate::class::{Inner, MarkedPupil, RUBRIC, marks as all};
use crate::store::Marks;

pub(crate) fn marks_page(inner: &mut Inner) -> rusqlite::Result<Markup> {
    let live = marks(inner)?;
    Ok(frame(
        "Marks",
        &html! {
            h1 { "Marks" }
            p { "Each active bot is tested on its own against a rubric: its mark does not depend on the other pupils' bots. To change the criteria, put a file " code { (RUBRIC) } " into the class folder; " code { "foursight arena grade --print-rubric bot" } " prints one to start from." }
            div data-renew="/class/marks/state" { (live) }
            section.card aria-labelledby="moodle" {
                h2 #moodle { "For Moodle" }
                p { "Moodle needs its own IDs instead of nicknames. Choose your list, a CSV file with the columns name and ID: it stays in this browser, which fills in the IDs." }
                label.button.file { "Choose your list of nicknames and IDs" input #names.visually-hidden type="file" accept=".csv,text/csv"; }
                p #told role="status" {}
                p { a.button href="/class/marks.csv" { "Download marks.csv with nicknames" } }
            }
            p { a.button href="/class/teacher" { "Back to the class" } }
            script src="/class/marks.js" defer {}
        },
    ))
}

/// The progress of marking, and the marks so far.
pub(crate) fn marks(inner: &mut Inner) -> rusqlite::Result<Markup> {
    let settings = inner.store.settings()?;
    let (pupils, names) = (all(inner)?, inner.names()?);
    let n_bots = pupils.iter().filter(|pupil| pupil.has_bot).count();
    let n_marked = pupils.iter().filter(|pupil| pupil.marks.is_some()).count();
    let progress = format!("{n_marked} of {n_bots} bots are marked");
    let whose = if settings.marking.rubric.is_empty() { "the default rubric" } else { RUBRIC };
    let first = pupils.iter().find_map(|pupil| pupil.marks.as_ref());
    Ok(html! {
        @if !inner.unmarked.is_empty() {
            div.notice.bad role="alert" { p { "Not marked:" } pre tabindex="0" { @for reason in inner.unmarked.values() { (names.read(reason)) "\n" } } }
        }
        @if settings.marking.is_running {
            p.notice role="status" { (progress) ", by " (whose) ". Marking a quick bot takes half a minute; the ladder waits." }
            (action("/class/marks/stop", "Stop"))
        } @else {
            @if n_marked > 0 { p.notice.good role="status" { (progress) ", by " (whose) "." } }
            (action("/class/marks/start", "Work out the marks"))
        }
        @if let Some(first) = first { (table(&pupils, first)) }
    })
}

/// A row for each pupil, with the feedback. The page's script reads the cells for a gradebook from this table.
fn table(pupils: &[MarkedPupil], first: &Marks) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Marks" {
            table.marks {
                thead { tr { th scope="col" { "Pupil" } th scope="col" { "Points out of " (first.of) }
                    @for criterion in &first.criteria { th scope="col" { (criterion.title) " (" (criterion.of) ")" } } } }
                tbody {
                    @for pupil in pupils {
                        tr data-name=[pupil.grade().map(|_| &pupil.nickname)] data-grade=[pupil.grade()] {
                            th scope="row" { (pupil.nickname) }
                            @match &pupil.marks {
                                Some(marks) => {
                                    td { strong { (marks.points) } }
                                    @for criterion in &marks.criteria { td { (criterion.points) } }
                                }
                                None => td colspan=(first.criteria.len() + 1) {
                                    @if pupil.has_bot { "not marked yet" } @else { "no bot has passed its check" }
                                },
                            }
                        }
                    }
                }
            }
        }
        @for pupil in pupils {
            @if let Some(marks) = &pupil.marks {
                details.card { summary { "Feedback for " (pupil.nickname) } pre tabindex="0" { (marks.feedback) } }
            }
        }
    }
}

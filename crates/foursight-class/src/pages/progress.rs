//! The page of a class that plays and learns, and the table of its progress.

use maud::{Markup, html};

use super::{action, frame};
use crate::class::Inner;
use crate::store::{Progress, Pupil};

/// A pupil's own page. Its script tells the game's views in this browser to report what is done.
pub(crate) fn play(inner: &Inner, pupil: &Pupil, class_code: &str) -> rusqlite::Result<Markup> {
    let (name, table) = (inner.store.settings()?.name, progress(inner)?);
    Ok(frame(
        &pupil.nickname,
        &html! {
            h1 { (pupil.nickname) }
            p.quiet { (name) " · " a href={ "/class/live/" (class_code) } { "Table" } " · " a href="/class/slip" { "My slip" } }
            @if !pupil.is_admitted { p.notice { "Wait until the teacher has admitted you, then reload this page." } }
            div.ways data-reports="true" {
                div.card { a.button.primary href="/" { "Play" } p { "Beat a level, or play a friend: send a link or show a code." } }
                div.card { a.button href="/learn" { "Learn" } p { "One idea in each short exercise." } }
                div.card { a.button href="/puzzles" { "Puzzles" } p { "Find the one disc that wins or saves the draw." } }
            }
            div data-renew={ "/class/live/" (class_code) "/table" } { (table) }
            p.quiet { "Your browser reports each exercise, puzzle and level that you have done. The class sees how many." }
            (action("/class/leave", "Sign out of this computer"))
        },
    ))
}

/// The progress of the class.
pub(crate) fn progress(inner: &Inner) -> rusqlite::Result<Markup> {
    let (rows, warning) = (inner.store.progress()?, inner.store.warning()?);
    Ok(html! {
        @if let Some(warning) = warning { p.notice { (warning) } }
        div.wide tabindex="0" role="region" aria-label="Progress of each pupil" {
            table.standings {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Exercises" } th scope="col" { "Puzzles" }
                    th scope="col" { "Beat" } } }
                tbody {
                    @for Progress { pupil, n_exercises, n_puzzles, level } in &rows {
                        tr {
                            th scope="row" { (pupil.shown()) }
                            td { (n_exercises) } td { (n_puzzles) }
                            td { @match level { Some(level) => { "level " (level) }, None => "–" } }
                        }
                    }
                }
            }
        }
        @if rows.is_empty() { p.quiet { "Nobody has joined yet." } }
    })
}

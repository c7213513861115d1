//! Final tournaments on the teacher's page.

use maud::{Markup, html};

use super::{action, ago};
use crate::bot::LEVELS;
use crate::class::{Class, FORMS, Inner, MAX_PAIRS};
use crate::store::{Final, FinalState};

/// The number of places that a page lists.
const N_PLACES: usize = 10;

/// The teacher's view of final tournaments, the last one first, with the form to start one.
pub(crate) fn list(class: &Class, inner: &Inner) -> rusqlite::Result<Markup> {
    let all = inner.store.finals()?;
    let is_running = all.iter().any(|one| one.state == FinalState::Running);
    let finals = all.iter().rev().map(|one| final_of(class, inner, one, is_running));
    let finals: Vec<Markup> = finals.collect::<rusqlite::Result<_>>()?;
    Ok(html! {
        @for one in &finals { (one) }
        @if !is_running { (form()) }
    })
}

pub(super) fn finals(class: &Class, inner: &Inner) -> rusqlite::Result<Markup> {
    let list = list(class, inner)?;
    Ok(html! {
        section.card aria-labelledby="final" {
            h2 #final { "Final tournament" }
            p.quiet { "All active bots meet once more. The ladder is paused meanwhile." }
            div data-renew="/class/finals" { (list) }
        }
    })
}

/// The address of the page that replays the games of a final tournament; `None` until one of them is over.
pub(super) fn report_of(class: &Class, one: &Final) -> Option<String> {
    (class.n_games(&one.folder) > 0).then(|| format!("/class/final/{}/report", one.id))
}

/// The class's view of the last final tournament.
pub(crate) fn last_final(class: &Class, inner: &Inner) -> rusqlite::Result<Markup> {
    let all = inner.store.finals()?;
    let Some(last) = all.last() else { return Ok(html! {}) };
    let places = places(class, inner, last)?;
    Ok(html! {
        h2 { "Final tournament" }
        p {
            (state_of(class, last))
            @if let Some(report) = report_of(class, last) { " · " a href=(report) { "Replay the games" } }
        }
        (places)
    })
}

fn state_of(class: &Class, one: &Final) -> Markup {
    let n_games = class.n_games(&one.folder);
    let state = match one.state {
        FinalState::Running => format!("running, {n_games} games so far"),
        FinalState::Ended => format!("{n_games} games"),
        FinalState::Stopped => format!("stopped after {n_games} games"),
    };
    html! { strong { (name_of(&one.form)) } ", " (state) ", started " (ago(one.started_at)) }
}

fn final_of(
    class: &Class,
    inner: &Inner,
    one: &Final,
    is_running: bool,
) -> rusqlite::Result<Markup> {
    let path = |what: &str| format!("/class/final/{}/{what}", one.id);
    let places = places(class, inner, one)?;
    let trouble = inner.names()?.read(&one.trouble);
    Ok(html! {
        div.notice {
            p { (state_of(class, one)) }
            @if !trouble.is_empty() { p { "The tournament could not continue: " (trouble) } }
            (places)
            div.actions {
                @match one.state {
                    FinalState::Running => (action(&path("stop"), "Stop it")),
                    FinalState::Ended => a.button href=(path("report")) { "Report" },
                    FinalState::Stopped => @if !is_running { (action(&path("resume"), "Resume")) },
                }
                @if one.state != FinalState::Running { (action(&path("remove"), "Delete it")) }
            }
        }
    })
}

/// The first places, once it is over.
fn places(class: &Class, inner: &Inner, one: &Final) -> rusqlite::Result<Markup> {
    let places = class.places(inner, &one.folder)?;
    Ok(html! {
        @if one.state != FinalState::Running && !places.is_empty() {
            p { "Top places, with their points:" }
            ol {
                @for place in places.iter().take(N_PLACES) {
                    li { (place.name) ": " (place.points) }
                }
            }
        }
    })
}

/// The name of a tournament format for people.
fn name_of(schedule: &str) -> &str {
    let form = FORMS.iter().find(|(form, _)| *form == schedule);
    form.and_then(|(_, words)| words.split(':').next()).unwrap_or(schedule)
}

fn form() -> Markup {
    html! {
        form.fields method="post" action="/class/final" {
            label for="schedule" { "Format" }
            select #schedule name="schedule" {
                @for (form, words) in FORMS { option value=(form) { (words) } }
            }
            label for="pairs" { "Pairs of games per meeting" }
            input #pairs name="pairs" type="number" min="1" max=(MAX_PAIRS) value="1" required;
            label for="level" { "Add a level (in a gauntlet, it plays every bot)" }
            select #level name="level" {
                option value="" { "none" }
                @for level in 0..LEVELS.len() { option value=(level) { "level " (level) } }
            }
            button.primary { "Start" }
        }
    }
}

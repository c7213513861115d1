//! Final tournaments on the page of the teacher.

use maud::{Markup, html};

use super::{action, ago};
use crate::class::{Class, FORMS, Inner, MAX_PAIRS};
use crate::seat::LEVELS;
use crate::store::{Final, FinalState};

/// Places that a page lists.
const N_PLACES: usize = 10;

/// What the teacher starts and sees of final tournaments.
pub(crate) fn finals(class: &Class, inner: &Inner) -> rusqlite::Result<Markup> {
    let all = inner.store.finals()?;
    let is_running = all.iter().any(|one| one.state == FinalState::Running);
    Ok(html! {
        section.card aria-labelledby="final" {
            h2 #final { "Final tournament" }
            p.quiet { "All bots that play now meet once more. The ladder rests meanwhile." }
            @for one in all.iter().rev() { (final_of(class, one, is_running)) }
            @if !is_running { (form()) }
        }
    })
}

fn final_of(class: &Class, one: &Final, is_running: bool) -> Markup {
    let path = |what: &str| format!("/class/final/{}/{what}", one.id);
    let state = match one.state {
        FinalState::Running => format!("running, {} games so far", class.n_games(&one.folder)),
        FinalState::Ended => format!("{} games", class.n_games(&one.folder)),
        FinalState::Stopped => format!("stopped after {} games", class.n_games(&one.folder)),
    };
    html! {
        div.notice {
            p { strong { (name_of(&one.form)) } ", " (state) ", started " (ago(one.started_at)) }
            @if !one.trouble.is_empty() { p { "It could not continue: " (one.trouble) } }
            @if one.state != FinalState::Running { (places(class, one)) }
            div.actions {
                @match one.state {
                    FinalState::Running => (action(&path("stop"), "Stop it")),
                    FinalState::Ended => a.button href=(path("report")) { "Report" },
                    FinalState::Stopped => @if !is_running { (action(&path("resume"), "Go on")) },
                }
                @if one.state != FinalState::Running { (action(&path("remove"), "Delete it")) }
            }
        }
    }
}

/// The first places, if they are known.
pub(crate) fn places(class: &Class, one: &Final) -> Markup {
    let places = class.places(&one.folder).unwrap_or_default();
    html! {
        @if !places.is_empty() {
            p { "Top places, with their points:" }
            ol {
                @for place in places.iter().take(N_PLACES) {
                    li { (place.name) ": " (place.points) }
                }
            }
        }
    }
}

/// How people call a form of a tournament.
pub(crate) fn name_of(schedule: &str) -> &str {
    let form = FORMS.iter().find(|(form, _)| *form == schedule);
    form.and_then(|(_, words)| words.split(':').next()).unwrap_or(schedule)
}

fn form() -> Markup {
    html! {
        form.fields method="post" action="/class/final" {
            label for="schedule" { "Form" }
            select #schedule name="schedule" {
                @for (form, words) in FORMS { option value=(form) { (words) } }
            }
            label for="pairs" { "Pairs of games in a meeting" }
            input #pairs name="pairs" type="number" min="1" max=(MAX_PAIRS) value="1" required;
            label for="level" { "A level takes part; in a gauntlet it meets all bots" }
            select #level name="level" {
                option value="" { "none" }
                @for level in 0..LEVELS.len() { option value=(level) { "level " (level) } }
            }
            button.primary { "Start" }
        }
    }
}

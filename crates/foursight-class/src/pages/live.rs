//! The table on the projector.

use maud::{Markup, html};

use super::{frame, games, meaning, running, strength};
use crate::class::Inner;

/// Games that the projector lists.
const N_GAMES: u32 = 6;

/// The page for the projector.
pub(crate) fn live_page(inner: &mut Inner, code: &str) -> rusqlite::Result<Markup> {
    let name = inner.store.settings()?.name;
    let content = live(inner)?;
    Ok(frame(
        &name,
        &html! {
            h1 { (name) }
            div data-renew={ "/class/live/" (code) "/table" } { (content) }
        },
    ))
}

/// What changes on it.
pub(crate) fn live(inner: &mut Inner) -> rusqlite::Result<Markup> {
    let table = inner.table()?;
    let (settings, last) = (inner.store.settings()?, inner.store.last_games(N_GAMES)?);
    let (playing, games) = (running(inner)?, games(inner, &last)?);
    Ok(html! {
        @if settings.is_paused { p.notice { "The ladder is paused." } }
        div.wide tabindex="0" role="region" aria-label="Table" {
            table.standings {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Strength" } th scope="col" { "Rating" }
                    th scope="col" { "Games" } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            th scope="row" { (row.pupil.shown()) }
                            td { (meaning(row)) } td { (strength(row)) } td { (row.n_games) }
                        }
                    }
                }
            }
        }
        @if table.rows.is_empty() { p.quiet { "Nobody has joined yet." } }
        p.quiet { "Level 0 plays at random and is rated 0; level 10 plays perfectly and is rated 1312. After ± stands half of the interval that holds the true rating in 19 of 20 cases." }
        h2 { "Playing now" }
        @if playing.is_empty() { p.quiet { "No game is running." } }
        ul { @for [red, yellow] in &playing { li { (red) " against " (yellow) } } }
        @if !last.is_empty() { h2 { "Last games" } (games) }
    })
}

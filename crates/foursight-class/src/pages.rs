//! The pages of a class, as HTML that works without scripts; a small script updates the live parts.

mod editor;
mod finals;
mod marks;
mod projector;
mod pupil;
mod teacher;

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use foursight::{Player, Size};
use maud::{DOCTYPE, Markup, html};

use crate::class::{Class, Inner};
use crate::store::{GameRow, now};
use crate::table::TableRow;
pub(crate) use finals::list as list_of_finals;
pub(crate) use marks::{marks, marks_page};
pub(crate) use projector::{boards, live, live_game, live_game_page, live_page};
pub(crate) use pupil::{PupilView, entry, lists, log, play, pupil, slip, state};
pub(crate) use teacher::{TeacherView, cards, teacher};

/// The frame of every page; the header is added when it is sent.
pub(crate) fn frame(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="/assets/icons/icon.svg";
                link rel="stylesheet" href="/class/style.css";
                script src="/class/theme.js" {}
                script src="/class/live.js" defer {}
            }
            body {
                a.skip-link href="#main" { "Skip to the content" }
                main #main { (content) }
            }
        }
    }
}

/// A page with a message and a way back.
pub(crate) fn message(title: &str, text: &str, back: &str) -> Markup {
    frame(
        title,
        &html! {
            h1 { (title) }
            p.notice role="alert" { (text) }
            p { a.button href=(back) { "Back" } }
        },
    )
}

/// A page that asks before a link replaces another one in this browser.
pub(crate) fn confirm(who: &str, link: &str) -> Markup {
    let title = format!("Continue as {who}?");
    frame(
        &title,
        &html! {
            h1 { (title) }
            p.notice { "You have opened a secret link. Continue only if it is yours: this browser then uses it instead of another one." }
            (action(link, &format!("Continue as {who}")))
            p { a.button href="/class" { "Back" } }
        },
    )
}

/// A form with only a button.
pub(crate) fn action(path: &str, label: &str) -> Markup {
    html! { form method="post" action=(path) { button { (label) } } }
}

/// A QR code as a picture in the page.
pub(crate) fn code(class: &Class, address: &str, what: &str) -> Markup {
    let svg = (class.equipment.code)(address).unwrap_or_default();
    html! { img.code src=(data_url(&svg)) alt=(what) width="240" height="240"; }
}

/// A picture as a data URL.
fn data_url(svg: &str) -> String {
    format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(svg))
}

/// The time since an event, in words.
pub(crate) fn ago(time_ms: i64) -> String {
    let seconds = Duration::from_millis((now() - time_ms).max(0) as u64).as_secs();
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// A rating with its interval.
pub(crate) fn strength(row: &TableRow) -> String {
    row.rating.map_or_else(String::new, |rating| {
        format!("{:.0} ± {:.0}", rating.elo.round() + 0.0, rating.error_95)
    })
}

/// The number of games from which a rating is meaningful.
const MIN_GAMES: usize = 10;

/// An explanation of a rating.
pub(crate) fn meaning(row: &TableRow) -> String {
    if row.version.is_none() {
        return "no bot yet".to_owned();
    }
    if row.is_benched() {
        return "benched".to_owned();
    }
    match (row.rating, row.beats()) {
        (None, _) => "playing its first games".to_owned(),
        // The first results may be far from those that follow.
        _ if row.n_games < MIN_GAMES => "playing its first games".to_owned(),
        (Some(_), None) => "not sure yet".to_owned(),
        (Some(_), Some(level)) => format!("beats level {level}"),
    }
}

/// A table of games.
pub(crate) fn games(inner: &Inner, rows: &[GameRow]) -> rusqlite::Result<Markup> {
    let of_row = |row: &GameRow| -> rusqlite::Result<[String; 2]> {
        Ok([inner.name(row.bots[0])?, inner.name(row.bots[1])?])
    };
    let names = rows.iter().map(of_row).collect::<rusqlite::Result<Vec<_>>>()?;
    let connect = inner.store.settings()?.size.connect();
    Ok(html! {
        div.wide tabindex="0" role="region" aria-label="Games" {
            table {
                thead { tr { th scope="col" { "Game" } th scope="col" { "Red" } th scope="col" { "Yellow" }
                    th scope="col" { "Result" } th scope="col" { "When" } } }
                tbody {
                    @for (row, [red, yellow]) in rows.iter().zip(&names) {
                        tr {
                            td { a href={ "/class/game/" (row.id) "#game-" (row.id) } { (row.id) } }
                            td { (red) } td { (yellow) }
                            td { (result_in_words(row, [red, yellow], connect)) }
                            td { (ago(row.played_at)) }
                        }
                    }
                }
            }
        }
    })
}

/// The result of a game, as in `Fox won: four in a row`. The full reason of a fault may quote the player's output.
fn result_in_words(row: &GameRow, [red, yellow]: [&str; 2], connect: usize) -> String {
    let winner = match row.game.result.winner() {
        Some(Player::First) => format!("{red} won"),
        Some(Player::Second) => format!("{yellow} won"),
        None => "draw".to_owned(),
    };
    format!("{winner}: {}", row.game.ending.in_words(connect))
}

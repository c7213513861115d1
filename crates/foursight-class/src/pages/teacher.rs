//! The teacher's page.

use foursight::{AnySize, Size};
use maud::{Markup, html};

use super::finals::finals;
use super::pupil::progress;
use super::{action, code, frame, meaning, strength};
use crate::class::{Class, Inner};
use crate::client::MAX_JOINS;
use crate::languages::LANGUAGES;
use crate::settings::Settings;
use crate::store::Pupil;
use crate::table::TableRow;

/// Data for the teacher's page that is not in the database.
pub(crate) struct TeacherView<'a> {
    pub(crate) class: &'a Class,
    /// The address of the class for this browser.
    pub(crate) site: &'a str,
    /// Whether other machines cannot reach this address.
    pub(crate) is_local: bool,
    /// The warning that the class saw before this visit.
    pub(crate) warning: Option<String>,
}

pub(crate) fn teacher(inner: &mut Inner, view: &TeacherView<'_>) -> rusqlite::Result<Markup> {
    let (settings, pupils, class_code) =
        (inner.store.settings()?, cards(inner)?, inner.store.code()?);
    let (given_up, finals) = (given_up(inner)?, finals(view.class, inner)?);
    let has_uploads = !inner.store.folders()?.is_empty();
    let (names, progress) = (inner.names()?, progress(inner)?);
    let join = format!("{}/class/join/{class_code}", view.site);
    Ok(frame(
        &settings.name,
        &html! {
            h1 { (settings.name) }
            @if let Some(warning) = &view.warning {
                p.notice { (warning) " You have just opened it, so everything stays for another " (settings.weeks) " weeks." }
            }
            @if let Some((reason, _)) = &inner.trouble {
                p.notice.bad role="alert" { "The ladder has stopped: " (names.read(reason)) ". The server tries again every half minute." }
            }
            @if let Some(reason) = inner.removal_trouble() {
                p.notice.bad role="alert" { "Something that was removed is still on disk: " (reason) ". The server tries again every second; if that does not help, delete it by hand." }
            }
            section.card aria-labelledby="join" {
                h2 #join { "Join" }
                @if view.is_local {
                    p.notice { "Pupils cannot reach this address from other computers. Start the server with --listen 0.0.0.0:" (port(view.site)) " and open this page at this computer's name or address." }
                }
                (code(view.class, &join, "QR code with which pupils join"))
                p { "Pupils open " code.link { (view.site) "/class" } " and type the code" }
                p.class-code { (class_code) }
                (action("/class/teacher/code", "New class code"))
                p.quiet { "The old code and all links with it stop working; pupils keep their slips." }
                p { a.button href={ "/class/live/" (class_code) } { "Table for the projector" } }
            }
            @if settings.only_plays {
                section.card aria-labelledby="progress" {
                    h2 #progress { "Progress" }
                    p.quiet { "What pupils' browsers report: how many exercises and puzzles they have solved, and the highest level beaten." }
                    div data-renew={ "/class/live/" (class_code) "/table" } { (progress) }
                }
            } @else { section.card aria-labelledby="ladder" {
                h2 #ladder { "Ladder" }
                div.actions {
                    @if settings.is_paused { (action("/class/teacher/resume", "Resume the ladder")) }
                    @else { (action("/class/teacher/pause", "Pause the ladder")) }
                    @if settings.is_frozen { (action("/class/teacher/thaw", "Allow uploads")) }
                    @else { (action("/class/teacher/freeze", "Stop uploads")) }
                }
                @if !given_up.is_empty() {
                    div.notice {
                        p { "These games failed three times, through no fault of their players. To play them, pause and resume the ladder." }
                        ul { @for ([red, yellow], reason) in &given_up { li { (red) " against " (yellow) ": " (reason) } } }
                    }
                }
                div.actions {
                    a.button href="/class/report" { "Game report" }
                    a.button href="/class/games.txt" { "Download all games" }
                    a.button href="/class/marks" { "Marks" }
                    a.button href="/class/everything.zip" { "Download everything" }
                }
            }
            (finals) }
            h2 { "Pupils" }
            div data-renew="/class/pupils" { (pupils) }
            (settings_form(&settings, has_uploads))
            (action("/class/leave", "Sign out of this computer"))
            section.card aria-labelledby="delete" {
                h2 #delete { "Delete the class" }
                p { "Deletes all nicknames, uploads, games and settings from this computer. Download what you want to keep first." }
                form.row method="post" action="/class/teacher/delete" {
                    label { input type="checkbox" name="sure" value="yes" required; " I want to delete everything" }
                    button { "Delete" }
                }
            }
        },
    ))
}

/// All pupils, each with what the teacher can do.
pub(crate) fn cards(inner: &mut Inner) -> rusqlite::Result<Markup> {
    let (table, pupils) = (inner.table()?, inner.store.pupils()?);
    // Without bots, there is no strength.
    let rows = if inner.store.settings()?.only_plays { &[] } else { &*table.rows };
    let row_of = |pupil: &Pupil| rows.iter().find(|row| row.pupil.id == pupil.id);
    Ok(html! {
        @if pupils.is_empty() { p.quiet { "Nobody has joined yet." } } @else { (many(&pupils)) }
        @for pupil in &pupils { (card(pupil, row_of(pupil))) }
    })
}

/// The form for several pupils at once; those who wait are ticked.
fn many(pupils: &[Pupil]) -> Markup {
    let n_waiting = pupils.iter().filter(|pupil| !pupil.is_admitted).count();
    html! {
        @if n_waiting > 0 {
            p.notice role="status" {
                "Waiting for you to admit them: " (n_waiting) ". If more than " (MAX_JOINS) " pupils join from one address within a minute, the others wait even if you do not require it. If your class shares one address, start the server with --trust-network."
            }
        }
        details.card {
            summary { "Admit or remove several pupils" }
            form.fields method="post" action="/class/pupils/remove" {
                fieldset {
                    legend { "Pupils" }
                    @for pupil in pupils {
                        label { input type="checkbox" name="pupil" value=(pupil.id) checked[!pupil.is_admitted]; " " (pupil.nickname)
                            @if !pupil.is_admitted { " (waiting)" } }
                    }
                }
                button formaction="/class/pupils/admit" formnovalidate { "Admit them" }
                label { input type="checkbox" name="sure" value="yes" required; " Remove them with all versions and games" }
                button { "Remove them" }
            }
        }
    }
}

/// The port in the address of a server.
fn port(site: &str) -> &str {
    let port = site.rsplit_once(':').map(|(_, port)| port);
    port.filter(|port| port.parse::<u16>().is_ok()).unwrap_or("80")
}

/// The pairs that are not played for now, and the reasons.
fn given_up(inner: &Inner) -> rusqlite::Result<Vec<([String; 2], String)>> {
    let names = inner.names()?;
    let pairs = inner.given_up.iter().map(|pair| {
        let [red, yellow] = pair.bots;
        Ok(([inner.name(red)?, inner.name(yellow)?], names.read(&pair.reason)))
    });
    pairs.collect()
}

fn card(pupil: &Pupil, row: Option<&TableRow>) -> Markup {
    let path = |action: &str| format!("/class/pupil/{}/{action}", pupil.id);
    html! {
        details.card {
            summary {
                strong { (pupil.nickname) }
                @if pupil.is_hidden { " (hidden)" }
                @if !pupil.is_admitted { " is waiting to be admitted" }
                @if let Some(row) = row { " · " (meaning(row)) " " (strength(row)) }
            }
            div.actions {
                a.button href={ "/class/pupil/" (pupil.id) } { "Versions, games and logs" }
                @if !pupil.is_admitted { (action(&path("admit"), "Admit")) }
                @if pupil.is_hidden { (action(&path("show"), "Show the nickname")) }
                @else { (action(&path("hide"), "Hide the nickname")) }
                (action(&path("slip"), "New slip"))
            }
            form.row method="post" action=(path("rename")) {
                label for={ "name-" (pupil.id) } { "New nickname" }
                input id={ "name-" (pupil.id) } name="nickname" maxlength="20" required autocomplete="off";
                button { "Rename" }
            }
            form.row method="post" action=(path("remove")) {
                label { input type="checkbox" name="sure" value="yes" required; " Remove " (pupil.nickname) " with all versions and games" }
                button { "Remove" }
            }
        }
    }
}

fn settings_form(settings: &Settings, has_uploads: bool) -> Markup {
    let size = settings.size;
    let board = format!("{}x{}", size.width(), size.height());
    html! {
        form.card method="post" action="/class/teacher/settings" {
            h2 { "Settings" }
            label for="name" { "Class name" }
            input #name name="name" value=(settings.name) required maxlength="60";
            @if has_uploads {
                input type="hidden" name="board" value=(board);
                input type="hidden" name="connect" value=(size.connect());
                p { "Board " (board) ", " (size.connect()) " in a row. The board can no longer be changed, because a bot has been handed in." }
            } @else {
                label for="board" { "Board, columns x rows" }
                input #board name="board" value=(board) required;
                label for="connect" { "Discs in a row needed to win" }
                input #connect name="connect" type="number" min=(AnySize::MIN_CONNECT) max=(AnySize::MAX_CONNECT) value=(size.connect()) required;
            }
            label for="clock" { "Clock, such as 1s for a move or 60s+1s for a game" }
            input #clock name="clock" value=(settings.clock()) required;
            label for="games" { "Games per version" }
            input #games name="games" type="number" min="1" max="1000" value=(settings.n_games) required;
            label for="weeks" { "Weeks without use before everything is deleted" }
            input #weeks name="weeks" type="number" min="1" max="52" value=(settings.weeks) required;
            fieldset {
                legend { "Languages" }
                @for language in &LANGUAGES {
                    label { input type="checkbox" name="language" value=(language.name) checked[settings.allows(language.name)]; " " (language.name)
                        @if !language.is_installed() { " (not on this machine)" } }
                }
            }
            label { input type="checkbox" name="plays" value="yes" checked[settings.only_plays]; " Pupils write no bots: they only play and learn" }
            label { input type="checkbox" name="approval" value="yes" checked[settings.approval]; " Pupils wait until I admit them" }
            button.primary { "Save" }
        }
    }
}

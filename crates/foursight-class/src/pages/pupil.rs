//! The pages of a pupil: joining, the slip, the pupil's bots, and the result of a check; and those of a class that plays
//! and learns.

use maud::{Markup, html};

use super::editor::hand_in;
use super::finals::report_of;
use super::{action, ago, code, frame, games, meaning, strength};
use crate::class::{Class, Inner};
use crate::store::{Progress, Pupil, Version, VersionState};

/// The number of games that the page lists.
const N_GAMES: u32 = 30;

/// The form to join a class, with what was typed before the error.
pub(crate) fn entry(class_code: &str, nickname: &str, error: Option<&str>) -> Markup {
    frame(
        "Join a class",
        &html! {
            h1 { "Join a class" }
            @if let Some(error) = error { p.notice role="alert" { (error) } }
            form.card data-reports="false" method="post" action="/class/join" {
                label for="code" { "Class code" }
                input #code name="code" value=(class_code) required maxlength="6" autocomplete="off" autocapitalize="characters";
                label for="nickname" { "Nickname" }
                input #nickname name="nickname" value=(nickname) required maxlength="20" autocomplete="off" aria-describedby="hint";
                p #hint.quiet { "Do not use your real name. The class sees the nickname." }
                button.primary { "Join" }
            }
            p.quiet { "Been here before? Open the link on your slip." }
        },
    )
}

/// The slip with a pupil's secret link; `back` is the page that the reader came from.
pub(crate) fn slip(class: &Class, pupil: &Pupil, link: &str, back: &str) -> Markup {
    frame(
        "Slip",
        &html! {
            h1 { "Slip for " (pupil.nickname) }
            p { "Print this page or photograph it. Whoever has the link can hand in bots as " (pupil.nickname) ", so do not show it to anybody." }
            div.card {
                (code(class, link, "QR code with the secret link"))
                p { code.link { (link) } }
            }
            p { a.button.primary href=(back) { "Continue" } }
        },
    )
}

/// The content of a pupil's page.
pub(crate) struct PupilView<'a> {
    pub(crate) class: &'a Class,
    pub(crate) pupil: &'a Pupil,
    /// Whether the teacher is viewing the page; teachers cannot hand in bots.
    pub(crate) is_teacher: bool,
    pub(crate) class_code: &'a str,
}

/// A pupil's own page, or the teacher's view of it.
pub(crate) fn pupil(inner: &mut Inner, view: &PupilView<'_>) -> rusqlite::Result<Markup> {
    let pupil = view.pupil;
    let (settings, table) = (inner.store.settings()?, inner.table()?);
    let warning = inner.store.warning()?;
    let versions = inner.store.versions_of(pupil.id)?;
    let last_final = inner.store.finals()?.pop().and_then(|last| report_of(view.class, &last));
    let row = table.rows.iter().find(|row| row.pupil.id == pupil.id);
    let is_waiting = versions.iter().any(|version| version.state == VersionState::Waiting);
    let own =
        if view.is_teacher { format!("/class/pupil/{}", pupil.id) } else { "/class/me".to_owned() };
    let lists = lists(inner, pupil, view.is_teacher)?;
    let last = versions.last();
    let draft = last.and_then(|version| view.class.draft(version));
    let state = state(last, row.map(|row| (meaning(row), strength(row))));
    let may_hand_in = !view.is_teacher && pupil.is_admitted && !settings.is_frozen;
    let [editor, files] = if may_hand_in { hand_in(&settings, draft) } else { Default::default() };
    Ok(frame(
        &pupil.nickname,
        &html! {
            h1 { (pupil.nickname) }
            p.quiet { (settings.name) " · "
                a href={ "/class/live/" (view.class_code) } { "Table" }
                " · " a href={ "/class/live/" (view.class_code) "/pupil/" (pupil.id) } { "Watch a game" }
                " · " a href="/class/report" { "Game report" }
                @if let Some(report) = last_final { " · " a href=(report) { "Final tournament" } }
                @if view.is_teacher { " · " a href="/class/teacher" { "Back to the class" } }
                @else { " · " a href="/class/slip" { "My slip" } }
            }
            @if let Some(warning) = warning { p.notice { (warning) } }
            @if !pupil.is_admitted { p.notice { "Wait until the teacher has admitted you, then reload this page." } }
            @if settings.is_frozen { p.notice { "The teacher has stopped uploads." } }
            div.desk {
                (editor)
                div #result data-renew={ (own) "/state" } data-until=[is_waiting.then_some("checked")] { (state) }
                (files)
            }
            div data-renew={ (own) "/lists" } { (lists) }
            @if !view.is_teacher { (action("/class/leave", "Sign out of this computer")) }
        },
    ))
}

/// The state of the newest version; the page updates it until the check is over.
pub(crate) fn state(last: Option<&Version>, strength: Option<(String, String)>) -> Markup {
    html! {
        @if let Some((meaning, rating)) = strength {
            p.strength { strong { (meaning) } " " (rating) }
        }
        @if let Some(version) = last {
            @match version.state {
                VersionState::Waiting => p.notice role="status" { "Version " (version.number) " is being checked ..." },
                VersionState::Fit => p.notice.good role="status" { "Version " (version.number) " has passed its check." },
                VersionState::Unfit => div.notice.bad role="status" {
                    p { "Version " (version.number) " does not play, because it failed its check." }
                    pre tabindex="0" { (version.report) }
                },
                VersionState::Benched => p.notice.bad role="status" {
                    "Version " (version.number) " no longer plays: " (version.report)
                    ". Hand in a fixed version, or let this one try again."
                },
            }
        }
    }
}

/// The versions and games of a pupil.
pub(crate) fn lists(inner: &Inner, pupil: &Pupil, is_teacher: bool) -> rusqlite::Result<Markup> {
    let versions = inner.store.versions_of(pupil.id)?;
    let rows = inner.store.games_of(pupil.id, N_GAMES)?;
    let played = games(inner, &rows)?;
    Ok(html! {
        h2 { "Versions" }
        @if versions.is_empty() { p.quiet { "Nothing has been handed in yet." } }
        @else { (list_of(&versions, pupil, is_teacher)) }
        h2 { "Games" }
        @if rows.is_empty() { p.quiet { "No game has been played yet." } } @else { (played) }
    })
}

fn list_of(versions: &[Version], pupil: &Pupil, is_teacher: bool) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Versions" {
            table {
                thead { tr { th scope="col" { "Version" } th scope="col" { "State" } th scope="col" { "Action" }
                    th scope="col" { "File" } th scope="col" { "Games" } th scope="col" { "When" } } }
                tbody {
                    @for version in versions.iter().rev() {
                        @let plays = pupil.current == Some(version.id) && version.state == VersionState::Fit;
                        tr {
                            td { a href={ "/class/version/" (version.id) } { (version.number) } }
                            td { @if plays { strong { "plays" } } @else { (in_words(version.state)) } }
                            td {
                                @if !is_teacher && !plays && matches!(version.state, VersionState::Fit | VersionState::Benched) {
                                    (action(&format!("/class/version/{}/play", version.id), "Play this one"))
                                }
                            }
                            td { (version.name) }
                            td { (version.n_games) }
                            td { (ago(version.uploaded_at)) }
                        }
                    }
                }
            }
        }
    }
}

/// The result of a version's check, with a form to remove the version unless it is active.
pub(crate) fn log(version: &Version, back: &str, is_removable: bool) -> Markup {
    let title = format!("Version {}", version.number);
    frame(
        &title,
        &html! {
            h1 { (title) ": " (version.name) }
            p { "State: " (in_words(version.state)) ", handed in " (ago(version.uploaded_at)) "." }
            @if version.report.is_empty() { p.quiet { "The check is not finished yet." } }
            @else { pre tabindex="0" { (version.report) } }
            @if is_removable {
                form.row method="post" action={ "/class/version/" (version.id) "/remove" } {
                    label { input type="checkbox" name="sure" value="yes" required; " with its games" }
                    button { "Remove this version" }
                }
            }
            p { a.button href=(back) { "Back" } }
        },
    )
}

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

/// The state of a version as people read it.
fn in_words(state: VersionState) -> &'static str {
    match state {
        VersionState::Unfit => "needs fixing",
        state => state.name(),
    }
}

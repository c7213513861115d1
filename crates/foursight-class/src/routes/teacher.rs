//! The teacher's actions, and the marks, which the teacher requests.

use axum::body::Body;
use axum::extract::Path;
use axum::http::header;
use axum::response::Response;
use foursight_files::secrets::Secret;

use super::visitor::{TEACHER, Visitor};
use super::{Answer, Fields, Form, Refusal, field, fresh, go, is_sure, page};
use crate::class::{Class, Inner, marks as marks_of, marks_csv as csv_of};
use crate::download::everything as everything_of;
use crate::nickname::Nickname;
use crate::pages::{self, PupilView, TeacherView};
use crate::reports::Collection;
use crate::store::{MAX_PUPILS, Pupil};

/// The page that buttons lead back to.
pub(super) const PAGE: &str = "/class/teacher";

pub(super) fn wrong(reason: impl Into<String>) -> Refusal {
    Refusal::Wrong { reason: reason.into(), back: PAGE }
}

/// The link that the server printed.
pub(super) fn open(visitor: &Visitor, inner: &mut Inner, Path(secret): Path<String>) -> Answer {
    let secret = Secret::from_text(&secret);
    if !inner.store.is_teacher(&secret)? {
        return Err(Refusal::Stranger);
    }
    Ok(visitor.open(inner, TEACHER, &secret, "the teacher"))
}

pub(super) fn home(visitor: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    let warning = inner.store.warning()?;
    // Only a warning: on a full disk, the page must still open, and says that the disk is full.
    if let Err(error) = inner.store.visit() {
        tracing::warn!(%error, "the teacher's visit could not be stored");
    }
    let (class, site, is_local) = (&visitor.class, &visitor.site, visitor.is_local());
    let view = TeacherView { class, site, is_local, warning };
    Ok(page(&pages::teacher(inner, &view)?))
}

pub(super) fn settings(visitor: &Visitor, inner: &mut Inner, Form(form): Form) -> Answer {
    let before = inner.store.settings()?;
    let after = before.changed(&form).map_err(wrong)?;
    if after.size != before.size && !inner.store.folders()?.is_empty() {
        return Err(wrong("the board can no longer be changed once a bot has been handed in"));
    }
    inner.store.save_settings(&after)?;
    inner.changed();
    visitor.class.wake();
    Ok(go(PAGE))
}

/// The buttons of the ladder.
pub(super) fn act(visitor: &Visitor, inner: &mut Inner, Path(action): Path<String>) -> Answer {
    let mut settings = inner.store.settings()?;
    match &*action {
        "pause" => settings.is_paused = true,
        "resume" => {
            settings.is_paused = false;
            inner.try_again();
        }
        "freeze" => settings.is_frozen = true,
        "thaw" => settings.is_frozen = false,
        "code" => {
            inner.store.renew_code()?;
            return Ok(go(PAGE));
        }
        _ => return Err(Refusal::NotFound),
    }
    inner.store.save_settings(&settings)?;
    visitor.class.wake();
    Ok(go(PAGE))
}

pub(super) fn delete(visitor: &Visitor, inner: &mut Inner, Form(form): Form) -> Answer {
    if !is_sure(&form) {
        return Err(wrong("tick the box if you want to delete everything"));
    }
    visitor.class.delete(inner)?;
    Ok(go(PAGE))
}

fn pupil_with(inner: &Inner, id: i64) -> Result<Pupil, Refusal> {
    inner.store.pupil(id)?.ok_or(Refusal::NotFound)
}

pub(super) fn pupil(visitor: &Visitor, inner: &mut Inner, Path(id): Path<i64>) -> Answer {
    let (pupil, code) = (pupil_with(inner, id)?, inner.store.code()?);
    let view =
        PupilView { class: &visitor.class, pupil: &pupil, is_teacher: true, class_code: &code };
    Ok(page(&pages::pupil(inner, &view)?))
}

pub(super) fn state(_: &Visitor, inner: &mut Inner, Path(id): Path<i64>) -> Answer {
    let pupil = pupil_with(inner, id)?;
    super::pupil::state_of(inner, &pupil)
}

pub(super) fn lists(_: &Visitor, inner: &mut Inner, Path(id): Path<i64>) -> Answer {
    let pupil = pupil_with(inner, id)?;
    Ok(page(&pages::lists(inner, &pupil, true)?))
}

pub(super) fn pupils(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    Ok(page(&pages::cards(inner)?))
}

/// The buttons beside a pupil.
pub(super) fn act_on(
    visitor: &Visitor,
    inner: &mut Inner,
    (Path((id, action)), Form(form)): (Path<(i64, String)>, Form),
) -> Answer {
    let (class, pupil) = (&visitor.class, pupil_with(inner, id)?);
    match &*action {
        "admit" => admit(inner, &[id])?,
        "hide" => inner.store.hide(id, true)?,
        "show" => inner.store.hide(id, false)?,
        "rename" => rename(class, inner, id, &form)?,
        "remove" => remove(class, inner, &[id], &form)?,
        "slip" => {
            let secret = inner.store.renew_slip(id)?;
            let link = format!("{}/class/p/{}", visitor.site, secret.text());
            return Ok(page(&pages::slip(class, &pupil, &link, PAGE)));
        }
        _ => return Err(Refusal::NotFound),
    }
    inner.changed();
    class.wake();
    Ok(go(PAGE))
}

/// The buttons for all ticked pupils.
pub(super) fn act_on_many(
    visitor: &Visitor,
    inner: &mut Inner,
    (Path(action), Form(form)): (Path<String>, Form),
) -> Answer {
    let ticked = form.iter().filter(|(name, _)| name == "pupil");
    let ticked: Vec<i64> = ticked.filter_map(|(_, id)| id.parse().ok()).collect();
    match &*action {
        "admit" => admit(inner, &ticked)?,
        "remove" => remove(&visitor.class, inner, &ticked, &form)?,
        _ => return Err(Refusal::NotFound),
    }
    inner.changed();
    visitor.class.wake();
    Ok(go(PAGE))
}

fn admit(inner: &mut Inner, pupils: &[i64]) -> Result<(), Refusal> {
    inner.store.admit(pupils)?;
    let is_left = |pupil: &Pupil| !pupil.is_admitted && pupils.contains(&pupil.id);
    if inner.store.pupils()?.iter().any(is_left) {
        return Err(wrong(format!("the class is full: it has {MAX_PUPILS} pupils")));
    }
    Ok(())
}

fn remove(class: &Class, inner: &mut Inner, pupils: &[i64], form: &Fields) -> Result<(), Refusal> {
    if !is_sure(form) {
        return Err(wrong("tick the box if you want to remove the pupil"));
    }
    let folders = class.removing(inner, |store| store.remove(pupils))?;
    class.forget(inner, folders);
    Ok(())
}

fn rename(class: &Class, inner: &mut Inner, id: i64, form: &Fields) -> Result<(), Refusal> {
    let name =
        Nickname::read(field(form, "nickname"), &class.equipment.refuses_name).map_err(wrong)?;
    if !inner.store.rename(id, &name)? {
        return Err(wrong("somebody already has this nickname, or one that looks like it"));
    }
    // Removes the old name from the database's log, too.
    class.forget(inner, []);
    Ok(())
}

pub(super) async fn games(visitor: Visitor) -> Answer {
    visitor
        .apart(|_, inner, pupil| {
            if pupil.is_some() {
                return Err(Refusal::Stranger);
            }
            let games = Collection::new(inner, inner.store.games()?)?.text();
            let text = games.map_err(|error| Refusal::Broken(error.to_string()))?;
            Ok(download(text, "text/plain; charset=utf-8", "games.txt"))
        })
        .await
}

pub(super) async fn everything(visitor: Visitor) -> Answer {
    let archive = visitor.streamed(everything_of).await?;
    Ok(download(archive, "application/zip", "class.zip"))
}

pub(super) fn download(content: impl Into<Body>, form: &'static str, name: &str) -> Response {
    let kept = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, form.to_owned()), (header::CONTENT_DISPOSITION, kept)];
    fresh((headers, content.into()))
}

/// The page that the buttons of marks lead back to.
const MARKS: &str = "/class/marks";

pub(super) fn marks(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    Ok(page(&pages::marks_page(inner)?))
}

/// The live part of the page of marks.
pub(super) fn marks_state(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    Ok(page(&pages::marks(inner)?))
}

pub(super) fn start_marking(visitor: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    let started = visitor.class.start_marking(inner)?;
    started.map_err(|reason| Refusal::Wrong { reason, back: MARKS })?;
    Ok(go(MARKS))
}

pub(super) fn stop_marking(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    inner.stop_marking()?;
    Ok(go(MARKS))
}

pub(super) fn marks_csv(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    let text = csv_of(&marks_of(inner)?);
    Ok(download(text.into_bytes(), "text/csv; charset=utf-8", "marks.csv"))
}

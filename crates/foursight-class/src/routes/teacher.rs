//! What the teacher does.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::Response;

use super::asker::{Asker, TEACHER, keep};
use super::{Answer, Refusal, fresh, go, page, with};
use crate::class::{Class, Inner};
use crate::marks;
use crate::nickname::read_nickname;
use crate::pages::{self, PupilView, TeacherView};
use crate::secret::Secret;
use crate::store::Pupil;

/// The page that buttons lead back to.
const PAGE: &str = "/class/teacher";

fn wrong(reason: impl Into<String>) -> Refusal {
    Refusal::Wrong { reason: reason.into(), back: PAGE }
}

/// The link that the server printed.
pub(super) async fn open(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(secret): Path<String>,
) -> Answer {
    with(class, move |class| {
        let secret = Secret::from_text(&secret);
        if !class.lock().store.is_teacher(&secret)? {
            return Err(Refusal::Stranger);
        }
        Ok(keep(go(PAGE), &asker, TEACHER, Some(&secret)))
    })
    .await
}

/// Runs `work` for the teacher only.
async fn as_teacher(
    class: Arc<Class>,
    asker: Asker,
    work: impl FnOnce(&Class, &mut Inner, &Asker) -> Answer + Send + 'static,
) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        asker.is_teacher(&inner)?;
        work(class, &mut inner, &asker)
    })
    .await
}

pub(super) async fn home(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    as_teacher(class, asker, |class, inner, asker| {
        inner.store.visit()?;
        let view = TeacherView { class, site: &asker.site, is_local: asker.is_local() };
        Ok(page(&pages::teacher(inner, &view)?))
    })
    .await
}

fn fields(form: &str) -> Vec<(String, String)> {
    serde_urlencoded::from_str(form).unwrap_or_default()
}

fn is_sure(form: &str) -> bool {
    fields(form).iter().any(|(name, value)| name == "sure" && value == "yes")
}

pub(super) async fn settings(
    State(class): State<Arc<Class>>,
    asker: Asker,
    form: String,
) -> Answer {
    as_teacher(class, asker, move |class, inner, _| {
        let before = inner.store.settings()?;
        let after = before.changed(&fields(&form)).map_err(wrong)?;
        if after.size != before.size && !inner.store.folders()?.is_empty() {
            return Err(wrong("the board stays as it is once a bot has been handed in"));
        }
        inner.store.save_settings(&after)?;
        inner.changed();
        class.wake();
        Ok(go(PAGE))
    })
    .await
}

/// The buttons of the ladder.
pub(super) async fn act(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(action): Path<String>,
) -> Answer {
    as_teacher(class, asker, move |class, inner, _| {
        let mut settings = inner.store.settings()?;
        match &*action {
            "pause" => settings.is_paused = true,
            "resume" => settings.is_paused = false,
            "freeze" => settings.is_frozen = true,
            "thaw" => settings.is_frozen = false,
            _ => return Err(Refusal::NotFound),
        }
        inner.store.save_settings(&settings)?;
        class.wake();
        Ok(go(PAGE))
    })
    .await
}

pub(super) async fn delete(State(class): State<Arc<Class>>, asker: Asker, form: String) -> Answer {
    as_teacher(class, asker, move |class, inner, _| {
        if !is_sure(&form) {
            return Err(wrong("tick the box if you want to delete everything"));
        }
        class.delete(inner)?;
        Ok(go(PAGE))
    })
    .await
}

fn pupil_with(inner: &Inner, id: i64) -> Result<Pupil, Refusal> {
    inner.store.pupil(id)?.ok_or(Refusal::NotFound)
}

pub(super) async fn pupil(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(id): Path<i64>,
) -> Answer {
    as_teacher(class, asker, move |_, inner, _| {
        let (pupil, code) = (pupil_with(inner, id)?, inner.store.code()?);
        let view = PupilView { pupil: &pupil, is_teacher: true, class_code: &code };
        Ok(page(&pages::pupil(inner, &view)?))
    })
    .await
}

pub(super) async fn state(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(id): Path<i64>,
) -> Answer {
    as_teacher(class, asker, move |_, inner, _| {
        let pupil = pupil_with(inner, id)?;
        super::pupil::state_of(inner, &pupil)
    })
    .await
}

/// The buttons beside a pupil.
pub(super) async fn act_on(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path((id, action)): Path<(i64, String)>,
    form: String,
) -> Answer {
    as_teacher(class, asker, move |class, inner, asker| {
        let pupil = pupil_with(inner, id)?;
        match &*action {
            "admit" => inner.store.admit(id)?,
            "hide" => inner.store.hide(id, true)?,
            "show" => inner.store.hide(id, false)?,
            "rename" => rename(inner, id, &form)?,
            "remove" if !is_sure(&form) => {
                return Err(wrong("tick the box if you want to remove the pupil"));
            }
            "remove" => {
                let folders = inner.store.remove(id)?;
                class.remove_folders(&|name| folders.iter().any(|folder| folder == name));
            }
            "slip" => {
                let secret = inner.store.renew_slip(id)?;
                let link = format!("{}/class/p/{}", asker.site, secret.text());
                return Ok(page(&pages::slip(class, &pupil, &link, PAGE)));
            }
            _ => return Err(Refusal::NotFound),
        }
        inner.changed();
        class.wake();
        Ok(go(PAGE))
    })
    .await
}

fn rename(inner: &mut Inner, id: i64, form: &str) -> Result<(), Refusal> {
    let fields = fields(form);
    let name = fields.iter().find(|(field, _)| field == "nickname").map(|(_, value)| &**value);
    let name = read_nickname(name.unwrap_or_default()).map_err(wrong)?;
    if inner.store.rename(id, &name)? {
        return Ok(());
    }
    Err(wrong("somebody has this nickname already, or one that looks like it"))
}

pub(super) async fn games(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    as_teacher(class, asker, |_, inner, _| {
        let text = marks::game_file(inner)?.map_err(|error| Refusal::Broken(error.to_string()))?;
        Ok(download(text, "text/plain; charset=utf-8", "games.txt"))
    })
    .await
}

pub(super) async fn marks(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    as_teacher(class, asker, |_, inner, _| {
        Ok(download(marks::marks(inner)?, "text/csv; charset=utf-8", "marks.csv"))
    })
    .await
}

fn download(text: String, form: &'static str, name: &str) -> Response {
    let kept = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, form.to_owned()), (header::CONTENT_DISPOSITION, kept)];
    fresh((headers, text))
}

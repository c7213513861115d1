//! What pupils do: join, hand in, choose a version, and look at their own.

use std::sync::Arc;

use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path, State};
use axum::response::Response;

use super::asker::{Asker, PUPIL, keep};
use super::{Answer, Refusal, go, page, with};
use crate::class::{Class, Inner, MAX_MIB, Upload};
use crate::nickname::read_nickname;
use crate::pages::{self, PupilView};
use crate::secret::Secret;
use crate::store::Pupil;

pub(super) async fn entry(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    with(class, move |class| {
        let is_known = asker.is_pupil(&class.lock()).is_ok();
        Ok(if is_known { go("/class/me") } else { page(&pages::entry("", None)) })
    })
    .await
}

pub(super) async fn entry_with_code(Path(code): Path<String>) -> Response {
    let is_code = code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    page(&pages::entry(if is_code { &code } else { "" }, None))
}

pub(super) async fn join(State(class): State<Arc<Class>>, asker: Asker, form: String) -> Answer {
    let fields: Vec<(String, String)> = serde_urlencoded::from_str(&form).unwrap_or_default();
    with(class, move |class| {
        let of = |name: &str| {
            let field = fields.iter().find(|(field, _)| field == name);
            field.map_or("", |(_, value)| value.trim())
        };
        let mut inner = class.lock();
        let joined = joined(class, &mut inner, of("code"), of("nickname"))?;
        inner.changed();
        Ok(match joined {
            Ok(secret) => keep(go("/class/slip"), &asker, PUPIL, Some(&secret)),
            Err(reason) => page(&pages::entry(of("code"), Some(&reason))),
        })
    })
    .await
}

/// Lets somebody join; inside, why not.
fn joined(
    class: &Class,
    inner: &mut Inner,
    code: &str,
    nickname: &str,
) -> Result<Result<Secret, String>, Refusal> {
    if !inner.store.code()?.eq_ignore_ascii_case(code) {
        return Ok(Err("This is not the code of the class.".to_owned()));
    }
    let nickname = match read_nickname(nickname) {
        Ok(nickname) if class.host.refuses_name(&nickname) => {
            return Ok(Err("Choose another nickname.".to_owned()));
        }
        Ok(nickname) => nickname,
        Err(reason) => return Ok(Err(format!("Choose another nickname: {reason}."))),
    };
    let secret = Secret::random();
    let is_admitted = !inner.store.settings()?.approval;
    if inner.store.pupils()?.len() >= MAX_PUPILS {
        return Ok(Err(format!("The class has {MAX_PUPILS} pupils, and no room for more.")));
    }
    if inner.store.join(&nickname, &secret, is_admitted)?.is_none() {
        return Ok(
            Err("Somebody has this nickname already, or one that looks like it.".to_owned()),
        );
    }
    inner.store.visit()?;
    Ok(Ok(secret))
}

/// Pupils of a class.
const MAX_PUPILS: usize = 100;

/// The link of a slip.
pub(super) async fn open(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(secret): Path<String>,
) -> Answer {
    with(class, move |class| {
        let secret = Secret::from_text(&secret);
        if class.lock().store.pupil_with(&secret)?.is_none() {
            return Err(Refusal::Stranger);
        }
        Ok(keep(go("/class/me"), &asker, PUPIL, Some(&secret)))
    })
    .await
}

pub(super) async fn leave(asker: Asker) -> Response {
    keep(go("/class"), &asker, PUPIL, None)
}

pub(super) async fn slip(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    with(class, move |class| {
        let pupil = asker.is_pupil(&class.lock())?;
        let secret = asker.pupil.as_ref().ok_or(Refusal::Stranger)?;
        let link = format!("{}/class/p/{}", asker.site, secret.text());
        Ok(page(&pages::slip(class, &pupil, &link, "/class/me")))
    })
    .await
}

pub(super) async fn me(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        let pupil = asker.is_pupil(&inner)?;
        let code = inner.store.code()?;
        let view = PupilView { pupil: &pupil, is_teacher: false, class_code: &code };
        Ok(page(&pages::pupil(&mut inner, &view)?))
    })
    .await
}

pub(super) async fn own_state(State(class): State<Arc<Class>>, asker: Asker) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        let pupil = asker.is_pupil(&inner)?;
        state_of(&mut inner, &pupil)
    })
    .await
}

/// The live part of a pupil's page.
pub(super) fn state_of(inner: &mut Inner, pupil: &Pupil) -> Answer {
    let table = inner.table()?;
    let row = table.rows.iter().find(|row| row.pupil.id == pupil.id);
    let strength = row.map(|row| (pages::meaning(row), pages::strength(row)));
    let versions = inner.store.versions_of(pupil.id)?;
    Ok(page(&pages::state(versions.last(), strength)))
}

pub(super) async fn upload(
    State(class): State<Arc<Class>>,
    asker: Asker,
    form: Result<Multipart, MultipartRejection>,
) -> Answer {
    let wrong = |reason: String| Refusal::Wrong { reason, back: "/class/me" };
    let mut form = form.map_err(|_| wrong("Choose a file.".to_owned()))?;
    let too_large =
        |_| wrong(format!("The file did not arrive whole; {MAX_MIB} MiB are the limit."));
    let mut file = None;
    while let Some(field) = form.next_field().await.map_err(too_large)? {
        if field.name() == Some("file") {
            let name = field.file_name().unwrap_or_default().to_owned();
            file = Some((name, field.bytes().await.map_err(too_large)?));
        }
    }
    let (name, bytes) = file.ok_or_else(|| wrong("Choose a file.".to_owned()))?;
    with(class, move |class| {
        let pupil = asker.is_pupil(&class.lock())?;
        let upload = Upload { name: &name, bytes: &bytes };
        class
            .hand_in(&pupil, &upload)
            .map_err(|reason| Refusal::Wrong { reason, back: "/class/me" })?;
        Ok(go("/class/me"))
    })
    .await
}

/// The report of a version, for its author and the teacher.
pub(super) async fn version(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(id): Path<i64>,
) -> Answer {
    with(class, move |class| {
        let inner = class.lock();
        let version = inner.store.version(id)?;
        if asker.is_teacher(&inner).is_ok() {
            let version = version.ok_or(Refusal::NotFound)?;
            return Ok(page(&pages::log(&version, &format!("/class/pupil/{}", version.pupil))));
        }
        let pupil = asker.is_pupil(&inner)?;
        let version = version.filter(|version| version.pupil == pupil.id);
        Ok(page(&pages::log(&version.ok_or(Refusal::NotFound)?, "/class/me")))
    })
    .await
}

pub(super) async fn play(
    State(class): State<Arc<Class>>,
    asker: Asker,
    Path(id): Path<i64>,
) -> Answer {
    with(class, move |class| {
        let mut inner = class.lock();
        let pupil = asker.is_pupil(&inner)?;
        if !inner.store.play_version(pupil.id, id)? {
            return Err(Refusal::NotFound);
        }
        inner.changed();
        class.wake();
        Ok(go("/class/me"))
    })
    .await
}

//! The actions of pupils: joining, choosing a version, and viewing their own page.

use std::time::Instant;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use foursight_files::secrets::Secret;

use super::visitor::{PUPIL, TEACHER, Visitor};
use super::{Answer, Form, Refusal, field, go, is_sure, page};
use crate::class::Inner;
use crate::nickname::Nickname;
use crate::pages::{self, PupilView};
use crate::store::{MAX_PUPILS, Pupil, Store, most};

/// The page that buttons lead back to.
pub(super) const PAGE: &str = "/class/me";

/// The maximum number of pupils who wait to be admitted.
const MAX_WAITING: usize = 200;

/// The refusal of an invalid request, in words for a pupil.
pub(super) fn wrong(reason: impl Into<String>) -> Refusal {
    Refusal::Wrong { reason: reason.into(), back: PAGE }
}

pub(super) fn entry(visitor: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    match visitor.pupil(inner) {
        Ok(_) => Ok(go(PAGE)),
        Err(Refusal::Stranger) => Ok(page(&pages::entry("", "", None))),
        Err(refusal) => Err(refusal),
    }
}

pub(super) async fn entry_with_code(Path(code): Path<String>) -> Response {
    let is_code = code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    page(&pages::entry(if is_code { &code } else { "" }, "", None))
}

pub(super) fn join(visitor: &Visitor, inner: &mut Inner, Form(form): Form) -> Answer {
    let [code, nickname] = ["code", "nickname"].map(|name| field(&form, name));
    let joined = joined(visitor, inner, code, nickname)?;
    inner.changed();
    Ok(match joined {
        Ok(secret) => visitor.keep(go("/class/slip"), PUPIL, Some(&secret)),
        Err(reason) => page(&pages::entry(code, nickname, Some(&reason))),
    })
}

/// Lets a pupil join; the inner error says why that is refused.
fn joined(
    visitor: &Visitor,
    inner: &mut Inner,
    code: &str,
    nickname: &str,
) -> Result<Result<Secret, String>, Refusal> {
    let class = &visitor.class;
    if !visitor.knows_code(inner, code)? {
        return Ok(Err("This is not the class code.".to_owned()));
    }
    let nickname = match Nickname::read(nickname, &class.equipment.refuses_name) {
        Ok(nickname) => nickname,
        Err(reason) => return Ok(Err(format!("Choose another nickname: {reason}."))),
    };
    let is_slow = class.joins.count(visitor.client, 1, Instant::now()).is_ok();
    let is_admitted = is_slow && !inner.store.settings()?.approval;
    let pupils = inner.store.pupils()?;
    let n_pupils = pupils.iter().filter(|pupil| pupil.is_admitted == is_admitted).count();
    if is_admitted && n_pupils >= MAX_PUPILS {
        return Ok(Err(format!("The class is full: it has {MAX_PUPILS} pupils.")));
    }
    if n_pupils >= MAX_WAITING {
        let reason =
            "Too many pupils are waiting to be admitted. Ask your teacher to admit or remove them.";
        return Ok(Err(reason.to_owned()));
    }
    let secret = Secret::random();
    if !inner.store.join(&nickname, &secret, is_admitted)? {
        return Ok(
            Err("Somebody already has this nickname, or one that looks like it.".to_owned()),
        );
    }
    inner.store.visit()?;
    Ok(Ok(secret))
}

/// The link of a slip.
pub(super) fn open(visitor: &Visitor, inner: &mut Inner, Path(secret): Path<String>) -> Answer {
    let secret = Secret::from_text(&secret);
    let pupil = inner.store.pupil_with(&secret)?.ok_or(Refusal::Stranger)?;
    Ok(visitor.open(inner, PUPIL, &secret, &pupil.nickname))
}

pub(super) async fn leave(visitor: Visitor) -> Response {
    let response = visitor.keep(go("/class"), PUPIL, None);
    visitor.keep(response, TEACHER, None)
}

pub(super) fn slip(visitor: &Visitor, _: &mut Inner, pupil: &Pupil, (): ()) -> Answer {
    let secret = visitor.pupil.as_ref().ok_or(Refusal::Stranger)?;
    let link = format!("{}/class/p/{}", visitor.site, secret.text());
    Ok(page(&pages::slip(&visitor.class, pupil, &link, PAGE)))
}

pub(super) fn me(visitor: &Visitor, inner: &mut Inner, pupil: &Pupil, (): ()) -> Answer {
    let code = inner.store.code()?;
    if inner.store.settings()?.only_plays {
        return Ok(page(&pages::play(inner, pupil, &code)?));
    }
    let view = PupilView { class: &visitor.class, pupil, is_teacher: false, class_code: &code };
    Ok(page(&pages::pupil(inner, &view)?))
}

pub(super) fn own_state(_: &Visitor, inner: &mut Inner, pupil: &Pupil, (): ()) -> Answer {
    state_of(inner, pupil)
}

pub(super) fn own_lists(_: &Visitor, inner: &mut Inner, pupil: &Pupil, (): ()) -> Answer {
    Ok(page(&pages::lists(inner, pupil, false)?))
}

/// Something that a pupil has done, as the game's views in the pupil's browser report it.
pub(super) fn done(
    visitor: &Visitor,
    inner: &mut Inner,
    pupil: &Pupil,
    Path((what, number)): Path<(String, u32)>,
) -> Answer {
    let most = most(&what).ok_or(Refusal::NotFound)?;
    if !pupil.is_admitted || !inner.store.settings()?.only_plays {
        return Err(Refusal::Stranger);
    }
    if number > most {
        return Err(wrong(format!("there is no {what} {number}: the last one is {most}")));
    }
    let counted = visitor.class.reports.count(visitor.client, 1, Instant::now());
    counted.map_err(|wait| Refusal::wait("Too many reports", wait))?;
    inner.store.done(pupil.id, &what, number)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The live part of a pupil's page.
pub(super) fn state_of(inner: &mut Inner, pupil: &Pupil) -> Answer {
    let table = inner.table()?;
    let row = table.rows.iter().find(|row| row.pupil.id == pupil.id);
    let strength = row.map(|row| (pages::meaning(row), pages::strength(row)));
    let versions = inner.store.versions_of(pupil.id)?;
    Ok(page(&pages::state(versions.last(), strength)))
}

/// The report of a version, for its author and the teacher.
pub(super) fn version(visitor: &Visitor, inner: &mut Inner, Path(id): Path<i64>) -> Answer {
    let pupil = visitor.pupil_or_teacher(inner)?;
    let version = inner.store.version(id)?.ok_or(Refusal::NotFound)?;
    Ok(page(&match pupil {
        None => pages::log(&version, &format!("/class/pupil/{}", version.pupil), false),
        Some(pupil) if pupil.id == version.pupil => {
            pages::log(&version, PAGE, pupil.current != Some(id))
        }
        Some(_) => return Err(Refusal::NotFound),
    }))
}

pub(super) fn play(
    visitor: &Visitor,
    inner: &mut Inner,
    pupil: &Pupil,
    Path(id): Path<i64>,
) -> Answer {
    if !inner.store.play_version(pupil.id, id)? {
        return Err(Refusal::NotFound);
    }
    inner.changed();
    visitor.class.wake();
    Ok(go(PAGE))
}

/// Removes a version with its games, to make room for others.
pub(super) fn remove(
    visitor: &Visitor,
    inner: &mut Inner,
    pupil: &Pupil,
    (Path(id), Form(form)): (Path<i64>, Form),
) -> Answer {
    if !is_sure(&form) {
        return Err(wrong("tick the box if you want to remove the version"));
    }
    let removed = |store: &mut Store| store.remove_version(pupil.id, id);
    let folder = visitor.class.removing(inner, removed)?.ok_or(Refusal::NotFound)?;
    visitor.class.forget(inner, [folder]);
    Ok(go(PAGE))
}

//! The client: a browser that holds the secret of the teacher or of a pupil, and the address typed in that browser.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use foursight_files::secrets::{Secret, cookie_value, set_cookie};
use tokio::task::spawn_blocking;

use super::{Refusal, go, pupil, teacher};
use crate::class::{Class, Inner};
use crate::client::Client;
use crate::pages;
use crate::store::Pupil;

pub(super) const TEACHER: &str = "class_teacher";
pub(super) const PUPIL: &str = "class_pupil";

/// The time for which a browser keeps a secret, in seconds: a year.
const MAX_AGE: u32 = 365 * 24 * 3600;

/// A request: the class, and the request's facts about the client.
#[derive(Clone)]
pub(super) struct Visitor {
    pub(super) class: Arc<Class>,
    teacher: Option<Secret>,
    pub(super) pupil: Option<Secret>,
    pub(super) client: Client,
    /// Whether no other site has led the browser here, as far as the headers say.
    is_own: bool,
    is_post: bool,
    /// The address of the class for this browser: `http://192.0.2.1:4444`.
    pub(super) site: String,
}

impl FromRequestParts<Arc<Class>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, class: &Arc<Class>) -> Result<Self, Infallible> {
        let cookies = parts.headers.get_all(header::COOKIE);
        let cookies = || cookies.iter().filter_map(|line| line.to_str().ok());
        let secret = |name| cookie_value(cookies(), name).map(Secret::from_text);
        let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let typed = || format!("http://{}", host.unwrap_or("localhost"));
        let site = class.options.public_url.clone().unwrap_or_else(typed);
        let site = site.trim_end_matches('/').to_owned();
        let (teacher, pupil) = (secret(TEACHER), secret(PUPIL));
        let from = parts.headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_own = matches!(from, None | Some(b"none" | b"same-origin"));
        let is_post = parts.method == Method::POST;
        let client = parts.extensions.get::<Client>().copied();
        let client = client.expect("the router notes the client of each request");
        Ok(Self { class: Arc::clone(class), teacher, pupil, client, is_own, is_post, site })
    }
}

impl Visitor {
    /// Runs `work` with the class locked, on the thread that reads and writes the database; other requests do not wait
    /// for it.
    pub(super) async fn with<T: Send + 'static>(
        self,
        work: impl FnOnce(&Self, &mut Inner) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let class = Arc::clone(&self.class);
        let turn = class.pages.turn(self.client).await;
        let work = move || {
            let (_turn, mut inner) = (turn, self.class.lock());
            inner.store.begin_reading()?;
            let done = work(&self, &mut inner);
            inner.store.end_reading()?;
            done
        };
        let done = spawn_blocking(work).await;
        if let Ok(Err(Refusal::Database(error))) = &done {
            class.note_damage(error);
        }
        done.unwrap_or_else(|error| Err(Refusal::Broken(error.to_string())))
    }

    /// Runs `work` for a pupil only.
    pub(super) async fn for_pupil<T: Send + 'static>(
        self,
        work: impl FnOnce(&Self, &mut Inner, &Pupil) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.with(move |visitor, inner| {
            let pupil = visitor.pupil(inner)?;
            work(visitor, inner, &pupil)
        })
        .await
    }

    /// The pupil who sent the request.
    pub(super) fn pupil(&self, inner: &Inner) -> Result<Pupil, Refusal> {
        let secret = self.pupil.as_ref().ok_or(Refusal::Stranger)?;
        inner.store.pupil_with(secret)?.ok_or(Refusal::Stranger)
    }

    /// Checks that the request comes from the teacher, and refuses everybody else.
    pub(super) fn teacher(&self, inner: &Inner) -> Result<(), Refusal> {
        let secret = self.teacher.as_ref().ok_or(Refusal::Stranger)?;
        if inner.store.is_teacher(secret)? { Ok(()) } else { Err(Refusal::Stranger) }
    }

    /// Whether this is the class's code. A client without a link that has sent too many wrong ones must wait.
    pub(super) fn knows_code(&self, inner: &Inner, code: &str) -> Result<bool, Refusal> {
        let is_code = inner.store.code()?.eq_ignore_ascii_case(code);
        if self.pupil_or_teacher(inner).is_err() {
            let counted =
                self.class.wrong_codes.count(self.client, (!is_code).into(), Instant::now());
            counted.map_err(|wait| Refusal::wait("Too many wrong class codes", wait))?;
        }
        Ok(is_code)
    }

    /// Keeps the secret of an opened link. If the browser holds another one, or another site has led it here, `who` must
    /// press a button first.
    pub(super) fn open(&self, inner: &Inner, cookie: &str, secret: &Secret, who: &str) -> Response {
        let is_teacher = cookie == TEACHER;
        let (link, page) = if is_teacher { ("t", teacher::PAGE) } else { ("p", pupil::PAGE) };
        let is_held = [&self.pupil, &self.teacher].into_iter().flatten().any(|held| held == secret);
        let is_free = self.is_own && self.pupil_or_teacher(inner).is_err();
        if self.is_post || is_held || is_free {
            return self.keep(go(page), cookie, Some(secret));
        }
        super::page(&pages::confirm(who, &format!("/class/{link}/{}", secret.text())))
    }

    /// `None` for the teacher, otherwise the pupil who sent the request.
    pub(super) fn pupil_or_teacher(&self, inner: &Inner) -> Result<Option<Pupil>, Refusal> {
        if self.teacher(inner).is_ok() { Ok(None) } else { self.pupil(inner).map(Some) }
    }

    /// Whether other computers cannot reach the typed address.
    pub(super) fn is_local(&self) -> bool {
        let host = self.site.split("://").nth(1).unwrap_or_default();
        ["127.", "localhost", "[::1]", "0.0.0.0"].iter().any(|local| host.starts_with(local))
    }

    /// Makes the browser keep a secret, or forget its secret if none is given.
    pub(super) fn keep(
        &self,
        mut response: Response,
        name: &str,
        secret: Option<&Secret>,
    ) -> Response {
        let is_secure = self.site.starts_with("https:");
        let cookie = set_cookie(name, secret, ("/class", MAX_AGE), is_secure);
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

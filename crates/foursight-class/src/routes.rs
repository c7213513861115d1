//! HTTP: identification of the client, and a handler for each page and each button.

mod files;
mod finals;
mod long_answer;
mod pupil;
mod replay;
mod teacher;
mod upload;
mod visitor;

use std::error::Error;
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::StringRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::handler::Handler;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{map_request, map_response_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use maud::Markup;
use rusqlite::ErrorCode;

use crate::class::{Class, Inner, MAX_MIB};
use crate::client::Client;
use crate::pages::message;
use crate::reports::ReportError;
use crate::store::Pupil;
use files::script;
use visitor::Visitor;

/// The largest body of a request, in bytes: an upload, with some room for the form around it.
pub const MAX_UPLOAD: usize = (MAX_MIB + 1) << 20;

/// The pages of a class, all below `/class`.
///
/// The surrounding server checks that requests that change something come from its own pages; `client` says who sends a
/// request.
pub fn router(
    class: Arc<Class>,
    client: impl Fn(&Parts) -> Client + Clone + Send + Sync + 'static,
) -> Router {
    let note_client = move |request: Request| {
        let (mut parts, body) = request.into_parts();
        let client = client(&parts);
        parts.extensions.insert(client);
        ready(Request::from_parts(parts, body))
    };
    let upload = post(upload::upload).layer(DefaultBodyLimit::max(MAX_UPLOAD));
    Router::new()
        .route("/class", get(anybody(pupil::entry)))
        .route("/class/style.css", get(files::style))
        .route("/class/theme.js", get(files::theme))
        .route("/class/live.js", get(async || script(include_str!("pages/live.js"))))
        .route("/class/editor.js", get(async || script(include_str!("pages/editor.js"))))
        .route("/class/marks.js", get(async || script(include_str!("pages/marks.js"))))
        .route("/class/join", post(anybody(pupil::join)))
        .route("/class/join/{code}", get(pupil::entry_with_code))
        .route("/class/p/{secret}", get(anybody(pupil::open)).post(anybody(pupil::open)))
        .route("/class/me", get(for_pupil(pupil::me)))
        .route("/class/me/state", get(for_pupil(pupil::own_state)))
        .route("/class/me/lists", get(for_pupil(pupil::own_lists)))
        .route("/class/slip", get(for_pupil(pupil::slip)))
        .route("/class/upload", upload)
        .route("/class/done/{what}/{number}", post(for_pupil(pupil::done)))
        .route("/class/leave", post(pupil::leave))
        .route("/class/version/{id}", get(anybody(pupil::version)))
        .route("/class/version/{id}/play", post(for_pupil(pupil::play)))
        .route("/class/version/{id}/remove", post(for_pupil(pupil::remove)))
        .route("/class/game/{id}", get(anybody(replay::game)))
        .route("/class/live/{code}", get(anybody(replay::live)))
        .route("/class/live/{code}/table", get(anybody(replay::table)))
        .route("/class/live/{code}/boards", get(anybody(replay::boards)))
        .route("/class/live/{code}/pupil/{id}", get(anybody(replay::live_game)))
        .route("/class/live/{code}/pupil/{id}/board", get(anybody(replay::live_board)))
        .route("/class/t/{secret}", get(anybody(teacher::open)).post(anybody(teacher::open)))
        .route("/class/teacher", get(for_teacher(teacher::home)))
        .route("/class/teacher/settings", post(for_teacher(teacher::settings)))
        .route("/class/teacher/delete", post(for_teacher(teacher::delete)))
        .route("/class/teacher/{action}", post(for_teacher(teacher::act)))
        .route("/class/pupil/{id}", get(for_teacher(teacher::pupil)))
        .route("/class/pupil/{id}/state", get(for_teacher(teacher::state)))
        .route("/class/pupil/{id}/lists", get(for_teacher(teacher::lists)))
        .route("/class/pupils", get(for_teacher(teacher::pupils)))
        .route("/class/pupils/{action}", post(for_teacher(teacher::act_on_many)))
        .route("/class/finals", get(for_teacher(finals::list)))
        .route("/class/pupil/{id}/{action}", post(for_teacher(teacher::act_on)))
        .route("/class/final", post(for_teacher(finals::start)))
        .route("/class/final/{id}/report", get(finals::report))
        .route("/class/final/{id}/{action}", post(for_teacher(finals::act)))
        .route("/class/report", get(replay::report))
        // For documents that do not name an icon, such as replays.
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .route("/class/games.txt", get(teacher::games))
        .route("/class/marks", get(for_teacher(teacher::marks)))
        .route("/class/marks/state", get(for_teacher(teacher::marks_state)))
        .route("/class/marks/start", post(for_teacher(teacher::start_marking)))
        .route("/class/marks/stop", post(for_teacher(teacher::stop_marking)))
        .route("/class/marks.csv", get(for_teacher(teacher::marks_csv)))
        .route("/class/everything.zip", get(teacher::everything))
        .layer(map_request(note_client))
        .layer(map_response_with_state(Arc::clone(&class), with_header))
        .with_state(class)
}

/// The reason why there is no page.
enum Refusal {
    /// The database has failed.
    Database(rusqlite::Error),
    /// Data computed from the database is broken.
    Broken(String),
    /// The client may try again after some seconds.
    Later {
        status: StatusCode,
        reason: String,
        seconds: u64,
    },
    /// The client is not allowed to do this.
    Stranger,
    NotFound,
    /// An earlier answer that takes long is still on its way to this client.
    Busy,
    /// The data sent is invalid; the page links back.
    Wrong {
        reason: String,
        back: &'static str,
    },
}

type Answer = Result<Response, Refusal>;

impl Refusal {
    /// The refusal of what the server cannot do now.
    fn later(error: &dyn Error) -> Self {
        tracing::error!(%error, "the class");
        let reason = format!("The class is not available: {error}");
        Self::Later { status: StatusCode::SERVICE_UNAVAILABLE, reason, seconds: 5 }
    }

    /// The refusal of a client that has reached a limit per minute.
    fn wait(reason: &str, wait: Duration) -> Self {
        let status = StatusCode::TOO_MANY_REQUESTS;
        Self::Later { status, reason: reason.to_owned(), seconds: wait.as_secs() + 1 }
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::DiskFull) => {
                Self::later(&error)
            }
            _ => Self::Database(error),
        }
    }
}

impl From<ReportError> for Refusal {
    fn from(error: ReportError) -> Self {
        Self::Broken(error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (mut wait, failed) = (None, "That did not work");
        let (status, title, text, back) = match self {
            Self::Database(error) => return Self::Broken(error.to_string()).into_response(),
            Self::Broken(error) => {
                tracing::error!(%error, "a page of the class");
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                (status, failed, format!("The class is not available: {error}"), "/class")
            }
            Self::Later { status, reason, seconds } => {
                wait = Some(seconds);
                let text = format!("{reason}. Try again in {seconds} seconds.");
                (status, failed, text, "/class")
            }
            Self::Stranger => (
                StatusCode::FORBIDDEN,
                "Who are you?",
                "Open your own link: the one on your slip or, if you are the teacher, the one that the server printed.".to_owned(),
                "/class",
            ),
            Self::NotFound => {
                (StatusCode::NOT_FOUND, "Not found", "There is nothing here.".to_owned(), "/class")
            }
            Self::Busy => (
                StatusCode::TOO_MANY_REQUESTS,
                "One moment",
                "The report or download that you asked for before is still on its way. Wait for it, then try again.".to_owned(),
                "/class",
            ),
            Self::Wrong { reason, back } => (StatusCode::BAD_REQUEST, failed, reason, back),
        };
        let mut response = (status, page(&message(title, &text, back))).into_response();
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// The HTML of a page, whose header is still missing.
#[derive(Clone)]
struct Headless(String);

/// A page that caches must not keep, because it depends on the client.
fn page(content: &Markup) -> Response {
    fresh((Extension(Headless(content.clone().into_string())), Html("")))
}

/// A page with the header before its content.
fn headed(class: &Class, html: &str) -> String {
    let back = r#"<div class="choices"><a class="button" href="/class">Class</a></div>"#;
    let header = class.equipment.frame.header.replace(r#"<div class="choices"></div>"#, back);
    html.replacen("<main", &format!("{header}<main"), 1)
}

async fn with_header(State(class): State<Arc<Class>>, mut response: Response) -> Response {
    if let Some(Headless(html)) = response.extensions_mut().remove() {
        *response.body_mut() = headed(&class, &html).into();
    }
    response
}

fn fresh(content: impl IntoResponse) -> Response {
    let mut response = content.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A redirect to another page, after a change.
fn go(path: &str) -> Response {
    fresh(Redirect::to(path))
}

/// The fields of a form, with their values.
type Fields = [(String, String)];

/// A submitted form; without fields if it is something else.
struct Form(Vec<(String, String)>);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = StringRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, StringRejection> {
        let text = String::from_request(request, state).await?;
        Ok(Self(serde_urlencoded::from_str(&text).unwrap_or_default()))
    }
}

/// The value of a field without spaces around it, empty if it is missing.
fn field<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.trim())
}

/// Whether the confirmation box is ticked; nothing is removed without it.
fn is_sure(form: &Fields) -> bool {
    field(form, "sure") == "yes"
}

/// Handles requests of anybody, with what it extracts from them.
fn anybody<M: 'static, A: FromRequest<Arc<Class>, M> + Send + 'static>(
    work: fn(&Visitor, &mut Inner, A) -> Answer,
) -> impl Handler<(M, Visitor, A), Arc<Class>> {
    move |visitor: Visitor, asked: A| {
        visitor.with(move |visitor, inner| work(visitor, inner, asked))
    }
}

/// Handles requests of a pupil only.
fn for_pupil<M: 'static, A: FromRequest<Arc<Class>, M> + Send + 'static>(
    work: fn(&Visitor, &mut Inner, &Pupil, A) -> Answer,
) -> impl Handler<(M, Visitor, A), Arc<Class>> {
    move |visitor: Visitor, asked: A| {
        visitor.for_pupil(move |visitor, inner, pupil| work(visitor, inner, pupil, asked))
    }
}

/// Handles requests of the teacher only.
fn for_teacher<M: 'static, A: FromRequest<Arc<Class>, M> + Send + 'static>(
    work: fn(&Visitor, &mut Inner, A) -> Answer,
) -> impl Handler<(M, Visitor, A), Arc<Class>> {
    move |visitor: Visitor, asked: A| {
        visitor.with(move |visitor, inner| {
            visitor.teacher(inner)?;
            work(visitor, inner, asked)
        })
    }
}

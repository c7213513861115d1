//! HTTP: identification of the client, and a handler for each page and each button.

mod asker;
mod files;
mod finals;
mod marks;
mod pupil;
mod replay;
mod teacher;
mod upload;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::class::{Class, MAX_MIB};
use crate::download::DownloadError;
use crate::pages::message;
use crate::reports::ReportError;

/// The largest body of a request, in bytes: an upload, with some room for the form around it.
pub const MAX_UPLOAD: usize = (MAX_MIB + 1) << 20;

/// The pages of a class, all below `/class`.
///
/// The surrounding server checks that requests that change something come from its own pages.
pub fn router(class: Arc<Class>) -> Router {
    let upload = post(upload::upload).layer(DefaultBodyLimit::max(MAX_UPLOAD));
    Router::new()
        .route("/class", get(pupil::entry))
        .route("/class/style.css", get(files::style))
        .route("/class/live.js", get(files::live))
        .route("/class/editor.js", get(files::editor))
        .route("/class/marks.js", get(files::marks))
        .route("/class/join", post(pupil::join))
        .route("/class/join/{code}", get(pupil::entry_with_code))
        .route("/class/p/{secret}", get(pupil::open))
        .route("/class/me", get(pupil::me))
        .route("/class/me/state", get(pupil::own_state))
        .route("/class/me/lists", get(pupil::own_lists))
        .route("/class/slip", get(pupil::slip))
        .route("/class/upload", upload)
        .route("/class/leave", post(pupil::leave))
        .route("/class/version/{id}", get(pupil::version))
        .route("/class/version/{id}/play", post(pupil::play))
        .route("/class/version/{id}/remove", post(pupil::remove))
        .route("/class/game/{id}", get(replay::game))
        .route("/class/live/{code}", get(replay::live))
        .route("/class/live/{code}/table", get(replay::table))
        .route("/class/live/{code}/boards", get(replay::boards))
        .route("/class/live/{code}/pupil/{id}", get(replay::live_game))
        .route("/class/live/{code}/pupil/{id}/board", get(replay::live_board))
        .route("/class/t/{secret}", get(teacher::open))
        .route("/class/teacher", get(teacher::home))
        .route("/class/teacher/settings", post(teacher::settings))
        .route("/class/teacher/delete", post(teacher::delete))
        .route("/class/teacher/{action}", post(teacher::act))
        .route("/class/pupil/{id}", get(teacher::pupil))
        .route("/class/pupil/{id}/state", get(teacher::state))
        .route("/class/pupil/{id}/lists", get(teacher::lists))
        .route("/class/pupils", get(teacher::pupils))
        .route("/class/finals", get(finals::list))
        .route("/class/pupil/{id}/{action}", post(teacher::act_on))
        .route("/class/final", post(finals::start))
        .route("/class/final/{id}/report", get(finals::report))
        .route("/class/final/{id}/{action}", post(finals::act))
        .route("/class/report", get(replay::report))
        // For documents that do not name an icon, such as replays.
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .route("/class/games.txt", get(teacher::games))
        .route("/class/marks", get(marks::show))
        .route("/class/marks/state", get(marks::state))
        .route("/class/marks/start", post(marks::start))
        .route("/class/marks/stop", post(marks::stop))
        .route("/class/marks.csv", get(marks::csv))
        .route("/class/everything.zip", get(teacher::everything))
        .with_state(class)
}

/// The reason why there is no page.
enum Refusal {
    /// The database, or data computed from it, is broken.
    Broken(String),
    /// The client is not allowed to do this.
    Stranger,
    NotFound,
    /// The data sent is invalid; the page links back.
    Wrong {
        reason: String,
        back: &'static str,
    },
}

type Answer = Result<Response, Refusal>;

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<DownloadError> for Refusal {
    fn from(error: DownloadError) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<ReportError> for Refusal {
    fn from(error: ReportError) -> Self {
        Self::Broken(error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, title, text, back) = match self {
            Self::Broken(error) => {
                tracing::error!(%error, "a page of the class");
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                (status, "That did not work", format!("The class is not available: {error}"), "/class")
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
            Self::Wrong { reason, back } => {
                (StatusCode::BAD_REQUEST, "That did not work", reason, back)
            }
        };
        (status, page(&message(title, &text, back))).into_response()
    }
}

/// A page that caches must not keep, because it depends on the client.
fn page(content: &Markup) -> Response {
    fresh(Html(content.clone().into_string()))
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

/// The fields of a form; none if it is not a form.
fn fields(form: &str) -> Vec<(String, String)> {
    serde_urlencoded::from_str(form).unwrap_or_default()
}

/// The value of a field without spaces around it, empty if it is missing.
fn field<'a>(fields: &'a [(String, String)], name: &str) -> &'a str {
    fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.trim())
}

/// Whether the confirmation box is ticked; nothing is removed without it.
fn is_sure(form: &str) -> bool {
    field(&fields(form), "sure") == "yes"
}

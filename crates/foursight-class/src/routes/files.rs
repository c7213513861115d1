//! The style sheet and the scripts of the pages.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::class::Class;

/// The time for which browsers keep the style sheet and the scripts.
const CACHE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "max-age=300");

pub(super) async fn style(State(class): State<Arc<Class>>) -> Response {
    let style = class.equipment.frame.styles.clone() + include_str!("../pages/class.css");
    ([(header::CONTENT_TYPE, "text/css"), CACHE], style).into_response()
}

pub(super) async fn theme(State(class): State<Arc<Class>>) -> Response {
    script(class.equipment.frame.theme.clone())
}

pub(super) fn script(script: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "text/javascript"), CACHE], script.into()).into_response()
}

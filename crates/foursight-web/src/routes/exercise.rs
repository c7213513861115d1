//! `GET /api/exercises`: the path of exercises.

use axum::Json;
use foursight_answers::exercise::{self, ChapterBody};

/// The path of exercises, chapter by chapter, in the order in which to learn.
#[utoipa::path(
    get, path = "/api/exercises", tag = "exercises",
    responses((status = OK, body = Vec<ChapterBody>))
)]
pub(crate) async fn exercises() -> Json<Vec<ChapterBody>> {
    Json(exercise::exercises())
}

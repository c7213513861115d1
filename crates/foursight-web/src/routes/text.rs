//! `GET /api/text`: a position as lines of text.

use axum::http::header;
use axum::response::IntoResponse;
use foursight_render::{Diagram, TextStyle};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::{PositionParams, PositionQuery};

/// How a position looks as text.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Style {
    /// `X` the first player and `O` the second, with marks.
    #[default]
    Letters,
    /// `X` the side to move and `O` the other, column numbers below.
    Ascii,
    /// Colored circles under a header.
    Emoji,
    /// `●` the first player and `○` the second, with marks.
    Discs,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StyleParams {
    #[serde(default)]
    #[param(inline)]
    style: Style,
}

/// A position as lines of text.
#[utoipa::path(
    get, path = "/api/text", tag = "pictures", params(PositionParams, StyleParams),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn text(
    PositionQuery(game): PositionQuery,
    Params(StyleParams { style }): Params<StyleParams>,
) -> Result<impl IntoResponse> {
    let diagram = Diagram::of_game(&game);
    let text = match style {
        Style::Letters => diagram.to_text(TextStyle::Letters),
        Style::Ascii => diagram.to_text(TextStyle::Ascii),
        Style::Emoji => diagram.to_text(TextStyle::Emoji),
        // Without the colors of a terminal, filled and hollow discs still differ.
        Style::Discs => diagram.to_text(TextStyle::Letters).replace('X', "●").replace('O', "○"),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

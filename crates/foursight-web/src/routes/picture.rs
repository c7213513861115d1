//! `GET /render.png`, `.gif` and `/card.png`: pictures of a position, animations of a game, and the picture in a link
//! preview.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use foursight_answers::PositionParams;
use foursight_answers::picture::{self, AnimationParams, LookParams, Still, StillParams};
use foursight_answers::solve::scores;
use foursight_engine::Limits;
use foursight_render::{Diagram, GifDrawing};
use serde::Deserialize;

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::etag;
use crate::http::extract::{Params, PositionQuery};
use crate::page::CardWords;
use crate::solving::{SharedSolver, Solving, SolvingError};

/// A position as PNG.
#[utoipa::path(
    get, path = "/render.png", tag = "pictures", params(PositionParams, LookParams, StillParams),
    responses((status = OK, body = Vec<u8>, content_type = "image/png"), (status = "default", body = ErrorBody))
)]
pub(crate) async fn png(
    State(solving): State<Arc<Solving>>,
    client: Client,
    headers: HeaderMap,
    PositionQuery(game): PositionQuery,
    Params(look): Params<LookParams>,
    Params(still): Params<StillParams>,
) -> Result<Response> {
    let still = Still::new(game, &look, &still)?;
    let draw = move |solver: &mut SharedSolver, limits: Limits<'_>| {
        let scores = still.scored().map(|position| scores(solver, position, limits));
        Ok(Picture::new(still.diagram(scores.transpose()?).to_png(still.look())))
    };
    let png = solving.draw(client.network, draw).await?;
    Ok(png.answer(&headers, "image/png"))
}

/// A game as an animated GIF.
#[utoipa::path(
    get, path = "/render.gif", tag = "pictures", params(PositionParams, LookParams, AnimationParams),
    responses((status = OK, body = Vec<u8>, content_type = "image/gif"), (status = "default", body = ErrorBody))
)]
pub(crate) async fn gif(
    State(solving): State<Arc<Solving>>,
    client: Client,
    headers: HeaderMap,
    PositionQuery(game): PositionQuery,
    Params(look): Params<LookParams>,
    Params(animation): Params<AnimationParams>,
) -> Result<Response> {
    let (look, delay) = picture::animation(&look, &animation)?;
    let mut drawing = GifDrawing::new(Diagram::each_of_game(&game), look, delay);
    let draw = move |_: &mut SharedSolver, limits: Limits<'_>| {
        let drawn = drawing.draw_while(&mut || !limits.are_reached(0));
        drawn.map(Picture::new).ok_or(SolvingError::NotDrawn)
    };
    Ok(solving.draw(client.network, draw).await?.answer(&headers, "image/gif"))
}

/// A picture never changes, and is the same for everybody.
pub(super) struct Picture {
    tag: String,
    bytes: Vec<u8>,
}

impl Picture {
    /// This is slow for a large picture, so it belongs on the drawing thread.
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Self { tag: etag::of(&bytes), bytes }
    }

    pub(super) fn answer(self, headers: &HeaderMap, kind: &'static str) -> Response {
        let cached = (header::CACHE_CONTROL, "public, max-age=86400");
        let about = [(header::ETAG, self.tag.as_str()), cached];
        if etag::is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        (about, [(header::CONTENT_TYPE, kind)], self.bytes).into_response()
    }
}

#[derive(Deserialize)]
pub(crate) struct CardParams {
    #[serde(default)]
    words: CardWords,
}

/// The card of a position.
pub(crate) async fn card(
    State(solving): State<Arc<Solving>>,
    client: Client,
    headers: HeaderMap,
    PositionQuery(game): PositionQuery,
    Params(CardParams { words }): Params<CardParams>,
) -> Result<Response> {
    let card = words.card(&game);
    let draw = move |_: &mut SharedSolver, _: Limits<'_>| Ok(Picture::new(card.to_png()));
    let png = solving.draw(client.network, draw).await?;
    Ok(png.answer(&headers, "image/png"))
}

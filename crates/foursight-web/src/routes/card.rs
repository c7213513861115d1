//! `GET /card.png`: the picture that a link to a view shows.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use super::picture::picture;
use crate::http::client::Client;
use crate::http::error::Result;
use crate::http::extract::Params;
use crate::http::position_query::PositionQuery;
use crate::page::CardWords;
use crate::solving::Solving;

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
    let png = solving.work(client.network, move || card.to_png()).await?;
    Ok(picture(&headers, "image/png", png))
}

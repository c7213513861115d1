//! `POST /api/games/{id}/join` and `/claim`: taking a seat, and taking it again in another browser.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{SeatBody, read_name};
use crate::App;
use crate::game::seat::Secret;
use crate::game::{Change, Seat};
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Body, Segment};
use crate::http::seat_cookies::Asker;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct JoinBody {
    /// The name that the other player sees.
    #[schema(example = "Bob")]
    name: Option<String>,
    /// The secret of the seat to be, 128 random bits as base64url without padding. Whoever sends one can ask
    /// again if the answer was lost; else the server makes one, which only the answer has.
    #[schema(example = "AbCdEfGhIjKlMnOpQrStUg")]
    secret: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct ClaimBody {
    /// The secret of a seat, from its link.
    secret: String,
}

/// Take the free seat of a game; whoever has a seat in it gets that one again.
#[utoipa::path(
    post, path = "/api/games/{id}/join", tag = "games", params(("id" = String, Path)),
    request_body = JoinBody,
    responses(
        (status = OK, body = SeatBody), (status = "4XX", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "both seats are taken"),
    )
)]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Segment(id): Segment<String>,
    asker: Asker,
    Body(body): Body<JoinBody>,
) -> Result<Response> {
    let name = read_name(body.name.as_deref())?;
    let live = app.table(&id).await?;
    // Whoever has a seat in the game keeps it, and leaves the other one to somebody else.
    if let (game, Some(player)) = app.state_and(&live, |table| asker.recognize(table)).await {
        let seat = player.color;
        let body = SeatBody { game, seat, secret: None, seat_link: None, link: format!("/g/{id}") };
        return Ok(Json(body).into_response());
    }
    let secret = body.secret.as_deref().map_or_else(|| Ok(Secret::random()), read_secret)?;
    let hash = secret.hash();
    let joining = app.change(&live, move |table, now| {
        // It came before, and the answer was lost.
        if table.color_of(&hash).is_some() {
            return Ok(None);
        }
        table.join(Seat { secret: Some(hash), name }, now).map(|_| Some(Change::Joined))
    });
    joining.await?;
    let (game, seat) = app.state_and(&live, |table| table.color_of(&hash)).await;
    let seat = seat.ok_or_else(|| Error::internal("a seat was lost"))?;
    let cookie = asker.cookie(&id, &secret);
    let text = secret.text().to_owned();
    let seat_link = Some(format!("/g/{id}#seat={text}"));
    let body = SeatBody { game, seat, secret: Some(text), seat_link, link: format!("/g/{id}") };
    Ok(([(header::SET_COOKIE, cookie)], Json(body)).into_response())
}

fn read_secret(text: &str) -> Result<Secret> {
    let message = "a secret is 128 random bits as base64url: 22 characters";
    Secret::chosen(text).ok_or_else(|| Error::invalid("secret", message))
}

/// Get the cookie of a seat for its secret.
#[utoipa::path(
    post, path = "/api/games/{id}/claim", tag = "games", params(("id" = String, Path)),
    request_body = ClaimBody,
    responses((status = OK, body = SeatBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn claim(
    State(app): State<Arc<App>>,
    Segment(id): Segment<String>,
    asker: Asker,
    Body(body): Body<ClaimBody>,
) -> Result<Response> {
    let live = app.table(&id).await?;
    let secret = Secret::from_text(&body.secret);
    let (game, seat) = app.state_and(&live, |table| table.color_of(&secret.hash())).await;
    let seat =
        seat.ok_or_else(|| Error::forbidden("not_seated", "this opens no seat of the game"))?;
    let cookie = asker.cookie(&id, &secret);
    let body = SeatBody { game, seat, secret: None, seat_link: None, link: format!("/g/{id}") };
    Ok(([(header::SET_COOKIE, cookie)], Json(body)).into_response())
}

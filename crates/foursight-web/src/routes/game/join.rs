//! `POST /api/games/{id}/join` and `/claim`: taking a seat, and opening it in another browser.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use foursight::Player;
use foursight_files::secrets::Secret;
use foursight_games::{Change, GameView, Games};
use serde::Deserialize;
use utoipa::ToSchema;

use super::SeatBody;
use crate::Config;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Body, Segment};
use crate::http::game_body::NetworkGameBody;
use crate::http::requester::Requester;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct JoinBody {
    /// The name that the other player sees.
    #[schema(example = "Bob", max_length = 40)]
    name: Option<String>,
    /// The secret for the seat: 128 random bits as base64url without padding. Send one to be able to repeat
    /// the request if its answer is lost; otherwise the server makes one, which only the answer contains.
    #[schema(example = "AbCdEfGhIjKlMnOpQrStUg", pattern = "^[A-Za-z0-9_-]{21}[AQgw]$")]
    secret: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct ClaimBody {
    /// The secret of a seat, from its link.
    secret: String,
}

/// The way in which a client that asked to join received a seat.
enum Joining {
    /// By a secret that is new to the browser.
    With(Secret, Player),
    /// The client already had it.
    Seated(Player),
}

/// Take the free seat of a game; a player who already has a seat keeps it.
#[utoipa::path(
    post, path = "/api/games/{id}/join", tag = "games", params(("id" = String, Path)),
    request_body = JoinBody,
    responses(
        (status = OK, body = SeatBody), (status = "default", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "both seats are taken"),
    )
)]
pub(crate) async fn join(
    State(games): State<Arc<Games>>,
    State(config): State<Arc<Config>>,
    Segment(id): Segment<String>,
    mut requester: Requester,
    Body(body): Body<JoinBody>,
) -> Result<Response> {
    let name = config.names.read(body.name.as_deref())?;
    let secret = body.secret.as_deref().map_or_else(|| Ok(Secret::random()), read_secret);
    let live = games.get(&id).await?;
    let claim = requester.claim(&games, &live).await?;
    let joining = games.change(&live, move |game, now| {
        // A client that has a seat cannot take the other one.
        if let Some(holder) = claim.recognize(game) {
            return Ok((None, Ok(Joining::Seated(holder.player))));
        }
        let secret = match secret {
            Ok(secret) => secret,
            Err(error) => return Ok((None, Err(error))),
        };
        let hash = secret.hash();
        // The same request came before, and its answer was lost.
        if let Some(player) = game.player_with(&hash) {
            return Ok((None, Ok(Joining::With(secret, player))));
        }
        let player = game.join(hash, name, now)?;
        Ok((Some(Change::Joined), Ok(Joining::With(secret, player))))
    });
    let (view, joined) = joining.await?;
    Ok(match joined? {
        Joining::Seated(player) => {
            (requester.into_cookie(), Json(SeatBody::known(&view, player))).into_response()
        }
        Joining::With(secret, player) => {
            requester.keep(&games, &view.game.id, &secret).await;
            (requester.into_cookie(), Json(SeatBody::new(&view, player, &secret))).into_response()
        }
    })
}

fn read_secret(text: &str) -> Result<Secret> {
    let message = "a secret is 128 random bits as base64url: 22 characters";
    Secret::chosen(text).ok_or_else(|| Error::invalid("secret", message))
}

/// Give this browser the seat that a secret opens.
#[utoipa::path(
    post, path = "/api/games/{id}/claim", tag = "games", params(("id" = String, Path)),
    request_body = ClaimBody,
    responses((status = OK, body = SeatBody), (status = "default", body = ErrorBody))
)]
pub(crate) async fn claim(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
    mut requester: Requester,
    Body(body): Body<ClaimBody>,
) -> Result<Response> {
    let view = games.view(&games.get(&id).await?).await?;
    let secret = Secret::from_text(&body.secret);
    let player = view.game.player_with(&secret.hash());
    let player = player.ok_or_else(|| {
        Error::forbidden("not_seated", "this secret does not open a seat in the game")
    })?;
    requester.keep(&games, &view.game.id, &secret).await;
    Ok((requester.into_cookie(), Json(SeatBody::known(&view, player))).into_response())
}

impl SeatBody {
    /// A seat just taken: the only answer with its secret.
    pub(super) fn new(view: &GameView, player: Player, secret: &Secret) -> Self {
        let secret = secret.text().to_owned();
        let seat_link = Some(format!("/g/{}#seat={secret}", view.game.id));
        Self { secret: Some(secret), seat_link, ..Self::known(view, player) }
    }

    /// A seat whose holder knows the secret.
    fn known(view: &GameView, player: Player) -> Self {
        let link = format!("/g/{}", view.game.id);
        let (game, seat) = (NetworkGameBody::new(view), player.into());
        Self { game, seat, secret: None, seat_link: None, link }
    }
}

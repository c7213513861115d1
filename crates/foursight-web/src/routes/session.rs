//! `/api/session`: the data that the server keeps about a browser: viewing it, signing out, and deleting it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use foursight_answers::color::Color;
use foursight_files::secrets::SecretHash;
use foursight_games::{Action, Change, Connected, GameId, GameView, Games, GamesError};
use futures_util::{StreamExt, stream};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::client::Origin;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::game_body::NetworkGameBody;
use crate::http::requester::Requester;

/// The number of games changed at a time when a browser's data is deleted.
const AT_ONCE: usize = 8;

/// Everything that the server keeps about a browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionBody {
    /// The games in which this browser has a seat, the latest first.
    games: Vec<OwnGameBody>,
}

/// A game, and the seat of this browser in it.
#[derive(Serialize, ToSchema)]
struct OwnGameBody {
    game: NetworkGameBody,
    seat: Color,
}

/// Everything that the server keeps about this browser: the games in which it has a seat.
#[utoipa::path(
    get, path = "/api/session", tag = "session",
    responses((status = OK, body = SessionBody), (status = "default", body = ErrorBody))
)]
pub(crate) async fn session(
    State(games): State<Arc<Games>>,
    requester: Requester,
) -> Result<Response> {
    if requester.origin == Origin::Other {
        return Err(Error::forbidden("cross_site", "pages on other sites cannot read this"));
    }
    let found = match requester.session() {
        Some(session) => games.of_session(session).await?,
        None => Vec::new(),
    };
    let now = games.now();
    let body = found.into_iter().filter_map(|(game, secret)| {
        let seat = game.player_with(&secret)?.into();
        let view = GameView { game: Arc::new(game), connected: Connected::default(), now };
        Some(OwnGameBody { game: NetworkGameBody::new(&view), seat })
    });
    Ok(Json(SessionBody { games: body.collect() }).into_response())
}

/// Sign out of this browser: it no longer has any seats. The links of the seats still open them.
#[utoipa::path(
    post, path = "/api/session/sign_out", tag = "session",
    responses((status = OK, body = SessionBody), (status = "default", body = ErrorBody))
)]
pub(crate) async fn sign_out(
    State(games): State<Arc<Games>>,
    requester: Requester,
) -> Result<Response> {
    requester.must_be_of_this_site()?;
    end(&games, requester).await
}

/// Delete what the server keeps about this browser, and sign out.
///
/// Its running games are resigned and its names removed. Games that nobody else has joined are deleted; of the others,
/// the moves remain until they are old enough to be deleted, because they belong to the other player too.
#[utoipa::path(
    post, path = "/api/session/delete", tag = "session",
    responses((status = OK, body = SessionBody), (status = "default", body = ErrorBody))
)]
pub(crate) async fn delete(
    State(games): State<Arc<Games>>,
    requester: Requester,
) -> Result<Response> {
    requester.must_be_of_this_site()?;
    if let Some(session) = requester.session() {
        let own = games.of_session(session).await?.into_iter();
        let seats = own.map(|(game, secret)| (game.id.clone(), secret));
        let removed = stream::iter(seats).map(|(id, secret)| remove(games.clone(), id, secret));
        let mut removed = removed.buffer_unordered(AT_ONCE);
        while let Some(result) = removed.next().await {
            result?;
        }
    }
    end(&games, requester).await
}

async fn end(games: &Games, mut requester: Requester) -> Result<Response> {
    if let Some(session) = requester.session() {
        games.forget_session(session).await?;
    }
    requester.sign_out();
    Ok((requester.into_cookie(), Json(SessionBody { games: Vec::new() })).into_response())
}

/// Removes the holder of a seat from a game.
async fn remove(games: Arc<Games>, id: GameId, secret: SecretHash) -> Result<(), GamesError> {
    let live = match games.get(id.text()).await {
        Ok(live) => live,
        // The game was deleted meanwhile.
        Err(GamesError::Unknown) => return Ok(()),
        Err(error) => return Err(error),
    };
    if live.game().await.free_seat().is_some() {
        return games.delete(id.text()).await;
    }
    let remove = games.change(&live, move |game, now| {
        let Some(player) = game.player_with(&secret) else { return Ok((None, ())) };
        let resigned = game.act(player, Action::Resign, now).unwrap_or(None);
        game.rename(player, None);
        Ok((Some(resigned.unwrap_or(Change::State)), ()))
    });
    remove.await.map(|_| ())
}

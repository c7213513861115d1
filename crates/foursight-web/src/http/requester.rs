//! The sender of a request about a game: the seat that a bearer token opens, or one that the browser's session has. A
//! session is one cookie, whatever the number of games.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header, request::Parts};
use foursight::Player;
use foursight_files::secrets::{Secret, SecretHash, cookie_value, set_cookie};
use foursight_games::{GameId, Games, LiveGame, NetworkGame, Recurring, StoreFault};

use super::client::{Client, Origin};
use super::error::{Error, Result};
use crate::Config;

/// The sender of a request, according to its headers.
pub(crate) struct Requester {
    bearer: Option<Secret>,
    session: Session,
    pub(crate) origin: Origin,
    pub(crate) client: Client,
}

/// The seat that a request may have in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    secret: Option<SecretHash>,
    by_cookie: bool,
    origin: Origin,
}

/// The holder of a seat.
pub(crate) struct Holder {
    pub(crate) player: Player,
    /// Identifies the holder even after a swap, which changes the side.
    pub(crate) secret: SecretHash,
}

/// The cookie of an answer, if it has one.
pub(crate) type SetCookie = Option<[(HeaderName, HeaderValue); 1]>;

/// The reason why a request may not act in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotAllowed {
    #[error(
        "only players can do this: send the secret of a seat, or the cookie of a session that has one"
    )]
    NotSeated,
    #[error("cookies are accepted only in same-site requests")]
    CrossSite,
}

impl<S> FromRequestParts<S> for Requester
where
    Arc<Config>: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let config = Arc::<Config>::from_ref(state);
        let client = Client::of(parts, &config);
        let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
        let bearer = authorization.and_then(|text| text.strip_prefix("Bearer "));
        // Scripts in browsers can send no such header with a WebSocket.
        let protocols = parts.headers.get(header::SEC_WEBSOCKET_PROTOCOL);
        let mut protocols = protocols.and_then(|v| v.to_str().ok()).unwrap_or_default().split(',');
        let bearer =
            bearer.or_else(|| protocols.find_map(|name| name.trim().strip_prefix("seat.")));
        Ok(Self {
            bearer: bearer.map(|text| Secret::from_text(text.trim())),
            session: Session::read(&parts.headers, client.is_secure),
            origin: Origin::of(&parts.headers, &config),
            client,
        })
    }
}

impl Requester {
    /// The seat that the request may have in a game.
    pub(crate) async fn claim(&self, games: &Games, live: &LiveGame) -> Result<Claim> {
        let origin = self.origin;
        if let Some(bearer) = &self.bearer {
            return Ok(Claim { secret: Some(bearer.hash()), by_cookie: false, origin });
        }
        let secret = match self.session.known() {
            Some(session) => games.seat_of_session(session, &*live.game().await).await?,
            None => None,
        };
        Ok(Claim { secret, by_cookie: true, origin })
    }

    /// Gives the browser's session a seat, if it can be stored; the client that took the seat has its secret anyway.
    pub(crate) async fn keep(&mut self, games: &Games, id: &GameId, secret: &Secret) {
        if self.origin == Origin::Same
            && let Err(error) = self.note_seat(games, id, secret).await
        {
            static NOT_NOTED: Recurring = Recurring::new();
            if let Some(n_seats) = NOT_NOTED.turn() {
                tracing::warn!(%error, n_seats, "seats could not be recorded in sessions");
            }
        }
    }

    /// Gives the session a seat. A session without any seats is replaced first: an attacker may have chosen it, and
    /// would then share the seat.
    async fn note_seat(
        &mut self,
        games: &Games,
        id: &GameId,
        secret: &Secret,
    ) -> Result<(), StoreFault> {
        if let Some(session) = self.session.known()
            && !games.has_session(session).await?
        {
            self.session.forget();
        }
        games.note_seat(self.session.renew(), id, secret.hash()).await
    }

    /// The key of the browser's session, if it has one.
    pub(crate) fn session(&self) -> Option<SecretHash> {
        self.session.known()
    }

    /// Refuses requests from other sites' pages, which would carry this site's cookie.
    pub(crate) fn must_be_of_this_site(&self) -> Result<(), NotAllowed> {
        if self.origin == Origin::Same { Ok(()) } else { Err(NotAllowed::CrossSite) }
    }

    /// Makes the browser forget its session.
    pub(crate) fn sign_out(&mut self) {
        self.session.end();
    }

    /// The cookie that the browser must keep.
    pub(crate) fn into_cookie(self) -> SetCookie {
        self.session.into_cookie().map(|cookie| [(header::SET_COOKIE, cookie)])
    }
}

impl Claim {
    /// The holder of the claimed seat, if there is one.
    pub(crate) fn recognize(&self, game: &NetworkGame) -> Option<Holder> {
        let secret = self.secret?;
        Some(Holder { player: game.player_with(&secret)?, secret })
    }

    /// The seat that the request may act for: other sites' pages must not use this site's cookies.
    pub(crate) fn player(&self, game: &NetworkGame) -> Result<Holder, NotAllowed> {
        let holder = self.recognize(game).ok_or(NotAllowed::NotSeated)?;
        if self.by_cookie && self.origin != Origin::Same {
            return Err(NotAllowed::CrossSite);
        }
        Ok(holder)
    }
}

/// The lifetime of the cookie, in seconds: the same as a game's.
const COOKIE_AGE: u32 = 180 * 24 * 3600;

/// The prefix makes browsers accept the cookie from this host only, over an encrypted connection.
const SECURE_NAME: &str = "__Host-foursight";
const PLAIN_NAME: &str = "foursight";

/// The session of a browser, and the cookie to send with the answer.
pub(crate) struct Session {
    secret: Option<Secret>,
    is_secure: bool,
    is_changed: bool,
}

impl Session {
    pub(crate) fn read(headers: &HeaderMap, is_secure: bool) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let secret = cookie_value(lines, name(is_secure)).and_then(Secret::chosen);
        Self { secret, is_secure, is_changed: false }
    }

    /// The key of the session, if the browser has one.
    pub(crate) fn known(&self) -> Option<SecretHash> {
        self.secret.as_ref().map(Secret::hash)
    }

    /// The key of the session; a browser without a session receives one, and any other keeps its session for longer.
    pub(crate) fn renew(&mut self) -> SecretHash {
        self.is_changed = true;
        self.secret.get_or_insert_with(Secret::random).hash()
    }

    /// Puts the next seat into a new session.
    pub(crate) fn forget(&mut self) {
        self.secret = None;
    }

    /// Deletes the cookie.
    pub(crate) fn end(&mut self) {
        self.is_changed = true;
        self.forget();
    }

    /// The cookie that the answer sets, if any.
    pub(crate) fn into_cookie(self) -> Option<HeaderValue> {
        let (secret, scope) = (self.secret.as_ref(), ("/", COOKIE_AGE));
        let cookie = || set_cookie(name(self.is_secure), secret, scope, self.is_secure);
        let value = || HeaderValue::try_from(cookie()).expect("a secret is plain text");
        self.is_changed.then(value)
    }
}

fn name(is_secure: bool) -> &'static str {
    if is_secure { SECURE_NAME } else { PLAIN_NAME }
}

//! Who asks for a game: the seat that a bearer token or a cookie opens.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::{HeaderValue, header, request::Parts};
use foursight::Player;

use super::client::{Client, Origin};
use super::error::{Error, Result};
use crate::Config;
use crate::game::NetworkGame;
use crate::game::seat::{Secret, SecretHash};

/// How long a browser keeps the cookie of a seat, in seconds: as long as games are kept.
const COOKIE_AGE: u32 = 180 * 24 * 3600;

/// What a request says about who sends it.
pub(crate) struct Asker {
    bearer: Option<Secret>,
    /// Names of games and secrets.
    cookies: Vec<(String, Secret)>,
    pub(crate) origin: Origin,
    pub(crate) client: Client,
}

/// The holder of a seat.
pub(crate) struct Holder {
    pub(crate) player: Player,
    /// Identifies the holder even after a swap, which changes the side.
    pub(crate) secret: SecretHash,
    /// A cookie for the browser to keep, if it only has that of the game before this one.
    pub(crate) new_cookie: Option<HeaderValue>,
    by_cookie: bool,
}

/// Why a request may not act in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotAllowed {
    #[error("only players can do this: send the secret of a seat, or its cookie")]
    NotSeated,
    #[error("a cookie counts only in requests that say they come from this site")]
    CrossSite,
}

impl<S> FromRequestParts<S> for Asker
where
    Arc<Config>: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let config = Arc::<Config>::from_ref(state);
        let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
        let bearer = authorization.and_then(|text| text.strip_prefix("Bearer "));
        let lines =
            parts.headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let cookies = lines.flat_map(|line| line.split(';')).filter_map(seat_cookie).collect();
        Ok(Self {
            bearer: bearer.map(|text| Secret::from_text(text.trim())),
            cookies,
            origin: Origin::of(&parts.headers, &config),
            client: Client::of(parts, &config),
        })
    }
}

/// `seat_ID=SECRET`.
fn seat_cookie(text: &str) -> Option<(String, Secret)> {
    let (name, value) = text.trim().split_once('=')?;
    Some((name.strip_prefix("seat_")?.to_owned(), Secret::from_text(value)))
}

impl Asker {
    /// The seat that the request opens; the cookie of the game before opens a rematch too.
    pub(crate) fn recognize(&self, game: &NetworkGame) -> Option<Holder> {
        let recognize = |secret: &Secret, by_cookie| {
            let secret = secret.hash();
            let player = game.player_with(&secret)?;
            Some(Holder { player, secret, new_cookie: None, by_cookie })
        };
        if let Some(secret) = &self.bearer {
            return recognize(secret, false);
        }
        let of_game = |id: &str| self.cookies.iter().find(|(name, _)| name == id);
        if let Some((_, secret)) = of_game(&game.id)
            && let Some(holder) = recognize(secret, true)
        {
            return Some(holder);
        }
        let (_, secret) = game.rematch_of.as_deref().and_then(of_game)?;
        let new_cookie = Some(self.cookie(&game.id, secret));
        Some(Holder { new_cookie, ..recognize(secret, true)? })
    }

    /// The seat that the request may act for: pages of other sites must not use the cookies of this one.
    pub(crate) fn player(&self, game: &NetworkGame) -> Result<Holder, NotAllowed> {
        let holder = self.recognize(game).ok_or(NotAllowed::NotSeated)?;
        if holder.by_cookie && self.origin != Origin::Same {
            return Err(NotAllowed::CrossSite);
        }
        Ok(holder)
    }

    /// The cookie for a seat: scripts cannot read it, and other sites do not send it.
    pub(crate) fn cookie(&self, id: &str, secret: &Secret) -> HeaderValue {
        let secure = if self.client.is_secure { "; Secure" } else { "" };
        let secret = secret.text();
        let text = format!(
            "seat_{id}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}{secure}"
        );
        HeaderValue::try_from(text).expect("names and secrets are plain letters")
    }
}

//! Who asks for a game: what opens a seat, and whether it comes from a page of this site.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::{HeaderValue, header, request::Parts};

use super::client::{Client, Origin};
use crate::App;
use crate::game::Table;
use crate::game::seat::{Secret, SecretHash};
use crate::http::error::{Error, Result};
use crate::routes::position::Color;

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

/// A player who has been recognized.
pub(crate) struct Recognized {
    pub(crate) color: Color,
    /// What the seat is recognized by; a swap gives it the other color.
    pub(crate) secret: SecretHash,
    /// A cookie that the browser is to keep, because it has only that of the game before this one.
    pub(crate) new_cookie: Option<HeaderValue>,
    by_cookie: bool,
}

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let client = parts.extensions.get::<Client>().copied();
        let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
        let bearer = authorization.and_then(|text| text.strip_prefix("Bearer "));
        let lines =
            parts.headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let cookies = lines.flat_map(|line| line.split(';')).filter_map(seat_cookie).collect();
        Ok(Self {
            bearer: bearer.map(|text| Secret::from_text(text.trim())),
            cookies,
            origin: Origin::of(&parts.headers, &app.config),
            client: client.unwrap_or_else(|| Client::of(parts, &app.config)),
        })
    }
}

/// `seat_ID=SECRET`.
fn seat_cookie(text: &str) -> Option<(String, Secret)> {
    let (name, value) = text.trim().split_once('=')?;
    Some((name.strip_prefix("seat_")?.to_owned(), Secret::from_text(value)))
}

impl Asker {
    /// Whose seat the request opens; a rematch is opened by the cookie of the game before it too.
    pub(crate) fn recognize(&self, table: &Table) -> Option<Recognized> {
        let recognize = |secret: &Secret, by_cookie| {
            let secret = secret.hash();
            let color = table.color_of(&secret)?;
            Some(Recognized { color, secret, new_cookie: None, by_cookie })
        };
        if let Some(secret) = &self.bearer {
            return recognize(secret, false);
        }
        let of_game = |id: &str| self.cookies.iter().find(|(name, _)| name == id);
        if let Some((_, secret)) = of_game(&table.id)
            && let Some(player) = recognize(secret, true)
        {
            return Some(player);
        }
        let (_, secret) = table.rematch_of.as_deref().and_then(of_game)?;
        let new_cookie = Some(self.cookie(&table.id, secret));
        Some(Recognized { new_cookie, ..recognize(secret, true)? })
    }

    /// The same for one who wants to do something, which pages of other sites must not do with the
    /// cookies of this one.
    pub(crate) fn player(&self, table: &Table) -> Result<Recognized> {
        let message = "only players can do this: send the secret of a seat, or its cookie";
        let player =
            self.recognize(table).ok_or_else(|| Error::forbidden("not_seated", message))?;
        if player.by_cookie && self.origin != Origin::Same {
            let message = "a cookie counts only in requests that say they come from this site";
            return Err(Error::forbidden("cross_site", message));
        }
        Ok(player)
    }

    /// The cookie for a seat: scripts cannot read it, and other sites do not send it.
    pub(crate) fn cookie(&self, id: &str, secret: &Secret) -> HeaderValue {
        let secure = if self.client.is_secure { "; Secure" } else { "" };
        let secret = secret.text();
        let text = format!(
            "seat_{id}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}{secure}"
        );
        HeaderValue::try_from(text).expect("names and secrets are of plain letters")
    }
}

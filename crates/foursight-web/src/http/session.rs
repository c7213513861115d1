//! The session of a browser: one cookie, whatever the number of games.

use axum::http::{HeaderMap, HeaderValue, header};
use foursight_files::secrets::{Secret, SecretHash, cookie_value, set_cookie};

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

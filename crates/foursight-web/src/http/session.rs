//! The session of a browser: one cookie, whatever the number of games.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::game::SecretHash;
use crate::game::seat::Secret;

/// The lifetime of the cookie, in seconds: the same as a game's.
const COOKIE_AGE: u32 = 180 * 24 * 3600;

/// The prefix makes browsers accept the cookie from this host only, over an encrypted connection.
const SECURE_NAME: &str = "__Host-foursight";
const PLAIN_NAME: &str = "foursight";

/// The session of a browser, and the cookie to send with the answer.
pub(crate) struct Session {
    secret: Option<Secret>,
    is_secure: bool,
    cookie: Option<HeaderValue>,
}

impl Session {
    pub(crate) fn read(headers: &HeaderMap, is_secure: bool) -> Self {
        let mut session = Self { secret: None, is_secure, cookie: None };
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        for cookie in lines.flat_map(|line| line.split(';')) {
            let Some((name, value)) = cookie.trim().split_once('=') else { continue };
            if name == session.name() {
                session.secret = Secret::chosen(value);
            }
        }
        session
    }

    fn name(&self) -> &'static str {
        if self.is_secure { SECURE_NAME } else { PLAIN_NAME }
    }

    /// The key of the session, if the browser has one.
    pub(crate) fn known(&self) -> Option<SecretHash> {
        self.secret.as_ref().map(Secret::hash)
    }

    /// The key of the session; a browser without a session receives one, and any other keeps its session for longer.
    pub(crate) fn renew(&mut self) -> SecretHash {
        let secret = self.secret.get_or_insert_with(Secret::random);
        let (hash, text) = (secret.hash(), secret.text().to_owned());
        self.set(&text, COOKIE_AGE);
        hash
    }

    /// Puts the next seat into a new session.
    pub(crate) fn forget(&mut self) {
        self.secret = None;
    }

    /// Deletes the cookie.
    pub(crate) fn end(&mut self) {
        self.set("", 0);
        self.forget();
    }

    /// The cookie that the answer sets, if any.
    pub(crate) fn into_cookie(self) -> Option<HeaderValue> {
        self.cookie
    }

    /// Scripts cannot read the cookie, and other sites do not send it.
    fn set(&mut self, value: &str, age: u32) {
        let name = self.name();
        let secure = if self.is_secure { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
        self.cookie = Some(HeaderValue::try_from(text).expect("a secret is plain text"));
    }
}

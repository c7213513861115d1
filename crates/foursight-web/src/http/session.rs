//! The session of a browser: one cookie, whatever the number of games. Earlier versions set one for each seat.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::game::SecretHash;
use crate::game::seat::Secret;

/// How long a browser keeps the cookie, in seconds: as long as games are kept.
const COOKIE_AGE: u32 = 180 * 24 * 3600;

/// The prefix has browsers take the cookie from this host alone, over an encrypted connection.
const SECURE_NAME: &str = "__Host-foursight";
const PLAIN_NAME: &str = "foursight";

/// The beginning of the name of a cookie of an earlier version, before the name of the game.
const OLD_PREFIX: &str = "seat_";

/// How many cookies one answer deletes: proxies limit its head.
const MAX_DELETED: usize = 20;

/// The session of a browser, and what the answer has to tell it.
pub(crate) struct Session {
    secret: Option<Secret>,
    /// Names of games and secrets, from cookies of earlier versions.
    old: Vec<(String, Secret)>,
    is_secure: bool,
    cookies: Vec<HeaderValue>,
}

impl Session {
    pub(crate) fn read(headers: &HeaderMap, is_secure: bool) -> Self {
        let mut session = Self { secret: None, old: Vec::new(), is_secure, cookies: Vec::new() };
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        for cookie in lines.flat_map(|line| line.split(';')) {
            let Some((name, value)) = cookie.trim().split_once('=') else { continue };
            if name == session.name() {
                session.secret = Secret::chosen(value);
            } else if let Some(id) = name.strip_prefix(OLD_PREFIX) {
                session.old.push((id.to_owned(), Secret::from_text(value)));
            }
        }
        session
    }

    fn name(&self) -> &'static str {
        if self.is_secure { SECURE_NAME } else { PLAIN_NAME }
    }

    /// What the server knows the session by, if the browser has one.
    pub(crate) fn known(&self) -> Option<SecretHash> {
        self.secret.as_ref().map(Secret::hash)
    }

    /// The same; a browser without a session gets one, and any other keeps it for longer.
    pub(crate) fn renew(&mut self) -> SecretHash {
        let secret = self.secret.get_or_insert_with(Secret::random);
        let (hash, text) = (secret.hash(), secret.text().to_owned());
        let name = self.name();
        self.set(name, &text, COOKIE_AGE);
        hash
    }

    /// Lets the next seat be in a new session.
    pub(crate) fn forget(&mut self) {
        self.secret = None;
    }

    /// Deletes the cookies.
    pub(crate) fn end(&mut self) {
        self.set(self.name(), "", 0);
        for (id, _) in std::mem::take(&mut self.old).iter().take(MAX_DELETED) {
            self.set(&format!("{OLD_PREFIX}{id}"), "", 0);
        }
        self.forget();
    }

    /// The seats of earlier versions, as names of games and hashes of secrets. Their cookies go once the browser
    /// has shown that it has a session: requests that are under way together may each have got another one.
    pub(crate) fn take_over(&mut self) -> Option<(SecretHash, Vec<(String, SecretHash)>)> {
        if self.old.is_empty() {
            return None;
        }
        let old = std::mem::take(&mut self.old);
        let session = if let Some(session) = self.known() {
            for (id, _) in old.iter().take(MAX_DELETED) {
                self.set(&format!("{OLD_PREFIX}{id}"), "", 0);
            }
            session
        } else {
            self.renew()
        };
        Some((session, old.into_iter().map(|(id, secret)| (id, secret.hash())).collect()))
    }

    /// What the answer tells the browser to keep.
    pub(crate) fn into_cookies(self) -> Vec<HeaderValue> {
        self.cookies
    }

    /// Scripts cannot read the cookie, and other sites do not send it.
    fn set(&mut self, name: &str, value: &str, age: u32) {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
        // Names of other cookies come from the client.
        self.cookies.extend(HeaderValue::try_from(text));
    }
}

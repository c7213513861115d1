//! A place in a network game, held by anyone who knows its secret.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::Phrase;
use super::id::random_text;

const SECRET_BYTES: usize = 16;

/// A place in a network game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    /// The holder's secret; none if the seat is free.
    pub(crate) secret: Option<SecretHash>,
    /// The phrases said, in order.
    pub(crate) said: Vec<Phrase>,
}

/// The secret of a seat's holder: 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

/// The server's trace of a secret: enough to recognize it, too little to reconstruct it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SecretHash([u8; 32]);

impl Seat {
    pub(crate) fn new(secret: SecretHash) -> Self {
        Self { secret: Some(secret), said: Vec::new() }
    }

    pub(crate) fn is_free(&self) -> bool {
        self.secret.is_none()
    }
}

impl Secret {
    pub(crate) fn random() -> Self {
        Self(random_text::<SECRET_BYTES>())
    }

    /// A secret that a client presents; it may not open any seat.
    pub(crate) fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// A new secret that a client chose, if it is as long as the server's own.
    pub(crate) fn chosen(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == SECRET_BYTES).then(|| Self(text.to_owned()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl SecretHash {
    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

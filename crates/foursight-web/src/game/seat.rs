//! Secrets: what makes somebody the player of a seat, and the names of games that nobody guesses.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Random bytes as text that goes into addresses.
fn random_text<const N: usize>() -> String {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The name of a game: 96 random bits.
pub(crate) fn random_id() -> String {
    random_text::<12>()
}

/// Whether a text could be the name of a game.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

const SECRET_BYTES: usize = 16;

/// What the player of a seat knows: 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

/// What the server keeps of a secret: enough to recognize it, too little to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SecretHash([u8; 32]);

impl Secret {
    pub(crate) fn random() -> Self {
        Self(random_text::<SECRET_BYTES>())
    }

    pub(crate) fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// A secret that a client has made, if it is as long as those of the server.
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

//! Secrets that give access to a class: links stored as hashes, and the code that the whole class
//! shares.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const SECRET_BYTES: usize = 16;

/// Letters that are hard to confuse when read out or copied from a projector.
const LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

/// The secret of the teacher or a pupil: 128 random bits as part of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub(crate) fn random() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(random::<SECRET_BYTES>()))
    }

    /// A secret that a client presents; it may be invalid.
    pub(crate) fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text of the secret in links and cookies.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The hash that the database keeps: enough to look the secret up, too little to reconstruct it.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// A new code of six letters for a class.
pub(crate) fn class_code() -> String {
    let mut random = fastrand::Rng::with_seed(u64::from_ne_bytes(random()));
    (0..6).map(|_| char::from(LETTERS[random.usize(..LETTERS.len())])).collect()
}

/// A new name for a folder.
pub(crate) fn folder_name() -> String {
    format!("{:016x}", u64::from_ne_bytes(random()))
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

//! Secrets that open something for whoever knows them, and the cookies that keep them in browsers.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const SECRET_BYTES: usize = 16;

/// A secret of 128 random bits, as text that fits into an address and a cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret(String);

/// The server's trace of a secret: enough to recognize it, too little to reconstruct it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SecretHash([u8; 32]);

impl Secret {
    /// A new secret.
    ///
    /// # Panics
    ///
    /// If the system has no random numbers.
    pub fn random() -> Self {
        Self(random_text::<SECRET_BYTES>())
    }

    /// A secret that a client presents; it may not open anything.
    pub fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// A new secret that a client chose, if it is as long as the server's own.
    pub fn chosen(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == SECRET_BYTES).then(|| Self::from_text(text))
    }

    /// The text in links and cookies.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The hash that a database keeps.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl SecretHash {
    /// A hash that was stored.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The hash to store.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Random bytes that nobody can guess.
///
/// # Panics
///
/// If the system has no random numbers.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// Random bytes as text that fits into an address.
///
/// # Panics
///
/// If the system has no random numbers.
pub fn random_text<const N: usize>() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(random_bytes::<N>())
}

/// The value of a cookie in the `Cookie` headers of a request.
///
/// ```
/// use foursight_files::secrets::cookie_value;
///
/// assert_eq!(cookie_value(["a=1; b=2", "c=3"], "b"), Some("2"));
/// ```
pub fn cookie_value<'a>(headers: impl IntoIterator<Item = &'a str>, name: &str) -> Option<&'a str> {
    let cookies = headers.into_iter().flat_map(|line| line.split(';'));
    let mut values = cookies.filter_map(|cookie| cookie.trim().split_once('='));
    values.find_map(|(key, value)| (key == name).then_some(value))
}

/// The `Set-Cookie` header for a secret, which scripts cannot read and other sites do not send; without a secret, the
/// browser forgets the cookie.
pub fn set_cookie(
    name: &str,
    secret: Option<&Secret>,
    (path, max_age_s): (&str, u32),
    is_secure: bool,
) -> String {
    let (value, age) = secret.map_or(("", 0), |secret| (secret.text(), max_age_s));
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

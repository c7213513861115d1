//! Entity tags, which tell a client whether it already has a body.

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The tag of a body.
pub(crate) fn of(bytes: &[u8]) -> String {
    of_hash(&hash(bytes))
}

/// A short name that is unique to these bytes.
pub(crate) fn hash(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(bytes)[..12])
}

/// The tag of a body with this hash; weak, as the body may be compressed on its way.
pub(crate) fn of_hash(hash: &str) -> String {
    format!("W/\"{hash}\"")
}

/// Whether the client has the body with this tag.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|known| known.trim() == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_have_another_tag() {
        assert_ne!(of(b"one"), of(b"other"));
        assert_eq!(of(b"one"), of_hash(&hash(b"one")));
        assert_eq!(of_hash("x"), "W/\"x\"");
    }

    #[test]
    fn a_tag_is_known_among_others() {
        let headers = [(header::IF_NONE_MATCH, "\"a\", W/\"x\"".parse().unwrap())];
        let headers = HeaderMap::from_iter(headers);
        assert!(is_known(&headers, "W/\"x\"") && !is_known(&headers, "W/\"y\""));
    }
}

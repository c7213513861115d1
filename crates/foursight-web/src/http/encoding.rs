//! Which compressed forms of a body a client can read.

use axum::http::{HeaderMap, header};

/// Whether the client accepts an encoding by its name; one of weight 0 is refused.
pub(crate) fn is_accepted(headers: &HeaderMap, encoding: &str) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
    lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_some_and(|weight: f32| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_weights() {
        for (accepted, expected) in [
            ("br", true),
            ("gzip, deflate, br, zstd", true),
            ("gzip;q=1.0, BR;q=0.5", true),
            ("gzip", false),
            ("br;q=0", false),
            ("br; q=0.000", false),
            ("brotli", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(is_accepted(&headers, "br"), expected, "{accepted}");
        }
    }
}

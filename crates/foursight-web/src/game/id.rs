//! Names of network games, which nobody can guess.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// The name of a new game: 96 random bits.
pub(crate) fn random() -> String {
    random_text::<12>()
}

/// What names look like, as a regular expression.
pub(crate) const PATTERN: &str = "^[A-Za-z0-9_-]{16}$";

/// Whether a text could be the name of a game.
pub(crate) fn is_valid(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Random bytes as text that fits into an address.
pub(super) fn random_text<const N: usize>() -> String {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sixteen_letters_digits_and_two_signs() {
        assert!(is_valid(&random()) && is_valid("aZ09-_aZ09-_aZ09"));
        for name in
            ["", "aZ09-_aZ09-_aZ0", "aZ09-_aZ09-_aZ09a", "aZ09-_aZ09-_aZ0.", "aZ09-_aZ09-_aZ0é"]
        {
            assert!(!is_valid(name), "{name:?}");
        }
    }
}

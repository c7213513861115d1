//! Numbers with their nouns.

use alloc::format;
use alloc::string::String;

/// A number and its noun: `1 cell`, `2 cells`.
///
/// ```
/// use foursight::counted;
/// assert_eq!([counted(0, "game"), counted(1, "game")], ["0 games", "1 game"]);
/// ```
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

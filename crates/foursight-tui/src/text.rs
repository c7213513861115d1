//! Words on a terminal: colors by name, and text from elsewhere that must not steer the terminal.

use foursight::Player;

/// The color of a player: `red` or `yellow`.
pub fn color_name(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "yellow",
    }
}

/// The word with a capital letter.
pub fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// `text` with every control character but the tab escaped, so that it cannot steer a terminal.
///
/// ```
/// use foursight_tui::text::printable;
///
/// assert_eq!(printable("\u{1b}[2Jhello\tW\u{f6}rld\u{9b}"), "\\u{1b}[2Jhello\tWörld\\u{9b}");
/// ```
pub fn printable(text: &str) -> String {
    let show = |c: char| match c {
        '\t' => "\t".to_owned(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(show).collect()
}

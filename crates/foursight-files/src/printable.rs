//! Foreign text stripped of everything that controls a terminal or an editor.

/// `text` with every character escaped that controls a terminal or is invisible: control characters except the tab,
/// those that change the direction of a line or end it, and those without width. Joiners stay in scripts that need
/// them.
///
/// ```
/// use foursight_files::printable;
///
/// assert_eq!(printable("\u{1b}[2Jhello\tW\u{f6}rld\u{9b}"), "\\u{1b}[2Jhello\tWörld\\u{9b}");
/// assert_eq!(printable("a\u{202e}b\u{200b}c\u{2028}\u{200d}"), "a\\u{202e}b\\u{200b}c\\u{2028}\\u{200d}");
/// assert_eq!(printable("e\u{301}\u{a0}می\u{200c}خواهم \"\\'"), "e\u{301}\u{a0}می\u{200c}خواهم \"\\'");
/// ```
pub fn printable(text: &str) -> String {
    let before = std::iter::once(' ').chain(text.chars());
    let show = |(before, c): (char, char)| {
        let is_letter = !before.is_ascii() && !before.is_whitespace() && !is_invisible(before);
        let is_joined = matches!(c, '\u{200c}' | '\u{200d}') && is_letter;
        match c {
            '\t' => "\t".to_owned(),
            c if c.is_control() || is_invisible(c) && !is_joined => c.escape_default().to_string(),
            c => c.to_string(),
        }
    };
    before.zip(text.chars()).map(show).collect()
}

/// Whether a character takes no room, or looks like empty space.
fn is_invisible(c: char) -> bool {
    match c {
        // Letters and marks without a shape, and separators of lines.
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{2028}' | '\u{2029}' | '\u{2800}' | '\u{3164}'
        | '\u{ffa0}' => true,
        c if c.is_ascii() || c.is_whitespace() => false,
        // After a letter, the library escapes only what cannot be printed, so accents stay.
        c => String::from_iter(['x', c]).escape_debug().count() > 2,
    }
}

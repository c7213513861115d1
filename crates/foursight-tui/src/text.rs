//! Text for a terminal: color names, and foreign text stripped of control sequences.

use foursight::Player;

/// The color of a player: `red` or `yellow`.
pub fn color_name(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "yellow",
    }
}

/// Whether the environment says that only ASCII is available.
pub(crate) fn prefers_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_set = |value: &String| !value.is_empty();
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| variable(name).filter(is_set));
    let is_plain = locale.is_some_and(|locale| ["C", "POSIX"].contains(&&*locale));
    is_plain || variable("TERM").is_some_and(|term| term == "linux")
}

/// Text in lines of `width` characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            word.clone_into(line);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            *line += " ";
            *line += word;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The word with a capital letter.
pub fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// `text` with every character escaped that controls a terminal or is invisible: control characters except the tab,
/// those that change the direction of a line or end it, and those without width. Joiners stay in scripts that need
/// them.
///
/// ```
/// use foursight_tui::text::printable;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: bool) {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(prefers_ascii(variable), expected, "{variables:?}");
    }

    #[test]
    fn plain_locales_have_ascii() {
        check(&[], false);
        check(&[("LANG", "C")], true);
        check(&[("LC_CTYPE", "POSIX"), ("LANG", "de_DE.UTF-8")], true);
        check(&[("LC_ALL", ""), ("LC_CTYPE", ""), ("LANG", "C")], true);
        check(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], true);
        check(&[("LC_ALL", "C.UTF-8"), ("LANG", "C")], false);
        check(&[("LANG", "en_US.UTF-8"), ("TERM", "linux")], true);
        check(&[("LANG", "en_US.UTF-8"), ("TERM", "xterm-256color")], false);
    }
}

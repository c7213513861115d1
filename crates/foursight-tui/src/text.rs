//! Text for a terminal: color names, lines, and what the locale can show.

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

/// A line of an explanation without ticks and dashes outside ASCII.
pub fn in_ascii(line: &str) -> String {
    line.replace('✓', "+").replace('–', "-")
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

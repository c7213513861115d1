//! Names that pupils choose: short, and nothing but letters, digits and a few signs.

const MAX_LETTERS: usize = 20;

/// Letters of Hangul that fill a place and are not seen.
const INVISIBLE: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// How the class calls levels and pupils whose names are hidden.
const RESERVED: [&str; 2] = ["level", "player"];

/// A nickname without spaces around it; the error says what is wrong with it.
pub(crate) fn read_nickname(text: &str) -> Result<String, String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let n_letters = name.chars().count();
    if !(1..=MAX_LETTERS).contains(&n_letters) {
        return Err(format!("a nickname has from 1 to {MAX_LETTERS} letters"));
    }
    let is_fit = |letter: char| {
        (letter.is_alphanumeric() || " -_.".contains(letter)) && !INVISIBLE.contains(&letter)
    };
    if let Some(letter) = name.chars().find(|&letter| !is_fit(letter)) {
        return Err(format!(
            "a nickname consists of letters, digits, spaces, and the signs - _ . ({} is none of these)",
            letter.escape_debug()
        ));
    }
    // Spreadsheets take some signs for the beginning of a formula.
    if !name.starts_with(char::is_alphanumeric) {
        return Err("a nickname begins with a letter or a digit".to_owned());
    }
    let is_reserved = |word: &&&str| {
        let rest = key(&name);
        rest.strip_prefix(**word).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if let Some(word) = RESERVED.iter().find(is_reserved) {
        return Err(format!("{word} is what others are called here"));
    }
    Ok(name)
}

/// What two nicknames have in common that people would take for the same.
pub(crate) fn key(nickname: &str) -> String {
    nickname.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_short_and_plain() {
        for (text, expected) in
            [("Ann", "Ann"), ("  Ann   B. ", "Ann B."), ("Zoë-2", "Zoë-2"), ("一郎", "一郎")]
        {
            assert_eq!(read_nickname(text).as_deref(), Ok(expected));
        }
        for text in [
            "",
            " ",
            "...",
            "-1",
            "a very long name indeed",
            "<b>Ann</b>",
            "Ann\u{7}",
            "An\u{202e}n",
            "a&b",
            "=1+1",
            "a\"b",
            "Ann\u{3164}",
            "Player 7",
            "level10",
        ] {
            assert!(read_nickname(text).is_err(), "{text:?}");
        }
        assert_eq!(key("Ann B."), key("ann-b"));
    }
}

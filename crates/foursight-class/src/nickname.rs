//! Names that pupils choose: short, and nothing but letters, digits and a few signs.

const MAX_LETTERS: usize = 20;

/// A nickname without spaces around it; the error says what is wrong with it.
pub(crate) fn read_nickname(text: &str) -> Result<String, String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let n_letters = name.chars().count();
    if !(1..=MAX_LETTERS).contains(&n_letters) {
        return Err(format!("a nickname has from 1 to {MAX_LETTERS} letters"));
    }
    let is_fit = |letter: char| letter.is_alphanumeric() || " -_.".contains(letter);
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
        ] {
            assert!(read_nickname(text).is_err(), "{text:?}");
        }
        assert_eq!(key("Ann B."), key("ann-b"));
    }
}

//! Names of players, which others see: they must look like something, and like what they are.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

use crate::http::error::{Error, Result};

const MAX_CHARS: usize = 40;

/// More marks than any language puts on one letter would cover the lines around.
const MAX_MARKS: usize = 4;

/// Join letters of some scripts and parts of pictures, and are invisible elsewhere.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// What a character shows.
enum Appearance {
    Letter,
    Space,
    /// Something on the letter before.
    Mark,
    /// Nothing, or other letters in another order.
    Nothing,
}

/// A name without spaces around it; an empty one is none.
pub(super) fn read_name(name: Option<&str>) -> Result<Option<String>> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(None) };
    if name.chars().count() > MAX_CHARS || !is_readable(name) {
        let message =
            format!("a name has up to {MAX_CHARS} visible characters, and begins with one");
        return Err(Error::invalid("name", message));
    }
    Ok(Some(name.to_owned()))
}

fn is_readable(name: &str) -> bool {
    // Marks on the letter before, if there is one.
    let mut n_marks = None;
    for c in name.chars() {
        n_marks = match (appearance(c), n_marks) {
            (Appearance::Letter, _) => Some(0),
            (Appearance::Space, _) => None,
            (Appearance::Mark, Some(n)) if n < MAX_MARKS => Some(n + 1),
            _ => return false,
        };
    }
    !name.ends_with(JOINERS)
}

fn appearance(c: char) -> Appearance {
    match c {
        c if JOINERS.contains(&c) => return Appearance::Mark,
        // Letters and marks that no font draws. U+FE0F is a mark: it makes a picture of the character before.
        '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0e}'
        | '\u{ffa0}'
        | '\u{e0100}'..='\u{e01ef}' => return Appearance::Nothing,
        _ => {}
    }
    match c.general_category() {
        Category::SpaceSeparator => Appearance::Space,
        Category::NonspacingMark | Category::EnclosingMark => Appearance::Mark,
        Category::Control
        | Category::Format
        | Category::LineSeparator
        | Category::ParagraphSeparator
        | Category::PrivateUse
        | Category::Surrogate
        | Category::Unassigned => Appearance::Nothing,
        _ => Appearance::Letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_languages_are_read() {
        for name in
            ["Ann", "Zoë", "नमिता", "สมชาย", "می\u{200c}خواهم", "👩‍🚀", "❤️", "3 + 4", "a\u{301}"]
        {
            assert_eq!(read_name(Some(name)).unwrap().as_deref(), Some(name));
        }
        assert_eq!(read_name(Some(" \u{3000} ")).unwrap(), None);
        assert!(read_name(Some(&"ö".repeat(40))).is_ok());
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for name in [
            "\u{200b}",
            "\u{2800}",
            "\u{3164}",
            "\u{301}",
            "a \u{301}",
            "Ann\u{200d}",
            "Ann\u{200b}",
            "\u{202e}nnA",
            "a\u{ad}b",
            "a\u{0}b",
            "a\u{e000}",
            "a\u{e0041}",
            "a\u{301}\u{301}\u{301}\u{301}\u{301}",
        ] {
            assert!(read_name(Some(name)).is_err(), "{name:?}");
        }
        assert!(read_name(Some(&"ö".repeat(41))).is_err());
    }
}

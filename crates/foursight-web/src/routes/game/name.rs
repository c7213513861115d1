//! Players' names, which others see: they must be visible, and must not imitate others.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

use crate::http::error::{Error, Result};
use crate::name_rules::NameRules;

const MAX_CHARS: usize = 40;

/// The maximum number of marks on one letter: more than any language uses would cover the lines above and below.
const MAX_MARKS: usize = 4;

/// These join letters of some scripts and parts of pictures, and are invisible elsewhere.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// The visible effect of a character.
enum Appearance {
    Letter,
    Space,
    /// A mark on the letter before.
    Mark,
    /// Nothing of its own; it may change the order of other letters.
    Nothing,
}

/// A name without spaces around it; `None` for an empty one, and for any if names are fixed.
pub(crate) fn read_name(name: Option<&str>, rules: &NameRules) -> Result<Option<String>> {
    let name = name.filter(|_| !rules.are_fixed);
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(None) };
    if name.chars().count() > MAX_CHARS || !is_readable(name) {
        let message =
            format!("a name must have at most {MAX_CHARS} visible characters and start with one");
        return Err(Error::invalid("name", message));
    }
    if !rules.allows(name) {
        return Err(Error::invalid("name", "this name cannot be used here: choose another one"));
    }
    Ok(Some(name.to_owned()))
}

fn is_readable(name: &str) -> bool {
    // The number of marks on the letter before, if there is one.
    let mut n_marks = None;
    for (at, c) in name.char_indices() {
        let around = [name[..at].chars().next_back(), name[at..].chars().nth(1)];
        if JOINERS.contains(&c) && around.into_iter().flatten().any(stands_alone) {
            return false;
        }
        n_marks = match (appearance(c), n_marks) {
            (Appearance::Letter, _) => Some(0),
            (Appearance::Space, _) => None,
            (Appearance::Mark, Some(n)) if n < MAX_MARKS => Some(n + 1),
            _ => return false,
        };
    }
    !name.ends_with(JOINERS)
}

/// Whether a character is never joined to others: between such letters, a joiner only makes a different name that looks
/// the same.
fn stands_alone(c: char) -> bool {
    use Category::{DecimalNumber, LowercaseLetter, TitlecaseLetter, UppercaseLetter};
    let kinds = [DecimalNumber, LowercaseLetter, TitlecaseLetter, UppercaseLetter];
    kinds.contains(&c.general_category()) || c.is_ascii_punctuation()
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
            assert_eq!(
                read_name(Some(name), &NameRules::default()).unwrap().as_deref(),
                Some(name)
            );
        }
        let rules = NameRules::default();
        assert_eq!(read_name(Some(" \u{3000} "), &rules).unwrap(), None);
        assert!(read_name(Some(&"ö".repeat(40)), &rules).is_ok());
    }

    #[test]
    fn names_that_are_fixed_are_not_read() {
        let rules = NameRules::new(true, "");
        assert_eq!(read_name(Some("Ann"), &rules).unwrap(), None);
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        let rules = NameRules::default();
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
            "An\u{200d}n",
            "Ан\u{200c}на",
            "Ann 1\u{200d}2",
            "a\u{301}\u{200d}b",
        ] {
            assert!(read_name(Some(name), &rules).is_err(), "{name:?}");
        }
        assert!(read_name(Some(&"ö".repeat(41)), &rules).is_err());
    }
}

//! Names that others can read: all of their characters are visible.

use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

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

/// Whether others see all of a name, and see it as one.
pub(crate) fn is_readable(name: &str) -> bool {
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

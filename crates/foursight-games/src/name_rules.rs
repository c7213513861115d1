//! The rules for players' names: others can read them, the operator's choice, and words that nobody may use.

use foursight_files::look;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

const MAX_CHARS: usize = 40;

/// Whether players choose names, and which words are refused in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameRules {
    /// Whether all players are called by their colors: chosen names are ignored, and stored names hidden.
    pub are_fixed: bool,
    /// The refused words, by their look rather than their spelling.
    refused: Vec<String>,
}

/// The reason why a player cannot have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum NotAName {
    #[error("a name must have at most {MAX_CHARS} visible characters and start with one")]
    Unreadable,
    #[error("this name cannot be used here: choose another one")]
    NotAllowed,
}

/// The page's names for its user and the program.
const TAKEN: [&str; 2] = ["you", "foursight"];

/// The page's name for the machine, before a number.
const LEVEL: &str = "level";

impl NameRules {
    /// Refuses names that contain one of these words (one per line), however spelled; `#` starts a comment.
    pub fn new(are_fixed: bool, refused_words: &str) -> Self {
        let words = refused_words.lines().map(|line| line.split('#').next().unwrap_or_default());
        let refused = words.map(look).filter(|word| !word.is_empty()).collect();
        Self { are_fixed, refused }
    }

    /// The number of words that are refused.
    pub fn n_refused(&self) -> usize {
        self.refused.len()
    }

    /// A name without spaces around it; `None` for an empty one, and for any if names are fixed.
    pub fn read(&self, name: Option<&str>) -> Result<Option<String>, NotAName> {
        let name = name.filter(|_| !self.are_fixed).unwrap_or_default().trim();
        if name.is_empty() {
            return Ok(None);
        }
        if name.chars().count() > MAX_CHARS || !is_readable(name) {
            return Err(NotAName::Unreadable);
        }
        if self.allows(name) { Ok(Some(name.to_owned())) } else { Err(NotAName::NotAllowed) }
    }

    /// Whether a player may have this name: others can read it, and the user, the program and its levels have other
    /// names.
    pub fn allows(&self, name: &str) -> bool {
        is_readable(name) && !self.refuses(name) && !is_taken(name)
    }

    /// Whether a name contains a refused word.
    fn refuses(&self, name: &str) -> bool {
        let name = look(name);
        self.refused.iter().any(|word| name.contains(word.as_str()))
    }
}

/// Whether a name looks like one that the page uses for someone else.
fn is_taken(name: &str) -> bool {
    let is_level = |name: &str| {
        let word = name.trim_end_matches(char::is_numeric);
        let n_digits = name[word.len()..].chars().count();
        let word = look(word);
        // The letters l and o look like digits, so they count as digits.
        let rest =
            word.strip_prefix(&*look(LEVEL)).filter(|rest| rest.chars().all(|c| "lo".contains(c)));
        rest.is_some_and(|rest| rest.len() + n_digits <= 2)
    };
    TAKEN.iter().any(|taken| look(taken) == look(name)) || is_level(name.trim())
}

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
    fn what_looks_like_somebody_else_is_taken() {
        let taken = "You, YOU, Y o u, Yоu, Ｙｏｕ, y0u, You., Foursight, F0ursight, Fоursіght, Fóursight, Level 10, \
                     level3, LEVEL 7, Lеvel 5, Level l0, 1evel 10, Level";
        for name in taken.split(", ") {
            assert!(is_taken(name), "{name} is {}", look(name));
        }
        for name in
            "Ann, Young, Yousef, Levelyn, Four, Level 100, Нина, 一郎, 👩‍🚀, 3 + 4".split(", ")
        {
            assert!(!is_taken(name), "{name} is {}", look(name));
        }
    }

    #[test]
    fn names_of_all_languages_are_read() {
        let rules = NameRules::default();
        for name in
            ["Ann", "Zoë", "नमिता", "สมชาย", "می\u{200c}خواهم", "👩‍🚀", "❤️", "3 + 4", "a\u{301}"]
        {
            assert_eq!(rules.read(Some(name)), Ok(Some(name.to_owned())));
        }
        assert_eq!(rules.read(Some(" \u{3000} ")), Ok(None));
        assert_eq!(NameRules::new(true, "").read(Some("Ann")), Ok(None));
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
            "An\u{200d}n",
            "Ан\u{200c}на",
            "Ann 1\u{200d}2",
            "a\u{301}\u{200d}b",
            &"ö".repeat(41),
        ] {
            let rules = NameRules::default();
            assert_eq!(rules.read(Some(name)), Err(NotAName::Unreadable), "{name:?}");
        }
    }

    #[test]
    fn words_are_refused_however_they_are_spelled() {
        let rules = NameRules::new(false, "# A list\n\nBadword\nidiot # rude\n");
        assert_eq!(rules.n_refused(), 2);
        let spelled =
            "badword, xXBADWORDXx, b a d w o r d, b@dw0rd, bаdword, 1D10T, ldlot, bád-word";
        for name in spelled.split(", ") {
            assert!(rules.refuses(name), "{name} is {}", look(name));
        }
        for name in ["Ann", "Bad Homburg", "word"] {
            assert!(!rules.refuses(name), "{name}");
        }
        assert!(!NameRules::default().refuses("badword"), "unless there is no list");
    }
}

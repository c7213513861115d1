//! The rules for players' names: the operator's choice, and words that nobody may use.

use unicode_security::confusable_detection::skeleton;

/// Whether players choose names, and which words are refused in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameRules {
    /// Whether all players are called by their colors: chosen names are ignored, and stored names hidden.
    pub are_fixed: bool,
    /// The refused words, by their look rather than their spelling.
    refused: Vec<String>,
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

    /// Whether a player may have this name, given that the user, the program and its levels have names of their own.
    pub fn allows(&self, name: &str) -> bool {
        !self.refuses(name) && !is_taken(name)
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

/// The look of a text: letters and digits that can be mistaken for one another become the same, and all else is
/// removed.
pub fn look(text: &str) -> String {
    let plain =
        |text: String| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let lower: String = plain(text.chars().map(plain_letter).collect());
    plain(skeleton(&lower).map(plain_letter).collect())
}

/// The letter that a digit or sign stands for in a disguised word.
fn plain_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' | '|' | 'i' | 'I' => 'l',
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_somebody_else_is_taken() {
        for name in [
            "You",
            "YOU",
            "Y o u",
            "Yоu",
            "Ｙｏｕ",
            "y0u",
            "You.",
            "Foursight",
            "F0ursight",
            "Fоursіght",
            "Fóursight",
            "Level 10",
            "level3",
            "LEVEL 7",
            "Lеvel 5",
            "Level l0",
            "1evel 10",
            "Level",
        ] {
            assert!(is_taken(name), "{name} is {}", look(name));
        }
        for name in [
            "Ann",
            "Young",
            "Yousef",
            "Levelyn",
            "Four",
            "Level 100",
            "Нина",
            "一郎",
            "👩‍🚀",
            "3 + 4",
        ] {
            assert!(!is_taken(name), "{name} is {}", look(name));
        }
    }

    #[test]
    fn words_are_refused_however_they_are_spelled() {
        let rules = NameRules::new(false, "# A list\n\nBadword\nidiot # rude\n");
        assert_eq!(rules.n_refused(), 2);
        for name in [
            "badword",
            "xXBADWORDXx",
            "b a d w o r d",
            "b@dw0rd",
            "bаdword",
            "1D10T",
            "ldlot",
            "bád-word",
        ] {
            assert!(rules.refuses(name), "{name} is {}", look(name));
        }
        for name in ["Ann", "Bad Homburg", "word"] {
            assert!(!rules.refuses(name), "{name}");
        }
        assert!(!NameRules::default().refuses("badword"), "unless there is no list");
    }
}

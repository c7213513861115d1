//! The teacher's settings for a class.

use foursight::{AnySize, Size};
use foursight_arena::Clock;
use serde::{Deserialize, Serialize};

use crate::languages::{LANGUAGES, Language};

/// The settings of a class.
#[expect(clippy::struct_excessive_bools, reason = "each is a box or a button of the teacher")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) size: AnySize,
    /// The clock as text, which the arena reads.
    clock: String,
    /// The languages that may play; all if it is empty.
    pub(crate) languages: Vec<String>,
    /// The number of games after which a version starts no more games itself.
    pub(crate) n_games: u32,
    /// The number of weeks after the last visit until everything is deleted.
    pub(crate) weeks: u32,
    /// Whether pupils write no bots, but play and learn.
    pub(crate) only_plays: bool,
    /// Whether pupils must wait until the teacher has admitted them.
    pub(crate) approval: bool,
    /// Whether no game starts.
    pub(crate) is_paused: bool,
    /// Whether nobody may upload.
    pub(crate) is_frozen: bool,
    pub(crate) marking: Marking,
}

/// The settings for marks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Marking {
    /// Whether active bots are being marked.
    pub(crate) is_running: bool,
    /// The rubric; empty for the default one.
    pub(crate) rubric: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "Our class".to_owned(),
            size: AnySize::default(),
            clock: Clock::default().to_string(),
            languages: Vec::new(),
            n_games: 100,
            weeks: 8,
            only_plays: false,
            approval: false,
            is_paused: false,
            is_frozen: false,
            marking: Marking::default(),
        }
    }
}

impl Settings {
    pub(crate) fn clock(&self) -> Clock {
        self.clock.parse().unwrap_or_default()
    }

    /// The board, and the clock of each player.
    pub(crate) fn rules(&self) -> (AnySize, Clock) {
        (self.size, self.clock())
    }

    /// The settings from a submitted form; the error says which field is wrong.
    pub(crate) fn changed(&self, fields: &[(String, String)]) -> Result<Self, String> {
        let of = |name: &str| {
            let field = fields.iter().find(|(field, _)| field == name);
            field.map(|(_, value)| value.trim()).ok_or_else(|| format!("{name} is missing"))
        };
        let number = |name: &str, most: u32| {
            let number = of(name)?.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name} must be a number from 1 to {most}"))
        };
        let name = of("name")?;
        if name.chars().any(char::is_control) || !(1..=60).contains(&name.chars().count()) {
            return Err("the class name must have 1 to 60 characters".to_owned());
        }
        let size: AnySize = of("board")?.parse().map_err(|error| format!("board: {error}"))?;
        let (min, max) = (AnySize::MIN_CONNECT, AnySize::MAX_CONNECT);
        let no_length = |_| format!("a line must have {min} to {max} discs");
        let connect = of("connect")?.parse().map_err(no_length)?;
        let size = AnySize::new(size.width(), size.height(), connect)
            .map_err(|error| format!("board: {error}"))?;
        let clock: Clock = of("clock")?.parse().map_err(|error| format!("clock: {error}"))?;
        let is_chosen = |language: &&Language| {
            fields.iter().any(|(field, value)| field == "language" && value == language.name)
        };
        let languages: Vec<String> =
            LANGUAGES.iter().filter(is_chosen).map(|language| language.name.to_owned()).collect();
        Ok(Self {
            name: name.to_owned(),
            size,
            clock: clock.to_string(),
            languages: if languages.len() == LANGUAGES.len() { Vec::new() } else { languages },
            n_games: number("games", 1000)?,
            weeks: number("weeks", 52)?,
            only_plays: of("plays").is_ok(),
            approval: of("approval").is_ok(),
            ..self.clone()
        })
    }

    /// Whether the teacher allows a language.
    pub(crate) fn allows(&self, language: &str) -> bool {
        self.languages.is_empty() || self.languages.iter().any(|allowed| allowed == language)
    }

    /// The reason why a player with this file may not play, if the teacher does not allow its language.
    pub(crate) fn refusal(&self, extension: &str) -> Option<String> {
        let is_allowed = |language: &Language| {
            language.extensions.contains(&extension) && self.allows(language.name)
        };
        let is_allowed = self.languages.is_empty() || LANGUAGES.iter().any(is_allowed);
        (!is_allowed).then(|| {
            format!("in this class, bots must be written in {}", self.languages.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings from a form with these languages ticked.
    fn saved(languages: &[&str]) -> Settings {
        let rest = [
            ("name", "8b"),
            ("board", "7x6"),
            ("connect", "4"),
            ("clock", "1s"),
            ("games", "100"),
            ("weeks", "8"),
        ];
        let languages = languages.iter().map(|language| ("language", *language));
        let fields: Vec<(String, String)> = rest
            .into_iter()
            .chain(languages)
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        // Languages ticked before no longer count.
        let before = Settings { languages: vec!["Ruby".to_owned()], ..Settings::default() };
        before.changed(&fields).unwrap()
    }

    #[track_caller]
    fn check(languages: &[&str], extension: &str, expected: Option<&str>) {
        let expected =
            expected.map(|names| format!("in this class, bots must be written in {names}"));
        assert_eq!(saved(languages).refusal(extension), expected, "{languages:?}: {extension:?}");
    }

    #[test]
    fn bots_in_languages_that_are_not_ticked_are_refused() {
        for extension in ["py", "rb", "cpp", "", "exe"] {
            check(&["Rust", "C"], extension, Some("C, Rust"));
        }
        check(&["Rust", "C"], "c", None);
        check(&["Rust", "C"], "rs", None);
        check(&["C++"], "c", Some("C++"));
        for extension in ["cc", "cpp", "cxx"] {
            check(&["C++"], extension, None);
        }
    }

    /// A class without any language could not play.
    #[test]
    fn no_language_stands_for_all_of_them() {
        let all = LANGUAGES.each_ref().map(|language| language.name);
        for languages in [&[][..], &["Cobol"], &all] {
            for extension in ["py", "rs", "", "exe"] {
                check(languages, extension, None);
            }
            assert!(all.iter().all(|language| saved(languages).allows(language)));
        }
    }
}

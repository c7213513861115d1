//! Languages for bots, with a working bot in each to start from.

use std::path::Path;

/// A language of bots.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    /// The extensions of its files.
    pub(crate) extensions: &'static [&'static str],
    /// The file name of a bot that is typed on the page.
    pub(crate) file: &'static str,
    /// A bot that plays to the end of every game.
    pub(crate) template: &'static str,
}

macro_rules! language {
    ($name:literal, $extensions:expr, $file:literal) => {
        Language {
            name: $name,
            extensions: &$extensions,
            file: $file,
            template: include_str!(concat!("templates/", $file)),
        }
    };
}

pub(crate) const LANGUAGES: [Language; 8] = [
    language!("Python", ["py"], "bot.py"),
    language!("JavaScript", ["js", "mjs", "cjs"], "bot.js"),
    language!("Ruby", ["rb"], "bot.rb"),
    language!("Java", ["java", "jar"], "Bot.java"),
    language!("C", ["c"], "bot.c"),
    language!("C++", ["cc", "cpp", "cxx"], "bot.cpp"),
    language!("Go", ["go"], "bot.go"),
    language!("Rust", ["rs"], "bot.rs"),
];

impl Language {
    /// Whether this machine can compile and run bots in this language.
    pub(crate) fn is_installed(&self) -> bool {
        foursight_arena::is_installed(Path::new(self.file))
    }

    /// The language of a file, by its extension.
    pub(crate) fn of_file(name: &str) -> Option<&'static Self> {
        let extension = Path::new(name).extension()?.to_str()?;
        LANGUAGES.iter().find(|language| language.extensions.contains(&extension))
    }
}

/// A bot as its author last typed or uploaded it, if it was a single file.
pub(crate) struct Draft {
    pub(crate) language: &'static Language,
    pub(crate) text: String,
}

//! Names that pupils choose, short and of letters, digits and a few signs, and their places in stored tournaments; random
//! names of a class and of folders.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use foursight_files::look;
use foursight_files::secrets::random_bytes;

const MAX_LETTERS: usize = 20;

/// The word that, with a number after it, replaces a hidden name.
const HIDDEN: &str = "player";

/// A name for a pupil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nickname {
    /// The name without spaces around it.
    pub(crate) text: String,
    /// A key that is equal for all names that people would mistake for one another.
    pub(crate) look: String,
}

impl Nickname {
    /// Reads a typed name; the error says what is wrong with it.
    pub(crate) fn read(text: &str, is_refused: impl Fn(&str) -> bool) -> Result<Self, String> {
        let text = plain(text)?;
        let word = text.trim_end_matches(char::is_numeric);
        if is_refused(&text) || look(word) == look(HIDDEN) {
            return Err("this one is reserved".to_owned());
        }
        Ok(Self { look: look(&text), text })
    }
}

/// A text as a name without spaces around it, if its letters are allowed in names.
fn plain(text: &str) -> Result<String, String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let n_letters = name.chars().count();
    if !(1..=MAX_LETTERS).contains(&n_letters) {
        return Err(format!("a nickname must have 1 to {MAX_LETTERS} characters"));
    }
    let is_fit = |letter: char| letter.is_alphanumeric() || " -_.".contains(letter);
    if let Some(letter) = name.chars().find(|&letter| !is_fit(letter)) {
        return Err(format!(
            "a nickname may contain only letters, digits, spaces and the signs - _ . (not {})",
            letter.escape_debug()
        ));
    }
    // Spreadsheets take some signs at the start of a cell for a formula.
    if !name.starts_with(char::is_alphanumeric) {
        return Err("a nickname must start with a letter or a digit".to_owned());
    }
    Ok(name)
}

/// Letters that are hard to confuse when read out or copied from a projector.
const LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

/// A new code of six letters for a class.
pub(crate) fn class_code() -> String {
    let mut random = fastrand::Rng::with_seed(u64::from_ne_bytes(random_bytes()));
    (0..6).map(|_| char::from(LETTERS[random.usize(..LETTERS.len())])).collect()
}

/// A new name for a folder.
pub(crate) fn folder_name() -> String {
    format!("{:016x}", u64::from_ne_bytes(random_bytes()))
}

/// The beginning of a pupil's name in files. No nickname contains it.
const PREFIX: &str = "pupil#";

/// The name of a pupil in files.
pub(crate) fn stored_name(pupil: i64) -> String {
    format!("{PREFIX}{pupil}")
}

/// The names of pupils for a reader, by their numbers.
///
/// Files hold a number for each pupil, which becomes the nickname only when somebody reads them: so no file keeps a
/// nickname that was changed or hidden.
pub(crate) struct Names(pub(crate) HashMap<i64, String>);

impl Names {
    /// A stored text as its reader sees it.
    pub(crate) fn read(&self, text: &str) -> String {
        let mut parts = text.split(PREFIX);
        let mut read = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let n_digits = part.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = part.split_at(n_digits);
            match number.parse().ok().and_then(|pupil| self.0.get(&pupil)) {
                Some(name) => read.push_str(name),
                None => read.extend([PREFIX, number]),
            }
            read.push_str(rest);
        }
        read
    }

    /// Copies a stored file as its reader sees it.
    pub(crate) fn copy(&self, mut file: impl BufRead, to: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        while file.read_line(&mut line)? > 0 {
            to.write_all(self.read(&line).as_bytes())?;
            line.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_short_and_plain() {
        for (text, expected) in
            [("Ann", "Ann"), ("  Ann   B. ", "Ann B."), ("Zoë-2", "Zoë-2"), ("一郎", "一郎")]
        {
            assert_eq!(plain(text).as_deref(), Ok(expected));
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
            assert!(plain(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn only_numbers_of_pupils_become_names() {
        let names = Names([(7, "Ann".to_owned()), (71, "Bob".to_owned())].into());
        for (text, expected) in [
            ("", ""),
            ("pupil#7", "Ann"),
            (r#"["pupil#71", "pupil#7"], level 4"#, r#"["Bob", "Ann"], level 4"#),
            (
                "pupil#8, pupil#, pupil 7, pupil#99999999999999999999",
                "pupil#8, pupil#, pupil 7, pupil#99999999999999999999",
            ),
            ("pupil#pupil#7", "pupil#Ann"),
        ] {
            assert_eq!(names.read(text), expected);
        }
    }
}

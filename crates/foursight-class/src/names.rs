//! The nicknames in stored tournaments. Files hold a number for each pupil, which becomes the nickname only when somebody
//! reads them: so no file keeps a nickname that was changed or hidden.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use crate::store::Pupil;

/// The beginning of a pupil's name in files. No nickname contains it.
const PREFIX: &str = "pupil#";

/// The name of a pupil in files.
pub(crate) fn stored_name(pupil: i64) -> String {
    format!("{PREFIX}{pupil}")
}

/// The names of pupils for a reader.
pub(crate) struct Names(HashMap<i64, String>);

impl Names {
    /// The names that the teacher sees.
    pub(crate) fn for_teacher(pupils: &[Pupil]) -> Self {
        Self(pupils.iter().map(|pupil| (pupil.id, pupil.nickname.clone())).collect())
    }

    /// The names that the class sees.
    pub(crate) fn for_class(pupils: &[Pupil]) -> Self {
        Self(pupils.iter().map(|pupil| (pupil.id, pupil.shown())).collect())
    }

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

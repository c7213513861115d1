//! The Python interpreter that runs a class's players.

use std::path::Path;

use foursight_sandbox::find_program;

use super::command_line::{environment, whole_program};
use super::{Entrant, EntrantKind, identity};
use crate::Dialect;

/// A program that runs Python files: a name on `PATH`, or an absolute path.
#[derive(Clone, Debug)]
pub(crate) struct Python(String);

impl Python {
    /// The program that `word` names, a path relative to `base` if it contains a slash.
    pub(crate) fn read(word: &str, base: &Path) -> Result<Self, String> {
        let path = base.join(word);
        if path.is_dir() {
            let path = path.display();
            return Err(format!(
                "{path} is a folder; name the program in it, as in {word}/bin/python"
            ));
        }
        let program = if word.contains('/') { whole_program(base, word) } else { word.to_owned() };
        match find_program(&program) {
            Some(_) => Ok(Self(program)),
            None if word.contains('/') => Err(format!("there is no program {}", path.display())),
            None => Err(format!("there is no program {word} on PATH")),
        }
    }
}

impl Entrant {
    /// The same player run by this Python, if there is one and it is a single Python file or an archive of Python files.
    #[must_use]
    pub(crate) fn with_python(mut self, python: Option<&Python>) -> Self {
        let EntrantKind::Other { contestant, files, identity: known } = &mut self.kind else {
            return self;
        };
        let (Some(python), Some(program), [file]) = (python, &mut contestant.program, &files[..])
        else {
            return self;
        };
        let is_python = file.extension().is_some_and(|extension| extension == "py");
        if is_python || program.dialect == Dialect::Kaggle {
            program.command = vec![python.0.clone(), file.display().to_string()];
            program.runtime = environment(&python.0);
            *known = identity(program.dialect, &program.command);
        }
        self
    }
}

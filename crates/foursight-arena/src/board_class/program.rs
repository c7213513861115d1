//! The script that calls a class, as a command line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use foursight_sandbox::{Sandbox, find_program};

use crate::fingerprint;
use crate::referee::build::Builder;
use crate::referee::contestant::Contestant;
use crate::referee::dialect::Dialect;
use crate::source::{files_below, java};

const PYTHON: &str = include_str!("shims/board.py");
const JAVASCRIPT: &str = include_str!("shims/board.js");
const JAVA: &str = include_str!("shims/FoursightReferee.java");

/// The name of the script in Java, its class and its folder.
const REFEREE: &str = "FoursightReferee";

/// The maximum number of files and folders to look at below a class's own folder.
const MAX_ENTRIES: usize = 1000;

/// The largest file that is copied, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// A class in its file, and the script that calls it.
#[derive(Clone, Debug)]
pub(crate) struct BoardProgram {
    pub(crate) language: BoardLanguage,
    pub(crate) command: Vec<String>,
    pub(crate) readable: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardLanguage {
    Python,
    JavaScript,
    Java,
}

impl BoardLanguage {
    fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "py" => Some(Self::Python),
            "js" | "mjs" | "cjs" => Some(Self::JavaScript),
            "java" => Some(Self::Java),
            _ => None,
        }
    }

    /// The same name as the language writes it: `isFull` for `is_full`, except in Python.
    pub(crate) fn spelled(self, name: &str) -> String {
        if self == Self::Python {
            return name.to_owned();
        }
        let mut words = name.split('_');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |spelled, word| {
            let mut letters = word.chars();
            let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
            spelled + &initial.into_iter().chain(letters).collect::<String>()
        })
    }
}

/// The file that holds the class called `name`: this file, or one in this folder. The error says why it is not clear.
pub(crate) fn board_file(place: &Path, name: &str) -> Result<PathBuf, String> {
    if !place.is_dir() {
        return match BoardLanguage::of_file(place) {
            Some(_) => Ok(place.to_owned()),
            None => Err(
                "a board class must be in a Python (.py), JavaScript (.js) or Java (.java) file"
                    .to_owned(),
            ),
        };
    }
    let mut files = files_below(place, MAX_ENTRIES);
    files.retain(|file| BoardLanguage::of_file(file).is_some());
    let stem =
        |file: &PathBuf| file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let own_name = || files.iter().find(|file| stem(file) == name.to_lowercase());
    let defines = |file: &&PathBuf| {
        let text = foursight_files::read_text(file, MAX_BYTES).unwrap_or_default();
        let mut words =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        words.any(|word| word == "class") && words.next() == Some(name)
    };
    match &files[..] {
        [] => Err("it holds no Python (.py), JavaScript (.js) or Java (.java) file".to_owned()),
        [only] => Ok(only.clone()),
        _ => own_name().or_else(|| files.iter().find(defines)).cloned().ok_or_else(|| {
            let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            format!("none of the files is named after the class {name}: {}", names.join(", "))
        }),
    }
}

impl BoardProgram {
    /// The class in a file; the class may also read its own `folder`. Java is compiled in the jail; `work` is a folder
    /// of the caller that no program can reach. The inner error says why the class does not compile, the outer one why
    /// this machine cannot run it; it also comes once `cancel` is set.
    pub(crate) fn new(
        file: &Path,
        folder: Option<&Path>,
        sandbox: &Sandbox,
        work: &Path,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> io::Result<Result<Self, String>> {
        let file = file.canonicalize()?;
        let language = BoardLanguage::of_file(&file);
        let language = language.ok_or_else(|| io::Error::other("it is not a class"))?;
        let script = match language {
            BoardLanguage::Python => ["python3", "-c", PYTHON],
            BoardLanguage::JavaScript => ["node", "-e", JAVASCRIPT],
            BoardLanguage::Java => {
                let files = folder
                    .map_or_else(|| vec![file.clone()], |folder| files_below(folder, MAX_ENTRIES));
                return compiled(&files, sandbox, work, cancel, progress);
            }
        };
        if find_program(script[0]).is_none() {
            return Err(io::Error::other(format!(
                "it needs {}, which is not installed",
                script[0]
            )));
        }
        let mut command: Vec<String> = script.map(str::to_owned).to_vec();
        command.push(file.display().to_string());
        let readable = folder.map(Path::to_owned).into_iter().collect();
        Ok(Ok(Self { language, command, readable }))
    }
}

/// A class in Java, compiled together with the script.
fn compiled(
    files: &[PathBuf],
    sandbox: &Sandbox,
    work: &Path,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(),
) -> io::Result<Result<BoardProgram, String>> {
    let folder = work.join(REFEREE);
    fs::create_dir_all(&folder)?;
    for file in
        files.iter().filter(|file| BoardLanguage::of_file(file) == Some(BoardLanguage::Java))
    {
        let text = match foursight_files::read_text(file, MAX_BYTES) {
            Ok(text) => text,
            // A file that is not text is its author's fault, not the machine's.
            Err(error) => return Ok(Err(format!("{}: {error}", java::file_name(file)))),
        };
        // The compiler does not read the byte order mark that Windows editors write.
        fs::write(folder.join(java::file_name(file)), text.trim_start_matches('\u{feff}'))?;
    }
    let main = folder.join(format!("{REFEREE}.java"));
    fs::write(&main, JAVA)?;
    let contestant =
        Contestant::of_file(&main, Some(Dialect::Foursight)).map_err(io::Error::other)?;
    let mut program = contestant.program.ok_or_else(|| io::Error::other("it is not a program"))?;
    program.folder = Some(folder.canonicalize()?);
    let sources = files_below(&folder, 0);
    let mut builder = Builder::new(sandbox, work.join("programs"), cancel);
    let build = builder.build(&mut program, &fingerprint(&sources)?, progress)?;
    Ok(match build.and_then(|build| build.fault) {
        Some(fault) => Err(fault),
        None => Ok(BoardProgram {
            language: BoardLanguage::Java,
            command: program.command,
            readable: Vec::new(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_in_the_language() {
        for (language, expected) in [
            (BoardLanguage::Python, ["is_full", "drop"]),
            (BoardLanguage::JavaScript, ["isFull", "drop"]),
            (BoardLanguage::Java, ["isFull", "drop"]),
        ] {
            assert_eq!(["is_full", "drop"].map(|name| language.spelled(name)), expected);
        }
    }

    #[test]
    fn the_file_of_a_class() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("there is room for a file");
        };
        let found =
            || board_file(folder.path(), "Board").map(|file| file.file_name().map(PathBuf::from));
        assert!(found().unwrap_err().starts_with("it holds no Python"));
        write("notes.txt", "");
        write("game.py", "import four");
        assert_eq!(found(), Ok(Some("game.py".into())));
        write("four.py", "class  Board:\n    pass");
        assert_eq!(found(), Ok(Some("four.py".into())));
        write("board.py", "");
        assert_eq!(found(), Ok(Some("board.py".into())));
        let error = board_file(&folder.path().join("notes.txt"), "Board").unwrap_err();
        assert!(error.starts_with("a board class must be in a"), "{error}");
    }
}

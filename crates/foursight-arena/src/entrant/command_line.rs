//! A player's command line: which of its words are paths, and what they refer to; and the Python interpreter that runs a
//! class's players.
//!
//! Players run in an empty folder, so paths become absolute: words that are files, as in `python3 bot.py`, and folders
//! and path lists where interpreters accept them, as in `java -cp classes:lib/* Bot` and `ruby -Ilib bot.rb`.

use std::path::{Path, PathBuf};

use foursight_sandbox::{find_program, virtual_environment};

use super::handed_in::refuse_link;
use super::{Entrant, EntrantKind, identity};
use crate::{Contestant, Dialect, Program, script_interpreter};

impl Entrant {
    /// The player that a command line starts, with paths relative to `base`.
    pub(super) fn of_command_line(
        text: &str,
        line: &str,
        dialect: Dialect,
        base: &Path,
    ) -> Result<Self, String> {
        let words =
            shlex::split(line).ok_or_else(|| format!("{line:?} has an unclosed quotation mark"))?;
        let [program, arguments @ ..] = &words[..] else {
            return Err(format!("a player is {KINDS}"));
        };
        if arguments.is_empty() && !program.contains('/') && find_program(program).is_none() {
            return Err(format!(
                "there is no file, folder or program {program}; a player is {KINDS} whose program is on PATH"
            ));
        }
        let path = base.join(program);
        if program.contains('/') && !path.is_file() && !path.is_dir() {
            return Err(if path.exists() {
                format!("{}: it is neither a file nor a folder", path.display())
            } else {
                format!("there is no file {}", path.display())
            });
        }
        if let Some(script) = script_of(program, arguments)
            && !base.join(script).exists()
        {
            return Err(format!("{text}: there is no file {}", base.join(script).display()));
        }
        let mut files: Vec<PathBuf> = real_file(base, program).into_iter().collect();
        let mut command = vec![whole_program(base, program)];
        let mut named = Vec::new();
        let runtime = environment(&command[0]);
        // A tournament knows its players by these words, in which folders stay as they were typed.
        let mut known = command.clone();
        for word in arguments {
            if let Some(file) = real_file(base, word) {
                if !is_public(&base.join(word)) {
                    refuse_link(&base.join(word))?;
                }
                command.push(file.display().to_string());
                known.push(file.display().to_string());
                files.push(file);
                continue;
            }
            let (whole, paths) = whole_paths(base, word).unwrap_or((word.clone(), Vec::new()));
            command.push(whole);
            known.push(word.clone());
            named.extend(paths);
        }
        let mut contestant = Contestant::program(text, command, dialect);
        if let Some(program) = &mut contestant.program {
            program.folder = files.last().and_then(|file| file.parent()).and_then(Program::lib_in);
            program.named = named;
            program.runtime = runtime;
        }
        let kind = EntrantKind::other(contestant, files, identity(dialect, &known));
        let contestant = Self::new(text, text.to_owned(), kind);
        contestant.able_to_start(|_, _| format!("a player is {KINDS} whose program is on PATH"))
    }
}

/// The forms of a player.
const KINDS: &str = "random, level:N, perfect, the file of a player, or a command line";

/// The script that a command line passes to its interpreter, as in `python3 bot.py`.
fn script_of<'a>(program: &str, arguments: &'a [String]) -> Option<&'a Path> {
    let script = Path::new(arguments.iter().find(|word| !word.starts_with('-'))?);
    // Any version of the interpreter will do.
    let interpreter = script_interpreter(script)?.trim_end_matches(char::is_numeric);
    let is_one_word = !script.as_os_str().as_encoded_bytes().contains(&b' ');
    let name = Path::new(program).file_name()?.to_str()?;
    (is_one_word && name.starts_with(interpreter)).then_some(script)
}

/// Whether a path lies among the system's programs, which every player may read. Links are common there.
fn is_public(path: &Path) -> bool {
    ["/usr", "/opt", "/nix/store", "/gnu/store"].iter().any(|folder| path.starts_with(folder))
}

/// The files besides the interpreter that a virtual environment needs.
pub(super) fn environment(program: &str) -> Vec<PathBuf> {
    let root = Path::new(program).parent().and_then(Path::parent);
    root.map(virtual_environment).unwrap_or_default()
}

/// The canonical path of the file that a word refers to.
fn real_file(base: &Path, word: &str) -> Option<PathBuf> {
    let path = base.join(word).canonicalize().ok()?;
    path.is_file().then_some(path)
}

/// The full path of a program, with links kept: the interpreter of a virtual environment (`venv/bin/python`)
/// finds its libraries through its own path.
fn whole_program(base: &Path, word: &str) -> String {
    let path = base.join(word);
    let whole = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?).display().to_string())
    };
    if path.is_file() { whole().unwrap_or_else(|| word.to_owned()) } else { word.to_owned() }
}

/// A word for a folder or a path list, on its own, after `=` or after `-I`, with absolute paths; and those paths.
fn whole_paths(base: &Path, word: &str) -> Option<(String, Vec<PathBuf>)> {
    let after_sign = word.find('=').map_or("", |sign| &word[..=sign]);
    ["", "-I", after_sign].into_iter().find_map(|prefix| {
        let (whole, paths) = whole_list(base, word.strip_prefix(prefix)?)?;
        Some((format!("{prefix}{whole}"), paths))
    })
}

/// A folder, or paths separated by colons, all of which exist.
fn whole_list(base: &Path, text: &str) -> Option<(String, Vec<PathBuf>)> {
    let (mut words, mut paths) = (Vec::new(), Vec::new());
    for part in text.split(':') {
        // In a Java class path, `/*` stands for all archives in a folder.
        let (name, rest) = part.strip_suffix("/*").map_or((part, ""), |name| (name, "/*"));
        if part.is_empty() {
            words.push(String::new());
            continue;
        }
        let path = base.join(name).canonicalize().ok()?;
        words.push(format!("{}{rest}", path.display()));
        paths.push(path);
    }
    // A slash alone is more likely a separator than the root folder.
    let is_list = paths.len() > 1 || paths.iter().any(|path| path.is_dir());
    (is_list && !paths.contains(&PathBuf::from("/"))).then(|| (words.join(":"), paths))
}

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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn words_that_name_folders() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for name in ["classes", "lib"] {
            fs::create_dir(base.join(name)).unwrap();
        }
        fs::write(base.join("b.jar"), "").unwrap();
        let root = base.display();
        let check = |word: &str, expected: &str, names: &[&str]| {
            let (whole, paths) = whole_paths(&base, word).unwrap_or((word.to_owned(), Vec::new()));
            assert_eq!(whole, expected.replace('@', &root.to_string()), "{word}");
            assert_eq!(
                paths,
                names.iter().map(|name| base.join(name)).collect::<Vec<_>>(),
                "{word}"
            );
        };
        check("classes", "@/classes", &["classes"]);
        check("--classpath=classes", "--classpath=@/classes", &["classes"]);
        check("-Ilib", "-I@/lib", &["lib"]);
        check("classes:b.jar", "@/classes:@/b.jar", &["classes", "b.jar"]);
        check("-cp=classes/:lib/*:", "-cp=@/classes:@/lib/*:", &["classes", "lib"]);
        for word in ["/", "Bot", "-I", "--file=b.jar", "classes:none", "a=b=classes", ":"] {
            check(word, word, &[]);
        }
    }
}

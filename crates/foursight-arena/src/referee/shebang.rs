//! A script's first line (`#!`), which states its interpreter.

use std::io::Read;
use std::path::{Path, PathBuf};

use foursight_sandbox::find_program;

use crate::referee::dialect::detect::without_bom;

/// The number of bytes of a script to read.
const MAX_BYTES: u64 = 256;

/// The first line of a file, with any carriage return but without the line feed, if it names an interpreter.
fn first_line(path: &Path) -> Option<String> {
    let mut start = Vec::new();
    foursight_files::open(path, u64::MAX).ok()?.take(MAX_BYTES).read_to_end(&mut start).ok()?;
    let start = String::from_utf8_lossy(without_bom(&start));
    start.split('\n').next().filter(|line| line.starts_with("#!")).map(str::to_owned)
}

/// The interpreter that a first line names, and its arguments.
fn words(line: &str) -> Vec<&str> {
    line[2..].split_ascii_whitespace().collect()
}

/// The program that runs a script with this first line; for `env`, the program that `env` looks up.
fn program(line: &str) -> Option<&str> {
    let words = words(line);
    let (interpreter, rest) = words.split_first()?;
    if Path::new(interpreter).file_name()? != "env" || find_program(interpreter).is_none() {
        return Some(interpreter);
    }
    rest.iter().copied().find(|word| !word.starts_with('-') && !word.contains('='))
}

/// The interpreter that a script's first line names, if any.
///
/// A line with paths as arguments does not count: a player may read the files that its command line names, and must not
/// choose them itself.
pub(super) fn interpreter(path: &Path) -> Option<Vec<String>> {
    let line = first_line(path)?;
    let (words, program) = (words(&line), program(&line));
    let is_path = |word: &&str| word.contains('/') && Some(*word) != program;
    if words.iter().skip(1).any(is_path) || !program.is_some_and(is_command) {
        return None;
    }
    Some(words.into_iter().map(str::to_owned).collect())
}

/// Whether a word names an interpreter, or a file that does not exist, rather than a player's file.
fn is_command(word: &str) -> bool {
    let path = Path::new(word);
    !word.contains('/') || !path.exists() || is_installed(path)
}

/// Whether a program lies where programs are installed: in a folder on `PATH`, or in a folder `bin` with the name of a
/// program on `PATH`, whatever its version. Links are followed, because a player may have made them; the links of
/// virtual environments lead to the interpreter. No classmate's player is in such a place, executable or not.
fn is_installed(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return false };
    let search = std::env::var_os("PATH").unwrap_or_default();
    let is_here = |known: PathBuf| {
        known.is_absolute() && known.canonicalize().is_ok_and(|known| known == folder)
    };
    let is_known = |name: &str| find_program(name).is_some();
    // `python3.13` is another version of `python3`.
    let has_known_name =
        |name: &str| is_known(name) || name.split_once('.').is_some_and(|(name, _)| is_known(name));
    std::env::split_paths(&search).any(is_here)
        || folder.ends_with("bin") && name.to_str().is_some_and(has_known_name)
}

/// The reason why a command line cannot start: its script names an interpreter that cannot be run.
pub(super) fn fault(command: &[String]) -> Option<String> {
    let (first, last) = (command.first()?, command.last()?);
    // The system itself reads the first line of a script that is started as a program.
    if first.contains('/')
        && let Some(line) = first_line(Path::new(first))
    {
        return direct_fault(first, &line);
    }
    let line = first_line(Path::new(last))?;
    let words = words(&line);
    let is_named = command.iter().map(String::as_str).take(words.len()).eq(words);
    missing(last, &line, program(&line).filter(|_| is_named)?)
}

fn direct_fault(path: &str, line: &str) -> Option<String> {
    let (program, name) = (program(line)?, file_name(path));
    if line.ends_with('\r') {
        return Some(format!(
            "{name} starts with {line:?}: the line ends in a carriage return, which becomes part of the program's name; save the file with Unix line endings"
        ));
    }
    if !program.contains('/') && words(line).first() == Some(&program) {
        return Some(format!(
            "{name} starts with {line:?}, which is not the full path of a program; write \"#!/usr/bin/env {program}\""
        ));
    }
    missing(path, line, program)
}

fn missing(path: &str, line: &str, program: &str) -> Option<String> {
    let (name, line) = (file_name(path), line.trim_end());
    let fault = || format!("{name} starts with {line:?}, but there is no program {program}");
    find_program(program).is_none().then(fault)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    /// The fault of a script with this first line, started directly or by its interpreter.
    #[track_caller]
    fn check(line: &str, directly: Option<&str>, by_interpreter: Option<&str>) {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("player.py");
        fs::write(&path, format!("{line}\nprint(3)\n")).expect("there is room for a file");
        let file = path.display().to_string();
        let mut words = interpreter(&path).expect("it names one");
        assert_eq!(fault(std::slice::from_ref(&file)).as_deref(), directly, "{line:?}");
        words.push(file);
        assert_eq!(fault(&words).as_deref(), by_interpreter, "{line:?}");
    }

    #[test]
    fn interpreters_that_are_missing_are_named() {
        for good in
            ["#!/bin/sh", "#! /bin/sh -e", "#!/usr/bin/env sh", "#!/usr/bin/env -S A=b sh -e"]
        {
            check(good, None, None);
        }
        let missing = |line: &str, program: &str| {
            let text = format!("player.py starts with {line:?}, but there is no program {program}");
            check(line, Some(&text), Some(&text));
        };
        missing("#!/usr/bin/env python47", "python47");
        missing("#!/usr/bin/env -S python47 -u", "python47");
        missing("#!/usr/bin/python47", "/usr/bin/python47");
        missing("#!/no/such/env python3", "/no/such/env");
        let windows = "player.py starts with \"#!/usr/bin/env sh\\r\": the line ends in a carriage return, which becomes part of the program's name; save the file with Unix line endings";
        check("#!/usr/bin/env sh\r", Some(windows), None);
        let short = "player.py starts with \"#!sh\", which is not the full path of a program; write \"#!/usr/bin/env sh\"";
        check("#!sh", Some(short), None);
        assert_eq!(fault(&["sh", "-c", "#!x"].map(str::to_owned)), None);
    }

    #[test]
    fn first_lines_open_no_files() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let secret = folder.path().join("secret");
        fs::write(&secret, "secret").expect("there is room for a file");
        let script = folder.path().join("player.py");
        let secret = secret.display();
        let classmates =
            ["ben.py", "cem/cem", "dora/bin/dora"].map(|name| folder.path().join(name));
        let [executable, other, program] = classmates.each_ref().map(|path| executable(path));
        // A player's own folder may look like an environment.
        let link = folder.path().join("ann/bin/sh");
        fs::create_dir_all(folder.path().join("ann/bin")).expect("there is room for a folder");
        fs::write(folder.path().join("ann/pyvenv.cfg"), "home = /usr/bin\n")
            .expect("there is room");
        symlink(&classmates[1], &link).expect("there is room for a link");
        let link = link.display();
        for line in [
            format!("#!/bin/cat {secret}"),
            format!("#!/usr/bin/env cat {secret}"),
            format!("#!/usr/bin/python3 -c print(1) {secret}"),
            format!("#!{secret}"),
            format!("#!/usr/bin/env {secret}"),
            format!("#!{executable}"),
            format!("#!/usr/bin/env -S {executable} -x"),
            format!("#!{other}"),
            format!("#!{program}"),
            format!("#!{link}"),
        ] {
            fs::write(&script, format!("{line}\nprint(3)\n")).expect("there is room for a file");
            assert_eq!(interpreter(&script), None, "{line}");
        }
    }

    #[test]
    fn first_lines_name_what_is_installed() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let script = folder.path().join("player.py");
        for name in ["sh", "sh.1"] {
            let path = folder.path().join("installation/bin").join(name);
            let program = executable(&path);
            let link = folder.path().join("environment").join(name);
            fs::create_dir_all(link.parent().expect("it has a folder")).expect("there is room");
            symlink(&path, &link).expect("there is room for a link");
            let lines = [
                format!("#!{program}"),
                format!("#!/usr/bin/env {program}"),
                format!("#!{}", link.display()),
            ];
            for line in
                lines.iter().map(String::as_str).chain(["#!/bin/sh", "#!/usr/bin/../bin/sh"])
            {
                fs::write(&script, format!("{line}\n")).expect("there is room for a file");
                assert!(interpreter(&script).is_some(), "{line}");
            }
        }
    }

    /// Writes a program to a path, with the folders above it.
    fn executable(path: &Path) -> std::path::Display<'_> {
        let folder = path.parent().expect("it has a folder");
        fs::create_dir_all(folder).expect("there is room for a folder");
        fs::write(path, "#!/bin/sh\n").expect("there is room for a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        path.display()
    }
}

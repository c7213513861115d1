//! Players that are source code.
//!
//! A compiler runs parts of what it compiles: build scripts, macros, the commands in a Makefile. So it runs in the same
//! jail as the player, and only the bytes of one program come out.

pub(crate) mod java;
pub(crate) mod language;

use std::fs;
use std::path::{Path, PathBuf};

use foursight_sandbox::find_program;

use language::Language;

/// The source code of a player, or a `.jar`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub(crate) language: Language,
    /// The file that represents the player: its main source file or its build file.
    pub(crate) main: PathBuf,
    /// The folder of the player's files, if it has a folder of its own.
    pub(crate) root: PathBuf,
}

/// The maximum number of files and folders to look at below a player's folder.
const MAX_ENTRIES: usize = 1000;

impl Source {
    /// The source code in a file of a player; `None` if the file holds none.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        let language = Language::of_file(path)?;
        let folder = path.parent()?;
        let root = match language {
            Language::Java => java::root(path).unwrap_or_else(|| folder.to_owned()),
            _ => folder.to_owned(),
        };
        Some(Self { language, main: path.to_owned(), root })
    }

    /// Whether a file is the main file of a player with a folder of its own: it is named `main`, `bot`, `player` or
    /// like the folder, in upper or lower case.
    pub fn is_main_name(path: &Path) -> bool {
        let name = |part: Option<&std::ffi::OsStr>| {
            part.unwrap_or_default().to_string_lossy().to_lowercase()
        };
        let (stem, folder) =
            (name(path.file_stem()), name(path.parent().and_then(Path::file_name)));
        ["main", "bot", "player", &folder].contains(&stem.as_str())
    }

    /// The file that represents the player in a folder of its own, if that player is source code: a build file, the
    /// main source file, or a Java class with `main` below `src`.
    pub fn in_folder(folder: &Path) -> Option<PathBuf> {
        let files = files_below(folder, 0);
        let is_build_file = |path: &&PathBuf| Self::is_build_file(path);
        let is_main =
            |path: &&PathBuf| Language::of_file(path).is_some() && Self::is_main_name(path);
        let found = files.iter().find(is_build_file).or_else(|| files.iter().find(is_main));
        found.cloned().or_else(|| {
            let all = files_below(&folder.join("src"), MAX_ENTRIES);
            all.into_iter().find(|path| {
                Language::of_file(path) == Some(Language::Java) && java::main_class(path).is_some()
            })
        })
    }

    /// Whether a file, such as a Makefile, describes how to build a whole folder.
    pub fn is_build_file(path: &Path) -> bool {
        Language::of_file(path).is_some_and(Language::is_build)
    }

    /// Whether a file is source code by itself, or a `.jar`.
    pub fn is_source(path: &Path) -> bool {
        Language::of_file(path).is_some_and(|language| !language.is_build())
    }

    /// Checks that the programs that compile and run it are installed.
    pub(crate) fn check_tools(&self) -> Result<(), String> {
        let missing =
            self.language.tools().iter().find(|(program, _)| find_program(program).is_none());
        missing.map_or(Ok(()), |(program, package)| {
            Err(format!(
                "it needs {program}, which is not installed; on Debian or Ubuntu: apt install {package}"
            ))
        })
    }

    /// The folder that may belong entirely to the player.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that the main file claims by itself, as a build file and a Java package do.
    pub(crate) fn own_folder(&self) -> Option<&Path> {
        let is_own = self.language.is_build() || self.main.parent() != Some(&self.root);
        is_own.then_some(&self.root)
    }

    /// The files to compile. If the player has a folder of its own, these are all files in the same language; otherwise
    /// only the main file.
    pub(crate) fn files(&self, has_folder: bool) -> Vec<PathBuf> {
        let is_whole = has_folder && (self.language.is_build() || self.has_own_folder());
        if !is_whole || self.language.compiles_one_file() {
            return vec![self.main.clone()];
        }
        let depth = if self.language == Language::Java { MAX_ENTRIES } else { 0 };
        let mut files = files_below(&self.root, depth);
        files.retain(|path| self.language.is_part(path) && *path != self.main);
        files.insert(0, self.main.clone());
        files
    }

    /// Whether the file names show that the folder belongs to the player.
    fn has_own_folder(&self) -> bool {
        Self::is_main_name(&self.main) || self.main.parent() != Some(&self.root)
    }
}

/// The files in a folder and, up to a number of entries, in the folders in it; nearest first, without names that start
/// with a dot.
pub(crate) fn files_below(folder: &Path, mut n_entries: usize) -> Vec<PathBuf> {
    let (mut files, mut folders) =
        (Vec::new(), std::collections::VecDeque::from([folder.to_owned()]));
    while let Some(folder) = folders.pop_front() {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_hidden = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
        let mut entries: Vec<fs::DirEntry> = entries.filter(|entry| !is_hidden(entry)).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // Links to folders are not followed: they may lead back up.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && n_entries > 0 => folders.push_back(entry.path()),
                Ok(kind) if !kind.is_dir() && entry.path().is_file() => files.push(entry.path()),
                _ => {}
            }
            n_entries = n_entries.saturating_sub(1);
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "package bots; class Ann { public static void main(String[] args) {} }";

    /// A folder with these files.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
            fs::write(path, text).expect("there is room for a file");
        }
        folder
    }

    #[test]
    fn a_folder_belongs_to_a_player_that_claims_it_or_is_given_it() {
        let folder =
            folder(&[("main.c", ""), ("more.c", ""), ("Makefile", ""), ("bots/Ann.java", MAIN)]);
        let root = folder.path();
        let source = |name: &str| Source::of_file(&root.join(name)).expect("it is source");
        assert_eq!(source("main.c").files(false), [root.join("main.c")]);
        assert_eq!(source("main.c").own_folder(), None);
        for name in ["Makefile", "bots/Ann.java"] {
            assert_eq!(source(name).own_folder(), Some(root), "{name}");
        }
    }

    #[test]
    fn the_files_of_a_player() {
        const HELP: &str = "package bots.help; class Help {}";
        // The main file comes first. Java's packages are folders; files of other languages lie beside the main file.
        for (files, expected) in [
            (
                &[
                    ("src/bots/Ann.java", MAIN),
                    ("src/bots/help/Help.java", HELP),
                    ("src/.x.java", ""),
                ][..],
                &["src/bots/Ann.java", "src/bots/help/Help.java"][..],
            ),
            (
                &[("main.c", ""), ("more.c", ""), ("old/main.c", ""), (".hidden.c", "")],
                &["main.c", "more.c"],
            ),
            (&[("old/main.c", ""), ("src/bots/Help.java", HELP)], &[]),
            (&[("Makefile", ""), ("ann.c", ""), ("go.mod", "")], &["Makefile", "ann.c"]),
        ] {
            let folder = folder(files);
            let source = Source::in_folder(folder.path()).and_then(|main| Source::of_file(&main));
            let found = source.map_or(Vec::new(), |source| source.files(true));
            let paths = expected.iter().map(|name| folder.path().join(name));
            assert_eq!(found, paths.collect::<Vec<_>>());
        }
    }
}

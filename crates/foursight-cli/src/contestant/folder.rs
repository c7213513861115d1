//! Players that have a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};

use foursight_arena::Source;

/// The extensions of source code, and of files beside it that do not play.
const NOT_SCRIPTS: [&str; 12] =
    ["c", "cc", "cpp", "cxx", "h", "hpp", "o", "go", "java", "class", "jar", "rs"];

/// The file that stands for the player in its own folder: a script, a build file, source code or a program.
pub(crate) fn main_file(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.is_file() && Source::is_main_name(file));
    files.sort();
    let extension =
        |file: &PathBuf| file.extension().map(|extension| extension.to_string_lossy().into_owned());
    let is_script = |file: &&PathBuf| {
        extension(file).is_some_and(|extension| !NOT_SCRIPTS.contains(&extension.as_str()))
    };
    let is_program = |file: &&PathBuf| extension(file).is_none();
    let found = files.iter().find(is_script).cloned();
    let found = found.or_else(|| Source::in_folder(&folder));
    found.or_else(|| files.iter().find(is_program).cloned())
}

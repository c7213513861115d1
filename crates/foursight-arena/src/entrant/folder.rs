//! Players with their own folder. Symbolic links are not players.

use std::fs;
use std::path::{Path, PathBuf};

use super::handed_in::{innermost, playable};
use crate::Source;

/// The settings file in a folder of players.
pub(crate) const CLASS_FILE: &str = "class.toml";

/// The extensions of source code, and of accompanying files that do not play.
const NOT_SCRIPTS: [&str; 12] =
    ["c", "cc", "cpp", "cxx", "h", "hpp", "o", "go", "java", "class", "jar", "rs"];

/// The file that stands for the player in its own folder: a script, a build file, source code or a program; otherwise
/// the only one that can play.
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
    let found = found.or_else(|| files.iter().find(is_program).cloned());
    found.or_else(|| match &playable(&folder)[..] {
        [only] => Some(only.clone()),
        _ => None,
    })
}

/// Another file beside this one with the same name except for its case.
pub(super) fn twin(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_string_lossy().to_lowercase();
    let entries = fs::read_dir(file.parent()?).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut others = entries.filter(|other| other != file);
    others.find(|other| {
        other.file_name().is_some_and(|it| it.to_string_lossy().to_lowercase() == name)
    })
}

/// The folder of a player's class: it holds the player's file or folder. Java's main file may lie deep in the player's
/// folder.
pub(crate) fn class_folder(player: &Path) -> Option<PathBuf> {
    let folders = player.ancestors().skip(1).take(MAX_DEPTH);
    let below_class = folders.take_while(|folder| !folder.join(CLASS_FILE).exists());
    let is_own = |folder: &&Path| main_file(&innermost(folder)).is_some_and(|file| file == player);
    let own = below_class.filter(is_own).last();
    own.map_or_else(|| player.parent(), Path::parent).map(Path::to_owned)
}

/// Maximum depth of a main file in its player's folder: packages have few parts.
const MAX_DEPTH: usize = 10;

/// Rejects a link, because it may lead to another player.
pub(super) fn refuse_link(path: &Path) -> Result<(), String> {
    // Collecting the components drops a slash at the end, with which a link would be followed.
    let name: PathBuf = path.components().collect();
    match name.canonicalize() {
        Ok(real) if name.is_symlink() => Err(link_error(path, &real)),
        _ => Ok(()),
    }
}

pub(super) fn link_error(path: &Path, real: &Path) -> String {
    let (path, real) = (path.display(), real.display());
    format!(
        "{path}: a link to {real}, which may belong to another player; use that file itself, or copy it here"
    )
}

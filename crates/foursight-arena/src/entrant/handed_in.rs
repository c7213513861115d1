//! Players as pupils submit them: files, folders and zip archives, including Moodle exports; and which file plays.
//! Symbolic links are not players.

use std::fs;
use std::path::{Path, PathBuf};

use super::unpack::{is_zip, unpack};
use super::{Entrant, Python};
use crate::error::without_place;
use crate::{Dialect, PLAYABLE, Source, script_interpreter};

/// The folder for submitted archives, in a tournament's folder.
const UNPACKED: &str = "unpacked";

/// Maximum depth of nested folders above the first file.
const MAX_DEPTH: usize = 4;

impl Entrant {
    /// The player in a file, folder or archive of a class whose tournament is in the folder `out`.
    ///
    /// The error says why there is no player.
    pub(crate) fn handed_in(
        path: &Path,
        dialect: Option<Dialect>,
        python: Option<&Python>,
        out: &Path,
    ) -> Result<Self, String> {
        refuse_link(path)?;
        let place = path_of_player(path, &out.join(UNPACKED))
            .map_err(|reason| format!("{}: {reason}", path.display()))?;
        let contestant = Self::of_path(&place, dialect, python)?;
        let is_same = place == path && !path.is_dir();
        let name = if is_same { path.file_stem() } else { path.file_name() };
        let name = name.unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".zip").unwrap_or(&name);
        Ok(match pupil_name(name, path.is_dir()) {
            // A player that is the submitted file keeps its own name.
            same if is_same && same == name => contestant,
            pupil => contestant.renamed(pupil),
        })
    }
}

impl Entrant {
    /// The player that is alone in a folder; the error is for its author.
    pub(crate) fn in_own_folder(folder: &Path) -> Result<Self, String> {
        let player = in_folder(folder).and_then(|place| Self::of_path(&place, None, None));
        let player = player.and_then(Self::of_bearable_size);
        player.map_err(|error| without_place(&error, folder))
    }
}

/// A pupil's submission, which need not be a player: its author's name, and its file or folder.
#[derive(Debug)]
pub(crate) struct Submission {
    pub(crate) name: String,
    pub(crate) place: PathBuf,
}

impl Submission {
    /// The submission in a file, folder or archive, which is unpacked into a folder below `out`.
    pub(crate) fn of_path(path: &Path, out: &Path) -> Result<Self, String> {
        refuse_link(path)?;
        let place = if is_zip(path) {
            innermost(&unpack(path, &out.join(UNPACKED))?)
        } else {
            path.to_owned()
        };
        let place = if place.is_dir() { innermost(&place) } else { place };
        let place = match &entries(&place)[..] {
            [zip] if is_zip(zip) => innermost(&unpack(zip, &out.join(UNPACKED))?),
            _ => place,
        };
        let own = if path.is_dir() { path.file_name() } else { path.file_stem() };
        let name = own.unwrap_or_default().to_string_lossy();
        Ok(Self { name: pupil_name(&name, path.is_dir()).to_owned(), place })
    }
}

/// Whether a pupil may have submitted this: a folder, an archive, a script or source code.
pub(crate) fn is_submission(path: &Path) -> bool {
    let is_work = path.is_dir()
        || is_zip(path)
        || script_interpreter(path).is_some()
        || Source::is_source(path);
    is_work && !is_clutter(&name_of(path))
}

/// The file or folder that plays.
fn path_of_player(path: &Path, unpacked: &Path) -> Result<PathBuf, String> {
    if is_zip(path) {
        return in_folder(&unpack(path, unpacked)?);
    }
    if path.is_file() {
        return Ok(path.to_owned());
    }
    if !path.is_dir() {
        return Err("it is neither a file nor a folder".to_owned());
    }
    let folder = innermost(path);
    let zips: Vec<PathBuf> = entries(&folder).into_iter().filter(|path| is_zip(path)).collect();
    match &zips[..] {
        [zip] if main_file(&folder).is_none() => in_folder(&unpack(zip, unpacked)?),
        _ => in_folder(&folder),
    }
}

/// The player's folder inside a folder, or the only file in it that can play.
pub(crate) fn in_folder(folder: &Path) -> Result<PathBuf, String> {
    let folder = innermost(folder);
    if main_file(&folder).is_some() {
        return Ok(folder);
    }
    let names: Vec<String> = playable(&folder).iter().map(|path| name_of(path)).collect();
    Err(match names.len() {
        0 => format!("it contains no file that can play; {PLAYABLE}"),
        _ => format!(
            "{} could play; rename the right one to main, as in main.py",
            names.join(" and ")
        ),
    })
}

/// The innermost folder, if each folder contains only the next.
pub(crate) fn innermost(folder: &Path) -> PathBuf {
    let mut folder = folder.to_owned();
    for _ in 0..MAX_DEPTH {
        match &entries(&folder)[..] {
            [only] if only.is_dir() && !only.is_symlink() && main_file(&folder).is_none() => {
                folder.clone_from(only);
            }
            _ => break,
        }
    }
    folder
}

/// The files in a folder that can play by themselves.
fn playable(folder: &Path) -> Vec<PathBuf> {
    let mut paths = entries(folder);
    paths.retain(|path| {
        path.is_file() && (script_interpreter(path).is_some() || Source::is_source(path))
    });
    paths
}

/// Whether a folder belongs to a class rather than a player: its subfolders hold files that could play, other than the
/// folders in which a player keeps its own code.
pub(crate) fn has_players_below(folder: &Path) -> bool {
    let has_player = |folder: &PathBuf| {
        !playable(folder).is_empty() || entries(folder).iter().any(|path| is_zip(path))
    };
    let is_own = |path: &PathBuf| ["lib", "src"].iter().any(|name| path.ends_with(name));
    let mut folders = entries(folder).into_iter().filter(|path| path.is_dir() && !is_own(path));
    folders.any(|folder| has_player(&folder))
}

/// The sorted content of a folder, without hidden files and leftovers of Python and macOS.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| !is_clutter(&name_of(path))).collect();
    paths.sort();
    paths
}

/// Whether a name shows that nobody submitted the file.
pub(crate) fn is_clutter(name: &str) -> bool {
    name.starts_with('.') || ["__pycache__", "__MACOSX"].contains(&name)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The pupil in a name that Moodle made, such as `Ann Smith_123456_assignsubmission_file_`, or `Ann Smith_123` for a
/// folder; otherwise the whole name.
fn pupil_name(name: &str, is_folder: bool) -> &str {
    let export = name.split_once("_assignsubmission_").map(|(start, _)| start);
    let Some(start) = export.or(is_folder.then_some(name)) else { return name };
    let is_number = |text: &str| text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    match start.rsplit_once('_') {
        Some((pupil, number)) if !pupil.is_empty() && is_number(number) => pupil,
        _ => start,
    }
}

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
    let folders = player.ancestors().skip(1).take(MAX_MAIN_DEPTH);
    let below_class = folders.take_while(|folder| !folder.join(CLASS_FILE).exists());
    let is_own = |folder: &&Path| main_file(&innermost(folder)).is_some_and(|file| file == player);
    let own = below_class.filter(is_own).last();
    own.map_or_else(|| player.parent(), Path::parent).map(Path::to_owned)
}

/// Maximum depth of a main file in its player's folder: packages have few parts.
const MAX_MAIN_DEPTH: usize = 10;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pupils() {
        for (name, is_folder, expected) in [
            ("Ann Smith_123456_assignsubmission_file_", true, "Ann Smith"),
            ("Ann Smith_123456_assignsubmission_file", true, "Ann Smith"),
            ("Ann Smith_123456_assignsubmission_file_mybot", false, "Ann Smith"),
            ("Ann Smith_123", true, "Ann Smith"),
            ("Zoë O'Hara-Li_99887_assignsubmission_onlinetext_", true, "Zoë O'Hara-Li"),
            ("Ann Smith_assignsubmission_file_", true, "Ann Smith"),
            ("ann_2024", false, "ann_2024"),
            ("bot_2", true, "bot_2"),
            ("_123", true, "_123"),
            ("ann", true, "ann"),
        ] {
            assert_eq!(pupil_name(name, is_folder), expected, "{name}");
        }
    }
}

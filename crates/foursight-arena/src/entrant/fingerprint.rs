//! The files that determine how a player moves, their hash, and players whose files have disappeared during the tournament
//! or between two runs of it.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::privacy::real;
use super::reading::split_clock;
use super::{Entrant, EntrantKind};
use crate::{Contestant, Terms};

/// Maximum number of files and folders to look at. A larger folder holds more than the player.
const MAX_ENTRIES: usize = 1000;

impl Entrant {
    /// A hash of the files that determine how the player moves; see [`crate::Terms::fingerprints`].
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub(crate) fn fingerprint(&self) -> io::Result<String> {
        let Some(program) = self.program() else { return fingerprint(&[]) };
        let own = fingerprint(&files_of(self.files(), program.folder.as_deref()))?;
        if program.named.is_empty() {
            return Ok(own);
        }
        let (folders, files): (Vec<_>, Vec<_>) =
            program.named.iter().cloned().partition(|path| path.is_dir());
        Ok(format!(
            "{own}+{}",
            fingerprint(&files_of(&files, folders.iter().map(PathBuf::as_path)))?
        ))
    }

    /// Rejects files that cannot be hashed.
    pub(crate) fn of_bearable_size(self) -> Result<Self, String> {
        let folder = self.program().and_then(|program| program.folder.as_deref());
        check_files(&files_of(self.files(), folder)).map_err(|error| error.to_string())?;
        Ok(self)
    }

    /// Keeps the current hash of the player's files.
    pub(crate) fn remember(&mut self) {
        self.remembered = self.fingerprint().ok();
    }

    /// Whether the player's files have changed since they were [remembered](Self::remember).
    pub(super) fn has_changed(&self) -> bool {
        self.remembered.is_some() && self.remembered != self.fingerprint().ok()
    }
}

/// These files and the files in these folders, the nearest first.
///
/// Names that start with a dot and files compiled by Python or Cargo are left out.
fn files_of<'a>(files: &[PathBuf], folders: impl IntoIterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut files = files.to_vec();
    let mut folders: VecDeque<PathBuf> = folders.into_iter().map(PathBuf::from).collect();
    let mut n_left = MAX_ENTRIES;
    while let Some(folder) = folders.pop_front() {
        for path in names_in(&folder).into_iter().take(n_left) {
            n_left -= 1;
            // A link may lead back up.
            match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_dir() => folders.push_back(path),
                Ok(_) if path.is_file() && !files.contains(&path) => files.push(path),
                _ => {}
            }
        }
    }
    files
}

fn names_in(folder: &PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_kept = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_built = name == "target" && folder.join("Cargo.toml").exists();
        !name.starts_with('.') && name != "__pycache__" && !is_built
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_kept).collect();
    paths.sort();
    paths
}

/// The maximum total size of a player's files, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Checks that files are files, and not too large to be hashed.
fn check_files(files: &[PathBuf]) -> io::Result<()> {
    let mut n_left = MAX_BYTES;
    for file in files {
        let explain = |reason: String| {
            io::Error::new(ErrorKind::InvalidInput, format!("{}: {reason}", file.display()))
        };
        let metadata = file.metadata().map_err(|error| explain(error.to_string()))?;
        if !metadata.is_file() {
            return Err(explain("it is not a file".to_owned()));
        }
        n_left = n_left.checked_sub(metadata.len()).ok_or_else(|| {
            let n_bytes = metadata.len();
            explain(format!("with its {n_bytes} bytes, the player's files exceed 1 GiB"))
        })?;
    }
    Ok(())
}

/// A hash of the names and the content of files, as 16 hexadecimal digits; empty without files.
///
/// # Errors
///
/// If one of them cannot be read, or they exceed 1 GiB together.
pub fn fingerprint(files: &[PathBuf]) -> io::Result<String> {
    check_files(files)?;
    let mut hash = Sha256::new();
    for file in files {
        let name = file.file_name().unwrap_or_default();
        hash.update(Sha256::digest(name.as_encoded_bytes()));
        hash.update(digest(file)?);
    }
    let n_bytes = if files.is_empty() { 0 } else { 8 };
    Ok(hex::encode(&hash.finalize()[..n_bytes]))
}

/// The hash of a file, which may be too large for memory. It must not grow beyond the checked size.
fn digest(path: &Path) -> io::Result<impl AsRef<[u8]>> {
    let (mut file, mut hash, mut buffer) =
        (File::open(path)?.take(MAX_BYTES), Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize()),
            length => hash.update(&buffer[..length]),
        }
    }
}

/// The players of a stored tournament whose files are gone.
pub(crate) fn missing_players(terms: &Terms) -> Vec<Entrant> {
    let programs = terms.programs.iter().zip(&terms.fingerprints);
    let players = terms.header.players.iter().zip(programs).enumerate();
    // A player without a fingerprint never had a file.
    let with_files = players.filter(|(_, (_, (_, fingerprint)))| !fingerprint.is_empty());
    let player = |(index, (name, (program, _))): (usize, (&String, (&String, _)))| {
        let clock = terms.header.clocks.get(index).and_then(|clock| clock.parse().ok());
        Some(Entrant { clock, ..missing_player(name, program)? })
    };
    with_files.filter_map(player).collect()
}

/// A stored player, if a file named on its command line is gone.
fn missing_player(name: &str, program: &str) -> Option<Entrant> {
    let (dialect, line) = program.split_once(':')?;
    let words = shlex::split(line)?;
    let paths = words.iter().map(Path::new).filter(|path| path.is_absolute());
    let files = paths.filter(|path| reason(path).is_some()).map(Path::to_owned).collect();
    let contestant = Contestant::program(name, words, dialect.parse().ok()?);
    let kind = EntrantKind::other(contestant, files, program.to_owned());
    let player = Entrant::new(name, program.to_owned(), kind);
    player.missing_file().is_some().then_some(player)
}

/// These players and the missing ones. A missing player yields to one of the same name.
pub(crate) fn with_missing(mut contestants: Vec<Entrant>, missing: Vec<Entrant>) -> Vec<Entrant> {
    for player in missing {
        if !contestants.iter().any(|contestant| contestant.name() == player.name()) {
            contestants.push(player);
        }
    }
    contestants
}

impl Entrant {
    /// The missing file, if any, as the reason why it can no longer play.
    pub(crate) fn missing_file(&self) -> Option<String> {
        let named = self.program().map_or(&[][..], |program| &program.named);
        self.files().iter().chain(named).find_map(|path| reason(path))
    }

    /// Whether `text` on the command line, with paths relative to `base`, refers to the missing file of this player,
    /// even as only one of several words, or to its folder.
    pub(crate) fn is_missing_in(&self, text: &str, base: &Path) -> bool {
        let text = split_clock(text, base).map_or(text, |(player, _)| player);
        let prefixes = text.match_indices(['=', ':']).map(|(index, _)| index + 1);
        let mut paths =
            std::iter::once(0).chain(prefixes).map(|start| real(&base.join(&text[start..])));
        let is_file = |path: &Path| self.files().iter().any(|file| file == path);
        let has_file = |path: &Path| self.files().iter().any(|file| file.parent() == Some(path));
        let mut words = shlex::split(text).unwrap_or_default().into_iter();
        paths.any(|path| is_file(&path) || has_file(&path))
            || words.any(|word| is_file(&real(&base.join(word))))
    }
}

/// The reason why this file is unreadable; `None` if it exists, or if only the referee cannot open it now.
fn reason(path: &Path) -> Option<String> {
    let opened = fs::metadata(path)
        .and_then(|file| if file.is_file() { File::open(path).map(drop) } else { Ok(()) });
    let path = path.display();
    match opened.err()?.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Some(format!("its file {path} is gone")),
        ErrorKind::PermissionDenied => Some(format!("its file {path} can no longer be read")),
        _ => None,
    }
}

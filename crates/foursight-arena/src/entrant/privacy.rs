//! Hides the players' and the referee's files from other players, even where programs on `PATH`, `/usr` or `/opt` would
//! expose them.

use std::path::{Path, PathBuf};

use super::Entrant;
use super::handed_in::class_folder;
use crate::referee::contestant::Program;

/// Folders where package managers keep programs apart from everything else.
const STORES: [&str; 2] = ["/nix/store", "/gnu/store"];

/// Folders where the system keeps programs and their shared data.
const SYSTEM: [&str; 2] = ["/usr", "/opt"];

/// Folders of programs.
const PROGRAMS: [&str; 4] = ["bin", "sbin", "games", "libexec"];

/// Lets each player read its own folder, or the `lib` beside its file. If another player's file or the tournament's
/// folder `out` is in that folder, at any depth, the player may read only its own files and `lib`. The same applies to
/// folders on its command line; players may share only a folder called `lib`.
pub fn confine(contestants: &mut [Entrant], out: Option<&Path>) {
    let owners: Vec<Owner> = contestants.iter().map(Owner::new).collect();
    let out = out.map(real);
    for (contestant, own) in contestants.iter_mut().zip(&owners) {
        // The same player may take part twice.
        let others = owners.iter().filter(|other| other.identity != own.identity);
        let hidden: Vec<&PathBuf> =
            others.flat_map(|other| other.hidden_from(own)).chain(&out).collect();
        contestant.hide(&hidden);
    }
}

/// A player and its files.
struct Owner {
    identity: String,
    files: Vec<PathBuf>,
    /// The folders named on its command line.
    folders: Vec<PathBuf>,
}

impl Owner {
    fn new(contestant: &Entrant) -> Self {
        let named = contestant.program().map_or(&[][..], |program| &program.named);
        let (folders, files): (Vec<_>, Vec<_>) =
            named.iter().cloned().partition(|path| path.is_dir());
        let files = [contestant.files(), &files].concat();
        Self { identity: contestant.identity(), files, folders }
    }

    /// The files and folders hidden from other players.
    fn hidden_from<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a PathBuf> {
        let files = self.files.iter().filter(|file| !other.files.contains(file));
        files.chain(self.folders.iter().filter(|folder| !folder.ends_with("lib")))
    }
}

impl Entrant {
    fn hide(&mut self, hidden: &[&PathBuf]) {
        let Some(program) = self.program_mut() else { return };
        let shows = |folder: &Path| hidden.iter().any(|path| path.starts_with(real(folder)));
        if let Some(folder) = program.folder.take_if(|folder| shows(folder)) {
            program.folder = Program::lib_in(&folder).filter(|lib| !shows(lib));
        }
        self.hidden = program.named.extract_if(.., |path| path.is_dir() && shows(path)).collect();
    }
}

/// The canonical form of a path whose last components need not exist yet.
pub(super) fn real(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let known = whole.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    match known {
        Some((folder, real)) => match whole.strip_prefix(folder) {
            Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
            _ => real,
        },
        None => whole,
    }
}

/// The folders of these players, their parent folders, and these folders.
pub fn private(entrants: &[Entrant], folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut private: Vec<PathBuf> = folders.iter().map(|folder| real(folder)).collect();
    for contestant in entrants {
        private.extend(contestant.private_files());
        private.extend(contestant.private_folders());
        let class = contestant.private_files().first().and_then(|file| class_folder(file));
        private.extend(class.filter(|folder| !is_installation(folder)));
    }
    private.sort();
    private.dedup();
    private
}

/// The reason why these players could read one another: a folder on `PATH` lies in a private one.
pub fn exposure(entrants: &[Entrant], folders: &[PathBuf]) -> Option<String> {
    let mut owners: Vec<(String, Vec<PathBuf>)> = entrants
        .iter()
        .filter(|contestant| !contestant.is_built_in())
        .map(|contestant| (contestant.identity(), contestant.private_folders()))
        .collect();
    owners.sort();
    owners.dedup();
    // A single player can see only its own files, so nothing needs hiding from it.
    let of_players = if owners.len() > 1 { owners } else { Vec::new() };
    let of_players = of_players.into_iter().flat_map(|(_, folders)| folders);
    let private: Vec<PathBuf> =
        of_players.chain(folders.iter().map(|folder| real(folder))).collect();
    on_path().into_iter().find_map(|programs| {
        let is_inside =
            |folder: &&PathBuf| programs.starts_with(folder) && programs != **folder;
        let folder = private.iter().find(is_inside)?;
        let is_environment = programs.parent()?.join("pyvenv.cfg").is_file();
        let (programs, folder) = (programs.display(), folder.display());
        (!is_environment).then(|| {
            format!(
                "PATH contains {programs}, which every player could read, although {folder} is private: remove it from PATH"
            )
        })
    })
}

impl Entrant {
    /// The player's files, starting with the one that plays; without the interpreter before it and without files that
    /// the system shares.
    fn private_files(&self) -> Vec<PathBuf> {
        let files = self.files();
        let program = self.program_file().and_then(|file| file.canonicalize().ok());
        let n_before = usize::from(files.len() > 1 && files.first() == program.as_ref());
        let is_own = |(index, file): &(usize, &PathBuf)| match index {
            0 => !file.parent().is_some_and(is_installation),
            _ => !is_shared(file),
        };
        let files = files.iter().skip(n_before).enumerate().filter(is_own);
        files.map(|(_, file)| file.clone()).collect()
    }

    /// The player's folder, and those named on its command line.
    fn private_folders(&self) -> Vec<PathBuf> {
        let Some(program) = self.program() else { return Vec::new() };
        let named = program.named.iter().filter(|path| !is_shared(path));
        let own = program.folder.iter().filter(|folder| !is_installation(folder));
        own.chain(named).filter(|folder| !folder.ends_with("lib")).map(|path| real(path)).collect()
    }
}

/// Whether a folder contains the system's programs, which all players need.
fn is_installation(folder: &Path) -> bool {
    let is_system = SYSTEM.iter().any(|system| folder.starts_with(system));
    let holds_programs = || {
        PROGRAMS.iter().any(|name| folder.ends_with(name))
            || on_path().iter().any(|programs| programs.starts_with(folder))
    };
    is_in_store(folder) || is_system && holds_programs()
}

/// Whether a path lies among the data that the system's programs share.
fn is_shared(path: &Path) -> bool {
    path.starts_with("/usr") || is_in_store(path)
}

fn is_in_store(path: &Path) -> bool {
    STORES.iter().any(|store| path.starts_with(store))
}

/// The real paths of the folders on `PATH`.
fn on_path() -> Vec<PathBuf> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&search).filter(|folder| folder.is_absolute());
    folders.filter_map(|folder| folder.canonicalize().ok()).collect()
}

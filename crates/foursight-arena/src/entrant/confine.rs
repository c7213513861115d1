//! Hides the players' and the referee's files from other players.

use std::path::{Path, PathBuf};

use crate::referee::contestant::Program;

use super::Entrant;

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

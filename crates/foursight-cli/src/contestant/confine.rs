//! What players may not read: each other's files, and the referee's.

use std::path::{Path, PathBuf};

use super::ContestantArg;

/// Lets each player read its own folder, unless that folder also holds a file of another player or the folder
/// `out` of the tournament, at any depth: then only its own files and `lib`.
pub(crate) fn confine(contestants: &mut [ContestantArg], out: Option<&Path>) {
    let files: Vec<Vec<PathBuf>> =
        contestants.iter().map(|contestant| contestant.files().to_vec()).collect();
    let out = out.map(real);
    for (contestant, own) in contestants.iter_mut().zip(&files) {
        // The same player may take part twice.
        let others = files.iter().flatten().filter(|file| !own.contains(file));
        let hidden: Vec<&PathBuf> = others.chain(&out).collect();
        contestant.hide(&hidden);
    }
}

impl ContestantArg {
    fn hide(&mut self, hidden: &[&PathBuf]) {
        let Some(program) = self.program_mut() else { return };
        let shows = |folder: &Path| hidden.iter().any(|path| path.starts_with(real(folder)));
        if let Some(folder) = program.folder.take_if(|folder| shows(folder)) {
            let lib = folder.join("lib");
            program.folder = (lib.is_dir() && !shows(&lib)).then_some(lib);
        }
    }
}

/// The canonical form of a path whose last parts need not exist yet.
fn real(path: &Path) -> PathBuf {
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

//! What players do not see: the files of one another, and what the referee writes down.

use std::path::{Path, PathBuf};

use super::Entrant;

/// Narrows what each player may read of the folder that it lies in: all of it, unless a file of another player or
/// the folder `out` of the tournament is in there, at any depth; then its own files and `lib` only.
pub(crate) fn confine(entrants: &mut [Entrant], out: Option<&Path>) {
    let files: Vec<Vec<PathBuf>> =
        entrants.iter().map(|entrant| entrant.files().to_vec()).collect();
    let out = out.map(real);
    for (entrant, own) in entrants.iter_mut().zip(&files) {
        // The same player may take part twice.
        let others = files.iter().flatten().filter(|file| !own.contains(file));
        let hidden: Vec<&PathBuf> = others.chain(&out).collect();
        entrant.hide(&hidden);
    }
}

impl Entrant {
    fn hide(&mut self, hidden: &[&PathBuf]) {
        let Some(program) = self.program_mut() else { return };
        let shows = |folder: &Path| hidden.iter().any(|path| path.starts_with(real(folder)));
        if let Some(folder) = program.folder.take_if(|folder| shows(folder)) {
            let lib = folder.join("lib");
            program.folder = (lib.is_dir() && !shows(&lib)).then_some(lib);
        }
    }
}

/// Where a path really leads, also if its last parts are not there yet.
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

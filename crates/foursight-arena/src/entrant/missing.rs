//! Players whose files have disappeared during the tournament or between two runs of it.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use super::privacy::real;
use super::reading::split_clock;
use super::{Entrant, EntrantKind};
use crate::{Contestant, Terms};

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

//! Collects the players of a tournament from the command line, a folder and a `class.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use foursight_files::{look, printable};
use serde::Deserialize;

use crate::entrant::{CLASS_FILE, Python, class_folder, is_clutter, with_missing};
use crate::error::Result;
use crate::report::Skipped;
use crate::settings::from_text;
use crate::{Arena, ArenaError, Clock, Dialect, Entrant, Settings, Source};

/// The folder beside a class's bots that holds its tournament.
pub(crate) const RUN_FOLDER: &str = "arena";

/// The players and the rules.
pub(crate) struct Entries {
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) settings: Settings,
    /// Files among the players that cannot play.
    pub(crate) skipped: Vec<Skipped>,
}

/// The content of a `class.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    #[serde(default)]
    tournament: Settings,
    #[serde(default, rename = "player")]
    players: Vec<PlayerEntry>,
    /// Dialects of unlisted players, by the names of their files and folders.
    #[serde(default)]
    dialects: BTreeMap<String, String>,
}

/// A player of a `class.toml`: a file or folder in its folder, or anything the command line accepts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerEntry {
    name: Option<String>,
    file: Option<PathBuf>,
    dialect: Option<String>,
    player: Option<String>,
    #[serde(deserialize_with = "from_text", default)]
    clock: Option<Clock>,
}

/// The players and settings named on the command line by players, a `class.toml`, or a folder.
///
/// The `missing` players take part too, wherever they are named. Archives are unpacked into the tournament's folder
/// `out`.
pub(crate) fn gather(
    words: &[String],
    given: Settings,
    missing: Vec<Entrant>,
    out: &Path,
    arena: &Arena<'_>,
) -> Result<Entries> {
    let is_missing =
        |text: &str, base: &Path| missing.iter().any(|player| player.is_missing_in(text, base));
    let (mut contestants, mut settings, mut skipped) = (Vec::new(), given, Vec::new());
    for word in words {
        let path = Path::new(word);
        let file = if path.is_dir() { path.join(CLASS_FILE) } else { path.to_owned() };
        let is_class = path.extension().is_some_and(|extension| extension == "toml");
        if !path.is_dir() && !is_class {
            if !is_missing(word, Path::new("")) {
                contestants.push(word.parse().map_err(ArenaError::Usage)?);
            }
            continue;
        }
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let class =
            if is_class || file.is_file() { read_class(&file)? } else { ClassFile::default() };
        let is_gone = |text: &str| is_missing(text, folder);
        let is_silent = settings.openings.is_none() && settings.opening_rule.is_none();
        settings = settings.over(class.tournament.clone().in_folder(folder));
        if is_silent {
            settings.check_openings().map_err(|error| error.within(file.display()))?;
        }
        let players = class.contestants(folder, out, settings.openings_file(), &is_gone, arena);
        let (playing, others) = players.map_err(|error| error.within(file.display()))?;
        contestants.extend(playing);
        skipped.extend(others);
    }
    name_apart(&mut contestants);
    Ok(Entries { entrants: with_missing(contestants, missing), settings, skipped })
}

/// The settings of the class that the player in this file belongs to, their file, and the player as it plays there;
/// `None` without a `class.toml`.
pub(crate) fn class_of(
    contestant: &Entrant,
    player: &Path,
) -> Result<Option<(PathBuf, Settings, Entrant)>> {
    let Some(folder) = class_folder(player) else { return Ok(None) };
    let file = folder.join(CLASS_FILE);
    if !file.is_file() {
        return Ok(None);
    }
    let class = read_class(&file)?;
    let listed =
        class.listed(contestant, player, &folder).map_err(|error| error.within(file.display()))?;
    Ok(Some((file, class.tournament.in_folder(&folder), listed)))
}

/// The largest `class.toml` that is read.
const MAX_BYTES: u64 = 1 << 20;

fn read_class(path: &Path) -> Result<ClassFile> {
    let name = path.display();
    let text = foursight_files::read_text(path, MAX_BYTES)
        .map_err(|error| ArenaError::Usage(format!("{name}: {error}")))?;
    toml::from_str(&text).map_err(|error| ArenaError::Usage(format!("{name}: {error}")))
}

impl ClassFile {
    /// The players of the class in this folder: the listed ones, or otherwise those in the folder; and the files that
    /// cannot play.
    fn contestants(
        &self,
        folder: &Path,
        out: &Path,
        openings: Option<&Path>,
        is_gone: &dyn Fn(&str) -> bool,
        arena: &Arena<'_>,
    ) -> Result<(Vec<Entrant>, Vec<Skipped>)> {
        let python = self.python(folder)?;
        if self.players.is_empty() {
            return self.players_in(folder, out, openings, python.as_ref(), is_gone, arena);
        }
        if !self.dialects.is_empty() {
            let message =
                "[dialects] is for players that are not listed; give each [[player]] its `dialect`";
            return Err(ArenaError::Usage(message.to_owned()));
        }
        let entries = self.players.iter();
        let entries = entries.filter(|entry| !entry.text().is_some_and(|text| is_gone(&text)));
        let playing = entries.map(|entry| entry.contestant(folder, out, python.as_ref()));
        Ok((playing.collect::<Result<_>>()?, Vec::new()))
    }

    /// A player from the command line, whose main file is `player`, with the settings of this class.
    fn listed(&self, contestant: &Entrant, player: &Path, folder: &Path) -> Result<Entrant> {
        let is_own = |entry: &&PlayerEntry| {
            let place = entry.file.as_ref().and_then(|path| folder.join(path).canonicalize().ok());
            place.is_some_and(|place| player.starts_with(place))
        };
        let name = player.strip_prefix(folder).ok().and_then(|path| path.iter().next());
        let name = name.unwrap_or_default().to_string_lossy();
        let listed = match self.players.iter().find(is_own) {
            Some(entry) => entry.applied_to(contestant)?,
            None => in_dialect(contestant, self.dialects.get(&*name))?,
        };
        Ok(listed.with_python(self.python(folder)?.as_ref()))
    }

    /// The Python that runs the class's players.
    fn python(&self, folder: &Path) -> Result<Option<Python>> {
        let python = self.tournament.python.as_deref().map(|word| Python::read(word, folder));
        python.transpose().map_err(|error| ArenaError::Usage(format!("python: {error}")))
    }

    /// The players of a folder: its files, the player's file in each subfolder, and archives; and the files that cannot
    /// play.
    fn players_in(
        &self,
        folder: &Path,
        out: &Path,
        openings: Option<&Path>,
        python: Option<&Python>,
        is_gone: &dyn Fn(&str) -> bool,
        arena: &Arena<'_>,
    ) -> Result<(Vec<Entrant>, Vec<Skipped>)> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(ArenaError::file(folder.display()))?;
        paths.sort();
        let (mut contestants, mut skipped, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_other = is_clutter(&name) || ["lib", CLASS_FILE, RUN_FOLDER].contains(&&*name);
            // A build file beside the players belongs to none of them.
            if is_other || Source::is_build_file(&path) || openings == Some(&path) || path == out {
                continue;
            }
            let dialect = read_dialect(self.dialects.get(&name))?;
            let player = Entrant::handed_in(&path, dialect, python, out);
            match player.and_then(Entrant::of_bearable_size) {
                Ok(contestant) => contestants.push(contestant),
                Err(error) => {
                    arena.warn(&format!("skipped: {}", printable(&error)));
                    let reason = error.strip_prefix(&format!("{}: ", path.display()));
                    let reason = reason.unwrap_or(&error).to_owned();
                    skipped.push(Skipped { name: name.clone(), reason });
                }
            }
            names.push(name);
        }
        let is_unknown = |name: &&String| !names.contains(name) && !is_gone(name);
        match self.dialects.keys().find(is_unknown) {
            Some(name) => Err(ArenaError::Usage(format!(
                "[dialects] lists {name:?}, but the players in the folder are {}",
                names.join(", ")
            ))),
            None => Ok((contestants, skipped)),
        }
    }
}

fn read_dialect(name: Option<&String>) -> Result<Option<Dialect>> {
    name.map(|name| name.parse()).transpose().map_err(ArenaError::Usage)
}

impl PlayerEntry {
    /// The entry's file or player.
    fn text(&self) -> Option<String> {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        file.or_else(|| self.player.clone())
    }

    fn contestant(&self, folder: &Path, out: &Path, python: Option<&Python>) -> Result<Entrant> {
        let dialect = read_dialect(self.dialect.as_ref())?;
        let contestant = match (&self.file, &self.player) {
            (Some(file), None) => {
                let player = Entrant::handed_in(&folder.join(file), dialect, python, out);
                player.map_err(ArenaError::Usage)?
            }
            (None, Some(player)) if dialect.is_none() => {
                Entrant::read(player, folder).map_err(ArenaError::Usage)?
            }
            _ => {
                let message =
                    "a player needs either `file`, optionally with `dialect`, or `player`";
                return Err(ArenaError::Usage(message.to_owned()));
            }
        };
        let contestant = match &self.name {
            Some(name) => contestant.renamed(name),
            None => contestant,
        };
        Ok(match self.clock {
            Some(clock) => contestant.with_clock(clock).map_err(ArenaError::Usage)?,
            None => contestant,
        })
    }

    /// A player from the command line with the class's settings; its own dialect and clock take precedence.
    fn applied_to(&self, contestant: &Entrant) -> Result<Entrant> {
        let own = in_dialect(contestant, self.dialect.as_ref())?;
        let own = self.name.as_ref().map_or(own.clone(), |name| own.renamed(name));
        match contestant.clock().or(self.clock) {
            Some(clock) => Ok(own.with_clock(clock).map_err(ArenaError::Usage)?),
            None => Ok(own),
        }
    }
}

/// A player in this dialect, unless it names one itself.
fn in_dialect(contestant: &Entrant, dialect: Option<&String>) -> Result<Entrant> {
    let Some(dialect) = read_dialect(dialect)?.filter(|_| !contestant.names_dialect()) else {
        return Ok(contestant.clone());
    };
    let text = format!("{dialect}:{}", contestant.text());
    let own: Entrant = text.parse().map_err(ArenaError::Usage)?;
    let own = own.renamed(contestant.name());
    Ok(match contestant.clock() {
        Some(clock) => own.with_clock(clock).map_err(ArenaError::Usage)?,
        None => own,
    })
}

/// The folder for the tournament of a player's class.
pub(crate) fn run_folder_of(player: &Path) -> Option<PathBuf> {
    Some(class_folder(player)?.join(RUN_FOLDER))
}

/// The folder beside the players, or here.
pub(crate) fn default_folder(words: &[String]) -> PathBuf {
    let paths = words.iter().rev().map(PathBuf::from);
    let mut beside = paths.filter_map(|path| {
        if path.is_dir() {
            return Some(path);
        }
        let is_class = path.extension().is_some_and(|extension| extension == "toml");
        is_class.then(|| path.parent().map(PathBuf::from)).flatten()
    });
    beside.next().unwrap_or_default().join(RUN_FOLDER)
}

/// Makes all player names look different.
fn name_apart(contestants: &mut [Entrant]) {
    for index in 0..contestants.len() {
        let name = contestants[index].name().to_owned();
        let is_taken = |text: &str| {
            contestants[..index].iter().any(|contestant| look(contestant.name()) == look(text))
        };
        if is_taken(&name) {
            let mut names = (2..=contestants.len() + 1).map(|number| format!("{name} {number}"));
            let free = names.find(|name| !is_taken(name));
            let free = free.expect("there are more names than players");
            contestants[index] = contestants[index].clone().renamed(&free);
        }
    }
}

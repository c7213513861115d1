//! Collects the players of a tournament from the command line, a folder and a `class.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use foursight_arena::report::Skipped;
use foursight_arena::{Clock, Dialect, Source, UnknownDialect};
use foursight_web::look;
use serde::Deserialize;

use super::options::{Settings, from_text};
use crate::contestant::{
    CLASS_FILE, ContestantArg, Python, class_folder, is_clutter, with_missing,
};
use crate::failure::UsageError;
use crate::output::{printable, warn};

/// The folder beside a class's bots that holds its tournament.
pub(super) const RUN_FOLDER: &str = "arena";

/// The players and the rules.
pub(in crate::commands) struct Class {
    pub(in crate::commands) contestants: Vec<ContestantArg>,
    pub(in crate::commands) settings: Settings,
    /// Files among the players that cannot play.
    pub(in crate::commands) skipped: Vec<Skipped>,
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
pub(in crate::commands) fn gather(
    words: &[String],
    given: Settings,
    missing: Vec<ContestantArg>,
    out: &Path,
) -> Result<Class> {
    let is_missing =
        |text: &str, base: &Path| missing.iter().any(|player| player.is_missing_in(text, base));
    let (mut contestants, mut settings, mut skipped) = (Vec::new(), given, Vec::new());
    for word in words {
        let path = Path::new(word);
        let file = if path.is_dir() { path.join(CLASS_FILE) } else { path.to_owned() };
        let is_class = path.extension().is_some_and(|extension| extension == "toml");
        if !path.is_dir() && !is_class {
            if !is_missing(word, Path::new("")) {
                contestants.push(word.parse().map_err(UsageError)?);
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
            settings.check_openings().with_context(|| file.display().to_string())?;
        }
        let players = class.contestants(folder, out, settings.openings_file(), &is_gone);
        let (playing, others) = players.with_context(|| file.display().to_string())?;
        contestants.extend(playing);
        skipped.extend(others);
    }
    name_apart(&mut contestants);
    Ok(Class { contestants: with_missing(contestants, missing), settings, skipped })
}

/// The settings of the class that the player in this file belongs to, their file, and the player as it plays there;
/// `None` without a `class.toml`.
pub(super) fn class_of(
    contestant: &ContestantArg,
    player: &Path,
) -> Result<Option<(PathBuf, Settings, ContestantArg)>> {
    let Some(folder) = class_folder(player) else { return Ok(None) };
    let file = folder.join(CLASS_FILE);
    if !file.is_file() {
        return Ok(None);
    }
    let class = read_class(&file)?;
    let listed =
        class.listed(contestant, player, &folder).with_context(|| file.display().to_string())?;
    Ok(Some((file, class.tournament.in_folder(&folder), listed)))
}

/// The largest `class.toml` that is read.
const MAX_BYTES: u64 = 1 << 20;

fn read_class(path: &Path) -> Result<ClassFile> {
    let name = path.display();
    let text = foursight_files::read_text(path, MAX_BYTES)
        .map_err(|error| UsageError(format!("{name}: {error}")))?;
    toml::from_str(&text).map_err(|error| UsageError(format!("{name}: {error}")).into())
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
    ) -> Result<(Vec<ContestantArg>, Vec<Skipped>)> {
        let python = self.python(folder)?;
        if self.players.is_empty() {
            return self.players_in(folder, out, openings, python.as_ref(), is_gone);
        }
        if !self.dialects.is_empty() {
            let message =
                "[dialects] is for players that are not listed; give each [[player]] its `dialect`";
            return Err(UsageError(message.to_owned()).into());
        }
        let entries = self.players.iter();
        let entries = entries.filter(|entry| !entry.text().is_some_and(|text| is_gone(&text)));
        let playing = entries.map(|entry| entry.contestant(folder, out, python.as_ref()));
        Ok((playing.collect::<Result<_>>()?, Vec::new()))
    }

    /// A player from the command line, whose main file is `player`, with the settings of this class.
    fn listed(
        &self,
        contestant: &ContestantArg,
        player: &Path,
        folder: &Path,
    ) -> Result<ContestantArg> {
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
        python.transpose().map_err(|error| UsageError(format!("python: {error}")).into())
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
    ) -> Result<(Vec<ContestantArg>, Vec<Skipped>)> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .with_context(|| folder.display().to_string())?;
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
            let player = ContestantArg::handed_in(&path, dialect, python, out);
            match player.and_then(ContestantArg::of_bearable_size) {
                Ok(contestant) => contestants.push(contestant),
                Err(error) => {
                    warn(&format!("skipped: {}", printable(&error)));
                    let reason = error.strip_prefix(&format!("{}: ", path.display()));
                    let reason = reason.unwrap_or(&error).to_owned();
                    skipped.push(Skipped { name: name.clone(), reason });
                }
            }
            names.push(name);
        }
        let is_unknown = |name: &&String| !names.contains(name) && !is_gone(name);
        match self.dialects.keys().find(is_unknown) {
            Some(name) => Err(UsageError(format!(
                "[dialects] lists {name:?}, but the players in the folder are {}",
                names.join(", ")
            ))
            .into()),
            None => Ok((contestants, skipped)),
        }
    }
}

fn read_dialect(name: Option<&String>) -> Result<Option<Dialect>, UsageError> {
    let dialect = name.map(|name| name.parse()).transpose();
    dialect.map_err(|error: UnknownDialect| UsageError(error.to_string()))
}

impl PlayerEntry {
    /// The entry's file or player.
    fn text(&self) -> Option<String> {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        file.or_else(|| self.player.clone())
    }

    fn contestant(
        &self,
        folder: &Path,
        out: &Path,
        python: Option<&Python>,
    ) -> Result<ContestantArg> {
        let dialect = read_dialect(self.dialect.as_ref())?;
        let contestant = match (&self.file, &self.player) {
            (Some(file), None) => {
                let player = ContestantArg::handed_in(&folder.join(file), dialect, python, out);
                player.map_err(UsageError)?
            }
            (None, Some(player)) if dialect.is_none() => {
                ContestantArg::read(player, folder).map_err(UsageError)?
            }
            _ => {
                let message =
                    "a player needs either `file`, optionally with `dialect`, or `player`";
                return Err(UsageError(message.to_owned()).into());
            }
        };
        let contestant = match &self.name {
            Some(name) => contestant.renamed(name),
            None => contestant,
        };
        Ok(match self.clock {
            Some(clock) => contestant.with_clock(clock).map_err(UsageError)?,
            None => contestant,
        })
    }

    /// A player from the command line with the class's settings; its own dialect and clock take precedence.
    fn applied_to(&self, contestant: &ContestantArg) -> Result<ContestantArg> {
        let own = in_dialect(contestant, self.dialect.as_ref())?;
        let own = self.name.as_ref().map_or(own.clone(), |name| own.renamed(name));
        match contestant.clock().or(self.clock) {
            Some(clock) => Ok(own.with_clock(clock).map_err(UsageError)?),
            None => Ok(own),
        }
    }
}

/// A player in this dialect, unless it names one itself.
fn in_dialect(contestant: &ContestantArg, dialect: Option<&String>) -> Result<ContestantArg> {
    let Some(dialect) = read_dialect(dialect)?.filter(|_| !contestant.names_dialect()) else {
        return Ok(contestant.clone());
    };
    let text = format!("{dialect}:{}", contestant.text());
    let own: ContestantArg = text.parse().map_err(UsageError)?;
    let own = own.renamed(contestant.name());
    Ok(match contestant.clock() {
        Some(clock) => own.with_clock(clock).map_err(UsageError)?,
        None => own,
    })
}

/// The folder for the tournament of a player's class.
pub(in crate::commands) fn run_folder_of(player: &Path) -> Option<PathBuf> {
    Some(class_folder(player)?.join(RUN_FOLDER))
}

/// Makes all player names look different.
fn name_apart(contestants: &mut [ContestantArg]) {
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

//! Who takes part in a tournament: the players of the command line, of a folder, and of a `class.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use foursight_arena::{Clock, Dialect, Source, UnknownDialect};
use serde::Deserialize;

use super::options::{Settings, from_text};
use crate::contestant::{ContestantArg, Python, main_file, with_missing};
use crate::failure::UsageError;
use crate::output::{printable, warn};

/// The file with the settings of a folder of players.
const CLASS_FILE: &str = "class.toml";

/// The folder beside a class's bots that holds its tournament.
pub(super) const RUN_FOLDER: &str = "arena";

/// What a `class.toml` holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    #[serde(default)]
    tournament: Settings,
    #[serde(default, rename = "player")]
    players: Vec<PlayerEntry>,
    /// The dialects of players that are not listed, by the names of their files and folders.
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

/// The players and settings that the words of the command line name: players, a `class.toml`, or a folder.
///
/// The players that are `missing` take part, too, wherever they are named.
pub(super) fn gather(
    words: &[String],
    given: Settings,
    missing: Vec<ContestantArg>,
) -> Result<(Vec<ContestantArg>, Settings)> {
    let is_missing =
        |text: &str, base: &Path| missing.iter().any(|player| player.is_missing_in(text, base));
    let (mut contestants, mut settings) = (Vec::new(), given);
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
        let players = class.contestants(folder, &is_gone);
        contestants.extend(players.with_context(|| file.display().to_string())?);
        settings = settings.over(class.tournament.in_folder(folder));
    }
    name_apart(&mut contestants);
    let contestants = with_missing(contestants, missing);
    match contestants.len() {
        0 | 1 => Err(UsageError(format!(
            "a tournament needs at least two players; {} given",
            contestants.len()
        ))
        .into()),
        _ => Ok((contestants, settings)),
    }
}

fn read_class(path: &Path) -> Result<ClassFile> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| UsageError(format!("{name}: {error}")))?;
    toml::from_str(&text).map_err(|error| UsageError(format!("{name}: {error}")).into())
}

impl ClassFile {
    /// The players of this class, whose folder this is: those that it lists, or else those in the folder.
    fn contestants(
        &self,
        folder: &Path,
        is_gone: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<ContestantArg>> {
        let python = self.python(folder)?;
        if self.players.is_empty() {
            return self.players_in(folder, python.as_ref(), is_gone);
        }
        if !self.dialects.is_empty() {
            let message =
                "[dialects] is for players that are not listed; give each [[player]] its `dialect`";
            return Err(UsageError(message.to_owned()).into());
        }
        let entries = self.players.iter();
        let entries = entries.filter(|entry| !entry.text().is_some_and(|text| is_gone(&text)));
        entries.map(|entry| entry.contestant(folder, python.as_ref())).collect()
    }

    /// The players of the folder: its files, and the file named after it or `main`, `bot` or `player` in each of its folders.
    fn players_in(
        &self,
        folder: &Path,
        python: Option<&Python>,
        is_gone: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<ContestantArg>> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .with_context(|| folder.display().to_string())?;
        paths.sort();
        // A build file beside the players belongs to none of them.
        let is_player = |path: &Path| path.is_file() && !Source::is_build_file(path);
        let (mut contestants, mut names) = (Vec::new(), Vec::new());
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || ["lib", CLASS_FILE, RUN_FOLDER].contains(&name.as_str()) {
                continue;
            }
            let has_player =
                if path.is_dir() { main_file(&path).is_some() } else { is_player(&path) };
            if !has_player {
                continue;
            }
            let dialect = read_dialect(self.dialects.get(&name))?;
            match ContestantArg::of_path(&path, dialect) {
                Ok(contestant) => contestants.push(run_by(contestant, python)),
                Err(error) => warn(&format!("skipped: {}", printable(&error))),
            }
            names.push(name);
        }
        let is_unknown = |name: &&String| !names.contains(name) && !is_gone(name);
        match self.dialects.keys().find(is_unknown) {
            Some(name) => Err(UsageError(format!(
                "[dialects] names {name:?}, but the players in the folder are {}",
                names.join(", ")
            ))
            .into()),
            None => Ok(contestants),
        }
    }

    /// The Python of its players.
    fn python(&self, folder: &Path) -> Result<Option<Python>> {
        let python = self.tournament.python.as_deref().map(|word| Python::read(word, folder));
        python.transpose().map_err(|error| UsageError(format!("python: {error}")).into())
    }
}

/// A player as `arena run` starts it in its class: by the Python of the class, and in the dialect that the class gives it.
///
/// Only a player that is named by its file or folder alone has a class.
pub(super) fn as_in_class(player: ContestantArg) -> Result<ContestantArg> {
    let path = Path::new(player.text());
    let arena =
        player.files().last().filter(|_| path.exists()).and_then(|file| run_folder_of(file));
    let Some(folder) = arena.as_deref().and_then(Path::parent) else { return Ok(player) };
    let file = folder.join(CLASS_FILE);
    if !file.is_file() {
        return Ok(player);
    }
    let class = read_class(&file)?;
    let context = || file.display().to_string();
    let python = class.python(folder).with_context(context)?;
    let name = player.files().last().and_then(|file| file.strip_prefix(folder).ok()?.iter().next());
    let name = name.unwrap_or_default().to_string_lossy().into_owned();
    let is_it = |entry: &&PlayerEntry| entry.file.as_deref() == Some(Path::new(&name));
    let of_entry = class.players.iter().find(is_it).and_then(|entry| entry.dialect.as_ref());
    let dialect = read_dialect(of_entry.or(class.dialects.get(&name))).with_context(context)?;
    let player = match dialect {
        Some(_) => {
            let known =
                ContestantArg::of_path(path, dialect).map_err(UsageError)?.renamed(player.name());
            let clock = player.clock();
            clock.map_or(Ok(known.clone()), |clock| known.with_clock(clock)).map_err(UsageError)?
        }
        None => player,
    };
    Ok(run_by(player, python.as_ref()))
}

fn run_by(player: ContestantArg, python: Option<&Python>) -> ContestantArg {
    match python {
        Some(python) => player.with_python(python),
        None => player,
    }
}

fn read_dialect(name: Option<&String>) -> Result<Option<Dialect>, UsageError> {
    let dialect = name.map(|name| name.parse()).transpose();
    dialect.map_err(|error: UnknownDialect| UsageError(error.to_string()))
}

impl PlayerEntry {
    /// Its file or its player.
    fn text(&self) -> Option<String> {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        file.or_else(|| self.player.clone())
    }

    fn contestant(&self, folder: &Path, python: Option<&Python>) -> Result<ContestantArg> {
        let dialect = read_dialect(self.dialect.as_ref())?;
        let contestant = match (&self.file, &self.player) {
            (Some(file), None) => {
                let player = ContestantArg::of_path(&folder.join(file), dialect);
                run_by(player.map_err(UsageError)?, python)
            }
            (None, Some(player)) if dialect.is_none() => {
                ContestantArg::read(player, folder).map_err(UsageError)?
            }
            _ => {
                let message = "a player has either `file`, optionally with `dialect`, or `player`";
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
}

/// The folder that would hold the tournament of a player's class.
///
/// The class's folder holds the player's file, or the player's own folder. Java's main file may lie deep in that.
pub(super) fn run_folder_of(player: &Path) -> Option<PathBuf> {
    let is_own = |folder: &&Path| {
        !folder.join(CLASS_FILE).exists() && main_file(folder).is_some_and(|file| file == player)
    };
    let own = player.ancestors().skip(1).take(MAX_DEPTH).filter(is_own).last();
    let class = own.map_or_else(|| player.parent(), Path::parent)?;
    Some(class.join(RUN_FOLDER))
}

/// How deep in its player's folder a main file lies at most: packages have few parts.
const MAX_DEPTH: usize = 10;

/// Makes the names of all players different.
fn name_apart(contestants: &mut [ContestantArg]) {
    for index in 0..contestants.len() {
        let name = contestants[index].name().to_owned();
        let is_taken =
            |text: &str| contestants[..index].iter().any(|contestant| contestant.name() == text);
        if is_taken(&name) {
            let mut names = (2..=contestants.len() + 1).map(|number| format!("{name} {number}"));
            let free = names.find(|name| !is_taken(name));
            let free = free.expect("there are more names than players");
            contestants[index] = contestants[index].clone().renamed(&free);
        }
    }
}

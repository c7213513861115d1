//! Who takes part in a tournament: the players of the command line, of a folder, and of a `class.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use foursight_arena::{Clock, Dialect, Source};
use serde::Deserialize;

use super::options::{Settings, from_text};
use crate::contestant::{CLASS_FILE, ContestantArg, class_folder, main_file, with_missing};
use crate::failure::UsageError;
use crate::output::{printable, warn};

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
        settings = settings.over(class.tournament.in_folder(folder));
        if class.players.is_empty() {
            contestants.extend(players_in(folder)?);
        }
        for entry in class.players {
            if !entry.text().is_some_and(|text| is_missing(&text, folder)) {
                let contestant = entry.contestant(folder);
                contestants.push(contestant.with_context(|| file.display().to_string())?);
            }
        }
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

/// A `class.toml` is not larger.
const MAX_BYTES: u64 = 1 << 20;

fn read_class(path: &Path) -> Result<ClassFile> {
    let name = path.display();
    let text = foursight_files::read_text(path, MAX_BYTES)
        .map_err(|error| UsageError(format!("{name}: {error}")))?;
    toml::from_str(&text).map_err(|error| UsageError(format!("{name}: {error}")).into())
}

impl PlayerEntry {
    /// Its file or its player.
    fn text(&self) -> Option<String> {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        file.or_else(|| self.player.clone())
    }

    fn contestant(self, folder: &Path) -> Result<ContestantArg> {
        let dialect = match self.dialect.as_deref().map(str::parse::<Dialect>) {
            Some(Err(error)) => return Err(UsageError(error.to_string()).into()),
            Some(Ok(dialect)) => Some(dialect),
            None => None,
        };
        let contestant = match (self.file, self.player) {
            (Some(file), None) => {
                ContestantArg::of_path(&folder.join(file), dialect).map_err(UsageError)?
            }
            (None, Some(player)) if dialect.is_none() => {
                ContestantArg::read(&player, folder).map_err(UsageError)?
            }
            _ => {
                let message = "a player has either `file`, optionally with `dialect`, or `player`";
                return Err(UsageError(message.to_owned()).into());
            }
        };
        let contestant = match self.name {
            Some(name) => contestant.renamed(&name),
            None => contestant,
        };
        Ok(match self.clock {
            Some(clock) => contestant.with_clock(clock).map_err(UsageError)?,
            None => contestant,
        })
    }
}

/// The players of a folder: its files, and the file named after it or `main`, `bot` or `player` in each of its folders.
fn players_in(folder: &Path) -> Result<Vec<ContestantArg>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| folder.display().to_string())?;
    paths.sort();
    // A build file beside the players belongs to none of them.
    let is_player = |path: &Path| path.is_file() && !Source::is_build_file(path);
    let mut contestants = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || ["lib", CLASS_FILE, RUN_FOLDER].contains(&name.as_str()) {
            continue;
        }
        let has_player = if path.is_dir() { main_file(&path).is_some() } else { is_player(&path) };
        if !has_player {
            continue;
        }
        match ContestantArg::of_path(&path, None).and_then(ContestantArg::of_bearable_size) {
            Ok(contestant) => contestants.push(contestant),
            Err(error) => warn(&format!("skipped: {}", printable(&error))),
        }
    }
    Ok(contestants)
}

/// The folder that would hold the tournament of a player's class.
pub(super) fn run_folder_of(player: &Path) -> Option<PathBuf> {
    Some(class_folder(player)?.join(RUN_FOLDER))
}

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

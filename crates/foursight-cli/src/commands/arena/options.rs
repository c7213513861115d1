//! What a tournament is, from the command line and from a `class.toml`.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use foursight::AnySize;
use foursight_arena::{Clock, Dialect, Limits, Schedule};
use serde::Deserialize;

use super::openings::OpeningSource;
use crate::commands::entrant::{Entrant, confine};
use crate::failure::UsageError;
use crate::output::warn;

/// The name of the file that says what the tournament of a folder is.
const CLASS_FILE: &str = "class.toml";

/// The settings of a tournament; those of the command line go before those of the file.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    /// A title for the report.
    #[arg(long, value_name = "TITLE")]
    pub(super) name: Option<String>,
    /// round-robin, gauntlet, swiss or knockout [default: round-robin].
    #[arg(long, value_name = "FORM")]
    schedule: Option<Form>,
    /// How often everybody meets in a round robin or gauntlet [default: 1].
    #[arg(long, value_name = "N")]
    cycles: Option<NonZeroUsize>,
    /// How many rounds a Swiss has [default: enough for one winner].
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// How many of the first players of a gauntlet meet all others [default: 1].
    #[arg(long, value_name = "N")]
    challengers: Option<NonZeroUsize>,
    /// How many pairs of games two players play when they meet, with sides swapped in each [default: 1;
    /// with --sprt 10000].
    #[arg(long, value_name = "N")]
    pub(super) pairs: Option<NonZeroUsize>,
    /// none, random:N, balanced:N (N random moves; balanced: drawn, or hard to win for who moves first),
    /// or a file with a move string on each line [default: balanced:6, on other
    /// boards than 7x6 random:6; none for dialects without openings].
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<OpeningSource>,
    /// The time of a player: 1s a move, 60s+1s for the game and on each move, kaggle, theaigames or codingame
    /// [default: 1s].
    #[arg(long, value_name = "CLOCK")]
    #[serde(deserialize_with = "from_text", default)]
    clock: Option<Clock>,
    /// The time from the start of a player to its first answer, in milliseconds [default: 10000].
    #[arg(long, value_name = "MS")]
    start_time: Option<u64>,
    /// What is given on top for each move, for the noise of the machine, in milliseconds [default: 50].
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// A number that makes openings and levels the same each time [default: 1].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many games are played at the same time [default: half of the cores].
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<NonZeroUsize>,
    /// After how many faults in a row a player is benched [default: 5].
    #[arg(long, value_name = "N")]
    patience: Option<NonZeroUsize>,
    /// The second player may take over the first disc instead of moving.
    #[arg(long)]
    #[serde(default)]
    pub(super) steal: bool,
    /// Columns x rows, each from 3 to 10 [default: 7x6].
    #[arg(long, value_name = "WxH")]
    #[serde(deserialize_with = "from_text", default)]
    size: Option<AnySize>,
    /// How many discs in a row win, from 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum Form {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

/// What a `class.toml` holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    #[serde(default)]
    tournament: Settings,
    #[serde(default, rename = "player")]
    players: Vec<PlayerEntry>,
}

/// A player of a `class.toml`: a file of the folder, or what the command line takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerEntry {
    name: Option<String>,
    file: Option<PathBuf>,
    dialect: Option<String>,
    player: Option<Entrant>,
}

/// How often players who have scored the same in a knockout play again.
const REPLAYS: usize = 3;

impl Settings {
    /// These settings, and where they say nothing those of `file`.
    fn over(self, file: Self) -> Self {
        Self {
            name: self.name.or(file.name),
            schedule: self.schedule.or(file.schedule),
            cycles: self.cycles.or(file.cycles),
            rounds: self.rounds.or(file.rounds),
            challengers: self.challengers.or(file.challengers),
            pairs: self.pairs.or(file.pairs),
            openings: self.openings.or(file.openings),
            clock: self.clock.or(file.clock),
            start_time: self.start_time.or(file.start_time),
            margin: self.margin.or(file.margin),
            seed: self.seed.or(file.seed),
            concurrency: self.concurrency.or(file.concurrency),
            patience: self.patience.or(file.patience),
            steal: self.steal || file.steal,
            size: self.size.or(file.size),
            connect: self.connect.or(file.connect),
        }
    }

    /// The form of a tournament of so many players.
    pub(super) fn schedule(&self, n_players: usize) -> Schedule {
        let or_one = |number: Option<NonZeroUsize>| number.map_or(1, NonZeroUsize::get);
        let cycles = or_one(self.cycles);
        match self.schedule.unwrap_or(Form::RoundRobin) {
            Form::RoundRobin => Schedule::RoundRobin { cycles },
            Form::Gauntlet => Schedule::Gauntlet { challengers: or_one(self.challengers), cycles },
            Form::Swiss => {
                let enough = n_players.next_power_of_two().trailing_zeros() as usize;
                Schedule::Swiss { rounds: self.rounds.map_or(enough, NonZeroUsize::get) }
            }
            Form::Knockout => Schedule::Knockout { replays: REPLAYS },
        }
    }

    pub(super) fn n_pairs(&self) -> usize {
        self.pairs.map_or(1, NonZeroUsize::get)
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock.unwrap_or_default()
    }

    pub(super) fn limits(&self) -> Limits {
        let limits = Limits::default();
        Limits {
            start: self.start_time.map_or(limits.start, Duration::from_millis),
            margin: self.margin.map_or(limits.margin, Duration::from_millis),
            ..limits
        }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub(super) fn patience(&self) -> usize {
        self.patience.map_or(5, NonZeroUsize::get)
    }

    pub(super) fn size(&self) -> Result<AnySize> {
        let size = self.size.unwrap_or_default();
        let size = size.with_connect(self.connect.unwrap_or(4));
        size.map_err(|error| UsageError(error.to_string()).into())
    }

    /// Where openings come from, for these players.
    pub(super) fn openings(&self, entrants: &[Entrant]) -> Result<OpeningSource> {
        let deaf = entrants
            .iter()
            .find(|entrant| entrant.dialect().is_some_and(|dialect| !dialect.takes_openings()));
        match (&self.openings, deaf) {
            // Where no book helps, what is balanced takes too long to find out.
            (None, None) if !self.steal && self.size()? == AnySize::default() => {
                Ok(OpeningSource::Balanced(6))
            }
            (None, None) if !self.steal => Ok(OpeningSource::Random(6)),
            (
                Some(
                    OpeningSource::Random(_) | OpeningSource::Balanced(_) | OpeningSource::File(_),
                ),
                _,
            ) if self.steal => {
                Err(UsageError("--steal: only an empty board has a first disc to take".to_owned())
                    .into())
            }
            (None | Some(OpeningSource::None), _) => Ok(OpeningSource::None),
            (Some(_), Some(player)) => Err(UsageError(format!(
                "--openings: {player} speaks a dialect that cannot be told an opening; use none"
            ))
            .into()),
            (Some(openings), None) => Ok(openings.clone()),
        }
    }
}

/// Reads what the command line would read.
fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

/// The players and settings that the words of the command line name: players, a `class.toml`, or a folder.
pub(super) fn gather(words: &[String], given: Settings) -> Result<(Vec<Entrant>, Settings)> {
    let (mut entrants, mut settings) = (Vec::new(), given);
    for word in words {
        let path = Path::new(word);
        let file = if path.is_dir() { path.join(CLASS_FILE) } else { path.to_owned() };
        let is_class = path.extension().is_some_and(|extension| extension == "toml");
        if !path.is_dir() && !is_class {
            entrants.push(word.parse().map_err(UsageError)?);
            continue;
        }
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let class =
            if is_class || file.is_file() { read_class(&file)? } else { ClassFile::default() };
        settings = settings.over(class.tournament);
        if class.players.is_empty() {
            entrants.extend(players_in(folder)?);
        }
        for entry in class.players {
            entrants.push(entry.entrant(folder).with_context(|| file.display().to_string())?);
        }
    }
    name_apart(&mut entrants);
    confine(&mut entrants);
    match entrants.len() {
        0 | 1 => Err(UsageError(format!(
            "a tournament needs two players at least; {} given",
            entrants.len()
        ))
        .into()),
        _ => Ok((entrants, settings)),
    }
}

fn read_class(path: &Path) -> Result<ClassFile> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| UsageError(format!("{name}: {error}")))?;
    toml::from_str(&text).map_err(|error| UsageError(format!("{name}: {error}")).into())
}

impl PlayerEntry {
    fn entrant(self, folder: &Path) -> Result<Entrant> {
        let dialect = match self.dialect.as_deref().map(str::parse::<Dialect>) {
            Some(Err(error)) => return Err(UsageError(error.to_string()).into()),
            Some(Ok(dialect)) => Some(dialect),
            None => None,
        };
        let mut entrant = match (self.file, self.player) {
            (Some(file), None) => {
                Entrant::of_file(&folder.join(file), dialect).map_err(UsageError)?
            }
            (None, Some(entrant)) if dialect.is_none() => entrant,
            _ => {
                let message = "a player has either `file`, with `dialect` if need be, or `player`";
                return Err(UsageError(message.to_owned()).into());
            }
        };
        entrant.name = self.name.unwrap_or(entrant.name);
        Ok(entrant)
    }
}

/// The players of a folder: its files, and the file named after it or `main`, `bot` or `player` in each of its folders.
fn players_in(folder: &Path) -> Result<Vec<Entrant>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| folder.display().to_string())?;
    paths.sort();
    let mut entrants = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || ["lib", CLASS_FILE, RUN_FOLDER].contains(&name.as_str()) {
            continue;
        }
        let (file, stem) = if path.is_dir() {
            let Some(file) = main_file(&path, &name) else { continue };
            (file, Some(name))
        } else {
            (path, None)
        };
        let mut entrant = match Entrant::of_file(&file, None) {
            Ok(entrant) => entrant,
            Err(error) => {
                warn(&format!("no player: {error}"));
                continue;
            }
        };
        entrant.name = stem.unwrap_or(entrant.name);
        entrants.push(entrant);
    }
    Ok(entrants)
}

/// The folder beside a class's bots in which its tournament is kept.
pub(super) const RUN_FOLDER: &str = "arena";

fn main_file(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let is_main = |file: &&PathBuf| {
        let stem = file.file_stem().unwrap_or_default();
        file.is_file() && ["main", "bot", "player", name].iter().any(|main| stem == *main)
    };
    files.iter().find(is_main).cloned()
}

/// Gives players of the same name different ones.
fn name_apart(entrants: &mut [Entrant]) {
    for index in 0..entrants.len() {
        let name = entrants[index].name.clone();
        let is_taken = |text: &str| entrants[..index].iter().any(|entrant| entrant.name == text);
        if is_taken(&name) {
            let mut names = (2..=entrants.len() + 1).map(|number| format!("{name} {number}"));
            let free = names.find(|name| !is_taken(name));
            entrants[index].name = free.expect("there are more names than players");
        }
    }
}

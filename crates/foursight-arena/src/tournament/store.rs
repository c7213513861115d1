//! The folder of a tournament: its plan, and a line of JSON for each game as soon as it is over.
//!
//! A game is written in one piece and is on the disk before the next one is reported. A line that a
//! kill left half written was no finished game yet; it is cut off when the folder is opened again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tournament::plan::{Plan, PlanError};
use crate::tournament::stored_game::StoredGame;

const PLAN: &str = "tournament.json";
const GAMES: &str = "games.jsonl";
const LOCK: &str = "lock";

/// How long a lock is waited for: a process that is just being started holds those of its parent for a moment.
const LOCK_TIME: Duration = Duration::from_millis(500);
const LOCK_POLL: Duration = Duration::from_millis(10);

/// The folder of a tournament that is being played; nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    games: File,
    // Released when it is closed, also by a kill.
    _lock: File,
}

impl Store {
    /// Opens the folder of a tournament, made if it is not there, and reads the games that it has, without
    /// those of the players `again`, which are played again. `can_grow` says that rounds do not depend on
    /// results, so that players can be added.
    ///
    /// # Errors
    ///
    /// If it is in use, cannot be read or written, or holds a tournament that `plan` does not continue
    /// (see [`Plan::check_continues`]); nothing in it has changed then.
    pub fn open(
        path: &Path,
        plan: &Plan,
        can_grow: bool,
        again: &[String],
    ) -> Result<(Self, Vec<StoredGame>), StoreError> {
        fs::create_dir_all(path).map_err(at(path))?;
        let lock = lock(&path.join(LOCK))?;
        let plan_path = path.join(PLAN);
        if let Some(stored) = read_plan(path)? {
            plan.check_continues(&stored, can_grow, again)
                .map_err(|error| StoreError { path: path.to_owned(), kind: error.into() })?;
        }
        let games_path = path.join(GAMES);
        let mut stored: Vec<StoredGame> = read_lines(&games_path)?;
        let names = &plan.header.players;
        if let Some(game) =
            stored.iter().find(|game| game.players.iter().any(|&p| p >= names.len()))
        {
            let kind = StoreErrorKind::Stranger(game.number);
            return Err(StoreError { path: games_path, kind });
        }
        if !again.is_empty() {
            let players: Vec<usize> =
                (0..names.len()).filter(|&player| again.contains(&names[player])).collect();
            stored = without(stored, &players, !can_grow);
            write_games(&games_path, &stored).map_err(at(&games_path))?;
        }
        let text = serde_json::to_string_pretty(plan).expect("a plan is plain data");
        foursight_files::write(&plan_path, text.as_bytes()).map_err(at(&plan_path))?;
        let games = cut_half_lines(&games_path).map_err(at(&games_path))?;
        foursight_files::sync_folder(path).map_err(at(path))?;
        Ok((Self { path: path.to_owned(), games, _lock: lock }, stored))
    }

    /// Writes a finished game down; it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, game: &StoredGame) -> Result<(), StoreError> {
        append(&mut self.games, game).map_err(at(&self.path.join(GAMES)))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The plan and the games of a folder, whether somebody plays there or not.
///
/// # Errors
///
/// If it cannot be read or is not the folder of a tournament.
pub fn read_run(path: &Path) -> Result<(Plan, Vec<StoredGame>), StoreError> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, "no tournament is stored here");
    let plan = read_plan(path)?.ok_or_else(|| at(path)(missing()))?;
    Ok((plan, read_lines(&path.join(GAMES))?))
}

/// The plan of a folder; `None` if there is no tournament in it.
///
/// # Errors
///
/// If there is one that cannot be read.
pub fn read_plan(path: &Path) -> Result<Option<Plan>, StoreError> {
    let path = path.join(PLAN);
    match fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| StoreError {
            path,
            kind: StoreErrorKind::Json { line: error.line(), error },
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at(&path)(error)),
    }
}

/// Leaves out the games that are played again: those of some players and, where rounds depend on results,
/// all of the rounds after the first one in which there is one of them.
fn without(games: Vec<StoredGame>, players: &[usize], by_rounds: bool) -> Vec<StoredGame> {
    let is_gone = |game: &StoredGame| game.players.iter().any(|player| players.contains(player));
    let first = games.iter().filter(|game| is_gone(game)).map(|game| game.round).min();
    let is_later = |game: &StoredGame| by_rounds && first.is_some_and(|first| game.round > first);
    games.into_iter().filter(|game| !is_gone(game) && !is_later(game)).collect()
}

fn write_games(path: &Path, games: &[StoredGame]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for game in games {
        serde_json::to_writer(&mut bytes, game)?;
        bytes.push(b'\n');
    }
    foursight_files::write(path, &bytes)
}

/// The values of a file of JSON lines, none if it is not there; a half line at its end is passed over.
///
/// # Errors
///
/// If the file cannot be read or another line is not such a value.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, StoreError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(at(path)(error)),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let values = (1..).zip(lines).map(|(line, bytes)| {
        serde_json::from_slice(bytes).map_err(|error| StoreError {
            path: path.to_owned(),
            kind: StoreErrorKind::Json { line, error },
        })
    });
    values.collect()
}

/// Writes a line of JSON to the end of a file and waits until it is on the disk.
///
/// # Errors
///
/// If the file cannot be written, as on a full disk. What was written of the line is cut off again, so that nothing
/// that comes later is lost with it.
pub fn append(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    let end = file.metadata()?.len();
    let written = file.write_all(&line).and_then(|()| file.sync_data());
    if written.is_err() {
        // If even that fails, the half line is cut off when the file is opened again; the first error is the one to tell.
        let _ = file.set_len(end);
    }
    written
}

/// Opens a file of JSON lines to go on at its end, which is the end of its last whole line.
///
/// # Errors
///
/// If the file cannot be opened or cut.
pub fn cut_half_lines(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    let bytes = fs::read(path)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    Ok(file)
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let file = File::create(path).map_err(at(path))?;
    let deadline = Instant::now() + LOCK_TIME;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(at(path)(error)),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(LOCK_POLL),
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError { path: path.to_owned(), kind: StoreErrorKind::Busy });
            }
        }
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |error| StoreError { path: path.to_owned(), kind: StoreErrorKind::Io(error) }
}

/// The folder of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct StoreError {
    path: PathBuf,
    kind: StoreErrorKind,
}

#[derive(Debug, thiserror::Error)]
enum StoreErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("another process plays this tournament")]
    Busy,
    #[error("game {0} is of a player that the tournament does not have")]
    Stranger(usize),
    #[error("line {line}: {error}")]
    Json { line: usize, error: serde_json::Error },
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl StoreError {
    /// The plan that does not continue the stored one, if that is what is wrong.
    pub fn plan_error(&self) -> Option<&PlanError> {
        match &self.kind {
            StoreErrorKind::Plan(error) => Some(error),
            _ => None,
        }
    }
}

//! The folder of a tournament: its terms, and one line of JSON per finished game.
//!
//! A game is written in one piece and is on the disk before the next one is reported. An incomplete line left by a
//! killed process is not a finished game; it is removed when the folder is opened again. Game logs are not kept in
//! memory.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use foursight::counted;
use serde_json::error::Category;

pub use crate::tournament::json_lines::StoreError;
use crate::tournament::json_lines::{
    Line, StoreErrorKind, append, cut_half_lines, for_each_line, json_reason,
};
use crate::tournament::stored_game::{LoggedGame, StoredGame};
use crate::tournament::terms::Terms;

/// The file of the terms in the folder of a tournament.
pub const TERMS: &str = "tournament.json";
/// The maximum size of this file, in bytes.
const MAX_PLAN: u64 = 1 << 26;

/// The file of all games, each a line of JSON.
pub const GAMES: &str = "games.jsonl";
const LOCK: &str = "lock";

/// The time to wait for a lock: a process that is just starting holds its parent's locks for a moment.
const LOCK_TIME: Duration = Duration::from_millis(500);
const LOCK_POLL: Duration = Duration::from_millis(10);

/// The place where the games of a tournament are stored.
#[derive(Debug)]
pub enum Store {
    /// Nowhere: they are lost when the program ends.
    Nowhere,
    /// Into a folder.
    Folder(Folder),
}

/// The folder of a running tournament; nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    games: File,
    // The lock is released when this file is closed, even if the process is killed.
    _lock: File,
}

impl Store {
    /// Opens the folder of a tournament, which is created if it is missing, and reads its games, except those of the
    /// players in `again`, which are replayed. `can_grow` says that rounds do not depend on results, so that players
    /// can be added.
    ///
    /// # Errors
    ///
    /// If it is in use, cannot be read or written, is damaged, or holds a tournament that `terms` do not continue (see
    /// [`Terms::check_continues`]). The folder is then unchanged.
    pub fn open(
        path: &Path,
        terms: &Terms,
        can_grow: bool,
        again: &[String],
    ) -> Result<(Self, Vec<StoredGame>), StoreError> {
        let io_error = |path: &Path| {
            let path = path.to_owned();
            move |error| StoreError::new(&path, error)
        };
        fs::create_dir_all(path).map_err(io_error(path))?;
        let lock = lock(&path.join(LOCK))?;
        if let Some(stored) = read_terms(path)? {
            terms
                .check_continues(&stored, can_grow, again)
                .map_err(|error| StoreError::new(path, error))?;
        }
        let games_path = path.join(GAMES);
        let mut stored = read_games(&games_path, terms)?;
        if !again.is_empty() {
            let names = &terms.header.players;
            let players: Vec<usize> =
                (0..names.len()).filter(|&player| again.contains(&names[player])).collect();
            stored = without(stored, &players, !can_grow);
            keep_games(&games_path, &stored)?;
        }
        let games = cut_half_lines(&games_path)?;
        let terms_path = path.join(TERMS);
        let text = serde_json::to_string_pretty(terms).expect("terms are plain data");
        // This makes the name of the file of games durable, too.
        foursight_files::write(&terms_path, text.as_bytes()).map_err(io_error(&terms_path))?;
        let folder = Folder { path: path.to_owned(), games, _lock: lock };
        Ok((Self::Folder(folder), stored))
    }

    /// Stores a finished game; it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, game: &LoggedGame) -> Result<(), StoreError> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Folder(folder) => append(&mut folder.games, game)
                .map_err(|error| StoreError::new(&folder.path.join(GAMES), error)),
        }
    }
}

/// The terms and the games of a folder, even while a tournament is running there.
///
/// # Errors
///
/// If it cannot be read, or is not the folder of a tournament.
pub fn read_run(path: &Path) -> Result<(Terms, Vec<StoredGame>), StoreError> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, "no tournament is stored here");
    let terms = read_terms(path)?.ok_or_else(|| StoreError::new(path, missing()))?;
    let games = read_games(&path.join(GAMES), &terms)?;
    Ok((terms, games))
}

/// The terms in a folder; `None` if no tournament is stored there.
///
/// # Errors
///
/// If there is one that cannot be read.
pub fn read_terms(path: &Path) -> Result<Option<Terms>, StoreError> {
    let path = path.join(TERMS);
    let bytes = match foursight_files::read_text(&path, MAX_PLAN) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::new(&path, error)),
    };
    let terms = serde_json::from_str::<Terms>(&bytes).map_err(|error| match error.classify() {
        Category::Data => json_reason(&error),
        Category::Io | Category::Syntax | Category::Eof => error.to_string(),
    });
    let terms = terms.and_then(Terms::checked);
    let terms = terms.map_err(|reason| StoreError::damaged(&path, reason))?;
    Ok(Some(terms))
}

/// The games of a folder with their logs, read from the disk one at a time.
#[derive(Debug)]
pub struct LoggedGames {
    path: PathBuf,
    file: File,
    /// The place of each game, by its number.
    places: HashMap<usize, Range<u64>>,
}

impl LoggedGames {
    /// Finds the places of the games in a folder.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        #[derive(serde::Deserialize)]
        struct Number {
            number: usize,
        }
        let path = folder.join(GAMES);
        let mut places = HashMap::new();
        for_each_line(&path, |line| {
            places.insert(line.read::<Number>(&path)?.number, line.place);
            Ok(())
        })?;
        let file = File::open(&path).map_err(|error| StoreError::new(&path, error))?;
        Ok(Self { path, file, places })
    }

    /// The game with this number.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it cannot be read.
    pub fn read(&self, number: usize) -> Result<LoggedGame, StoreError> {
        let place = self.places.get(&number);
        let place =
            place.ok_or_else(|| StoreError::new(&self.path, StoreErrorKind::NoGame(number)))?;
        let mut bytes = vec![0; (place.end - place.start) as usize];
        let read = self.file.read_exact_at(&mut bytes, place.start);
        read.map_err(|error| StoreError::new(&self.path, error))?;
        let LoggedGame { game, transcript } = serde_json::from_slice(&bytes).map_err(|error| {
            StoreError::damaged(&self.path, format!("game {number}: {}", json_reason(&error)))
        })?;
        Ok(LoggedGame { game: game.updated(), transcript })
    }
}

/// The games of a file, each checked against the terms. Their logs are checked, too, but not kept.
fn read_games(path: &Path, terms: &Terms) -> Result<Vec<StoredGame>, StoreError> {
    let mut games: Vec<StoredGame> = Vec::new();
    let mut lines = HashMap::new();
    for_each_line(path, |line: Line<'_>| {
        let LoggedGame { game, .. } = line.read(path)?;
        let game = game.updated();
        let damaged = |reason: String| StoreError::line(path, line.number, &reason);
        terms.check_game(&game).map_err(damaged)?;
        if let Some(first) = lines.insert(game.number, line.number) {
            return Err(damaged(format!("game {} is already on line {first}", game.number)));
        }
        games.push(game);
        Ok(())
    })?;
    // Rounds that depend on results follow one another.
    let last = games.iter().map(|game| game.round).max().unwrap_or(0);
    if terms.form.needs_results() && last > games.len() {
        let reason = format!("{} cannot reach round {last}", counted(games.len(), "game"));
        return Err(StoreError::damaged(path, reason));
    }
    Ok(games)
}

/// Removes all games but these from a file.
fn keep_games(path: &Path, games: &[StoredGame]) -> Result<(), StoreError> {
    let numbers: HashSet<usize> = games.iter().map(|game| game.number).collect();
    let mut kept = Vec::new();
    for_each_line(path, |line| {
        let game: StoredGame = line.read(path)?;
        if numbers.contains(&game.number) {
            kept.extend_from_slice(line.bytes);
        }
        Ok(())
    })?;
    foursight_files::write(path, &kept).map_err(|error| StoreError::new(path, error))
}

/// Leaves out the games to replay: those of `players` and, if rounds depend on results, all games of the rounds after
/// the first such game.
fn without(games: Vec<StoredGame>, players: &[usize], by_rounds: bool) -> Vec<StoredGame> {
    let is_gone = |game: &StoredGame| game.players.iter().any(|player| players.contains(player));
    let first = games.iter().filter(|game| is_gone(game)).map(|game| game.round).min();
    let is_later = |game: &StoredGame| by_rounds && first.is_some_and(|first| game.round > first);
    games.into_iter().filter(|game| !is_gone(game) && !is_later(game)).collect()
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let io_error = |error| StoreError::new(path, error);
    if path.exists() {
        foursight_files::open(path, u64::MAX).map_err(io_error)?;
    }
    let file = File::create(path).map_err(io_error)?;
    let deadline = Instant::now() + LOCK_TIME;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(StoreError::new(path, error)),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(LOCK_POLL),
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::new(path, StoreErrorKind::Busy));
            }
        }
    }
}

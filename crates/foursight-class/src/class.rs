//! A class: its database, its uploads, and its current activity.

mod arena;
mod backup;
mod boards;
mod finals;
mod folders;
mod marking;
mod next;
mod rating;
mod upload;
mod work;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use foursight_files::secrets::Secret;

use crate::bot::Bot;
use crate::client::{MAX_JOINS, MAX_REPORTS, MAX_WRONG_CODES, PerMinute};
use crate::equipment::Equipment;
use crate::store::{Clock, FILE, OpenError, Store, is_damage, make_folder};
use crate::table::{LadderRatings, Table};
use crate::turns::{Line, OneEach};
pub use backup::{Backup, backup};
pub(crate) use boards::Board;
use boards::Boards;
pub(crate) use finals::{FORMS, FinalForm, MAX_PAIRS};
use folders::{Remains, UPLOADS};
pub(crate) use marking::{MarkedPupil, RUBRIC, marks, marks_csv};
pub(crate) use next::GivenUp;
pub(crate) use upload::{MAX_FILES, MAX_MIB, Unstored, Upload};
pub(crate) use work::BACKGROUND;

/// The time that a thread waits before it checks for changes.
const PATIENCE: Duration = Duration::from_secs(1);

/// A class in one room: pupils, their bots, and the ladder in which the bots play.
///
/// Its threads end when [`stop`](Self::stop) is called.
pub struct Class {
    pub(crate) equipment: Equipment,
    pub(crate) options: ClassOptions,
    inner: Mutex<Inner>,
    /// Signals that there may be something to do for a waiting thread.
    wake: Condvar,
    is_stopping: AtomicBool,
    clock: Clock,
    /// The lines for pages, for long reads, and for storing uploads.
    pub(crate) pages: Line,
    pub(crate) reading: Line,
    pub(crate) storing: Line,
    /// Those who wait for a long read or for its answer, and those who hand in.
    pub(crate) readers: OneEach,
    pub(crate) uploaders: OneEach,
    /// Pupils of each client who have joined, and wrong class codes from each.
    pub(crate) joins: PerMinute,
    pub(crate) wrong_codes: PerMinute,
    /// Things that pupils of each client have done.
    pub(crate) reports: PerMinute,
    boards: Boards,
    damage: Arc<OnceLock<String>>,
}

/// The options with which a class is served.
#[derive(Clone, Debug)]
pub struct ClassOptions {
    /// The folder of the class's database and uploads.
    pub folder: PathBuf,
    /// The number of games that run at the same time.
    pub n_slots: usize,
    /// The address where people reach the server, such as `https://four.example`, if it is not the address that they
    /// typed.
    pub public_url: Option<String>,
    /// The time for which the ladder stops after the machine has failed.
    pub pause: Duration,
}

/// The changing state, behind one lock.
pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) running: Vec<Running>,
    /// The reason why no game starts, in words for the teacher, and the time of the next attempt.
    pub(crate) trouble: Option<(String, Instant)>,
    /// The number of times that a check or a game has failed through no fault of a player.
    failures: BTreeMap<Failed, usize>,
    /// Pairs that are not played until the teacher resumes the ladder, oldest first.
    pub(crate) given_up: Vec<GivenUp>,
    /// The number of a player's pairs given up since its last game.
    setbacks: BTreeMap<Bot, usize>,
    /// The versions that the machine could not mark, each with its player and the reason, until the teacher tries again.
    pub(crate) unmarked: BTreeMap<i64, String>,
    /// Removed data that may still be on the disk.
    remains: Remains,
    /// Games whose grades have been requested, oldest first.
    wanted: Vec<Wanted>,
    /// The time of each pupil's checks, and of the grades that each pupil requested.
    check_times: HashMap<i64, Duration>,
    grade_times: HashMap<Option<i64>, Duration>,
    /// Whether the last of both was a check.
    last_was_check: bool,
    /// The last computed ratings, and whether something has changed since.
    pub(crate) ratings: Arc<LadderRatings>,
    has_current_ratings: bool,
    /// The cached table, until something changes it.
    table: Option<Arc<Table>>,
}

/// The current work of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    Check { version: i64, pupil: i64 },
    Game { bots: [Bot; 2], half: Option<(i64, u8)> },
    Grades(Wanted),
    Mark(i64),
}

/// A game whose grades have been requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    game: i64,
    /// The pupil who opened the game; `None` for the teacher and the projector.
    pupil: Option<i64>,
}

/// Work that can fail through nobody's fault: the check of a version, or a game of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Failed {
    Check(i64),
    Pair { id: i64, bots: [Bot; 2] },
}

impl Class {
    /// Opens the class in a folder, creating it if it is missing; for a new class, also returns the teacher's secret.
    ///
    /// # Errors
    ///
    /// If the folder or its database cannot be used.
    pub fn open(
        options: ClassOptions,
        equipment: Equipment,
    ) -> Result<(Arc<Self>, Option<Secret>), OpenError> {
        Self::open_at(options, equipment, Clock::system())
    }

    fn open_at(
        options: ClassOptions,
        equipment: Equipment,
        clock: Clock,
    ) -> Result<(Arc<Self>, Option<Secret>), OpenError> {
        let (store, secret) = Store::open(&options.folder, clock.clone())?;
        let class = Self {
            equipment,
            inner: Mutex::new(Inner::new(store)),
            options,
            wake: Condvar::new(),
            is_stopping: AtomicBool::new(false),
            clock,
            pages: Line::default(),
            reading: Line::default(),
            storing: Line::default(),
            readers: OneEach::default(),
            uploaders: OneEach::default(),
            joins: PerMinute::new(MAX_JOINS),
            wrong_codes: PerMinute::new(MAX_WRONG_CODES),
            reports: PerMinute::new(MAX_REPORTS),
            boards: Boards::default(),
            damage: Arc::default(),
        };
        let uploads = class.uploads();
        let failed = |error| OpenError::Folder(uploads.display().to_string(), error);
        make_folder(&uploads).map_err(failed)?;
        let mut inner = class.lock();
        let known = inner.store.folders();
        let known = known.map_err(|error| OpenError::Database("class.db".to_owned(), error))?;
        // Removes uploads that nobody was told about, and those of pupils who are gone, also from the log. A new database
        // does not know any folders, so it says nothing about them.
        let mut unknown = class.folders_on_disk();
        unknown.retain(|name| !known.is_empty() && !known.contains(name));
        class.forget(&mut inner, unknown);
        drop(inner);
        Ok((Arc::new(class), secret))
    }

    /// Gives the teacher a new secret; the old one no longer works.
    ///
    /// # Errors
    ///
    /// If it cannot be stored.
    pub fn renew_teacher(&self) -> Result<Secret, OpenError> {
        let renewed = self.lock().store.renew_teacher();
        renewed.map_err(|error| OpenError::Database("class.db".to_owned(), error))
    }

    /// The damage of the database, once it has been noticed.
    pub fn damage(&self) -> Arc<OnceLock<String>> {
        Arc::clone(&self.damage)
    }

    /// Remembers an error of the database that means damage.
    pub(crate) fn note_damage(&self, error: &rusqlite::Error) {
        if is_damage(error) {
            let name = self.options.folder.join(FILE);
            let damage =
                format!("{} is damaged: stop the server and restore a backup", name.display());
            if self.damage.set(damage.clone()).is_ok() {
                tracing::error!(%error, "{damage}");
            }
        }
    }

    /// Ends the threads as soon as they notice; the next server repeats their unfinished work.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stored state of the class, for long reads that keep nobody waiting; its activity is not part of it.
    pub(crate) fn stored(&self) -> rusqlite::Result<Inner> {
        let ratings = Arc::clone(&self.lock().ratings);
        let store = Store::reader(&self.options.folder, self.clock.clone())?;
        Ok(Inner { ratings, ..Inner::new(store) })
    }

    /// Waits until there may be something to do, or for a while.
    fn wait(&self, inner: MutexGuard<'_, Inner>) {
        let waited = self.wake.wait_timeout(inner, PATIENCE);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Wakes the threads that wait for something to do.
    pub(crate) fn wake(&self) {
        self.wake.notify_all();
    }

    fn uploads(&self) -> PathBuf {
        self.options.folder.join(UPLOADS)
    }

    /// The folder of a version.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.uploads().join(name)
    }
}

impl Inner {
    /// The state of a class with this database in which nothing has happened yet.
    fn new(store: Store) -> Self {
        Self {
            store,
            running: Vec::new(),
            trouble: None,
            failures: BTreeMap::new(),
            given_up: Vec::new(),
            setbacks: BTreeMap::new(),
            unmarked: BTreeMap::new(),
            remains: Remains::default(),
            wanted: Vec::new(),
            check_times: HashMap::new(),
            grade_times: HashMap::new(),
            last_was_check: false,
            ratings: Arc::new(LadderRatings::new(&[], &[])),
            has_current_ratings: false,
            table: None,
        }
    }

    /// The table as it is now, with the last computed ratings.
    pub(crate) fn table(&mut self) -> rusqlite::Result<Arc<Table>> {
        if let Some(table) = &self.table {
            return Ok(Arc::clone(table));
        }
        let (pupils, versions) = (self.store.pupils()?, self.store.current()?);
        let pupils = pupils.into_iter().filter(|pupil| pupil.is_admitted).collect();
        let table = Arc::new(Table::new(pupils, &versions, &self.ratings));
        self.table = Some(Arc::clone(&table));
        Ok(table)
    }

    /// Drops data that was computed from the database before a change.
    pub(crate) fn changed(&mut self) {
        self.table = None;
        self.has_current_ratings = false;
    }

    /// The name of a player, as the class sees it.
    pub(crate) fn name(&self, bot: Bot) -> rusqlite::Result<String> {
        let version = match bot {
            Bot::Level(level) => return Ok(format!("level {level}")),
            Bot::Version(id) => self.store.version(id)?,
        };
        let Some(version) = version else { return Ok("a removed player".to_owned()) };
        let pupil = self.store.pupil(version.pupil)?;
        Ok(pupil.map_or_else(|| "a removed player".to_owned(), |pupil| pupil.shown()))
    }
}

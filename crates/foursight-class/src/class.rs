//! A class: its database, its uploads, and what is going on in it.

mod upload;
mod work;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::host::{Host, Rules};
use crate::seat::Seat;
use crate::secret::Secret;
use crate::settings::Settings;
use crate::store::{OpenError, Store, make_folder};
use crate::table::Table;
pub(crate) use upload::{MAX_MIB, Upload};

/// A class in one room: pupils, their bots, and the ladder in which these play.
///
/// Its threads end when [`stop`](Self::stop) is called.
pub struct Class {
    pub(crate) host: Box<dyn Host>,
    pub(crate) options: ClassOptions,
    inner: Mutex<Inner>,
    /// There may be something to do for a thread that waits.
    wake: Condvar,
    is_stopping: AtomicBool,
}

/// How a class is served.
#[derive(Clone, Debug)]
pub struct ClassOptions {
    /// The folder of its database and its uploads.
    pub folder: PathBuf,
    /// How many games and checks run at a time.
    pub n_slots: usize,
    /// Where people reach the server, if not at the address that they typed: `https://four.example`.
    pub public_url: Option<String>,
}

/// What changes, behind one lock.
pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) running: Vec<Running>,
    /// Why no game starts, in words for the teacher, and when the next attempt is due.
    pub(crate) trouble: Option<(String, Instant)>,
    /// Games whose grades somebody has asked for.
    wanted: BTreeSet<i64>,
    /// The table, until something changes it.
    table: Option<Arc<Table>>,
}

/// What a thread is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    Check(i64),
    Game { seats: [Seat; 2], half: Option<(i64, u8)> },
    Grades(i64),
}

impl Running {
    /// Who is playing, if this is a game.
    pub(crate) fn seats(&self) -> Option<[Seat; 2]> {
        match self {
            Self::Game { seats, .. } => Some(*seats),
            Self::Check(_) | Self::Grades(_) => None,
        }
    }
}

impl Class {
    /// Opens the class in a folder, creating what is missing; for a new class also returns the teacher's secret.
    ///
    /// # Errors
    ///
    /// If the folder or its database cannot be used.
    pub fn open(
        options: ClassOptions,
        host: Box<dyn Host>,
    ) -> Result<(Arc<Self>, Option<Secret>), OpenError> {
        let (store, secret) = Store::open(&options.folder)?;
        let class = Self {
            host,
            inner: Mutex::new(Inner {
                store,
                running: Vec::new(),
                trouble: None,
                wanted: BTreeSet::new(),
                table: None,
            }),
            options,
            wake: Condvar::new(),
            is_stopping: AtomicBool::new(false),
        };
        let uploads = class.uploads();
        let failed = |error| OpenError::Folder(uploads.display().to_string(), error);
        make_folder(&uploads).map_err(failed)?;
        let known = class.lock().store.folders();
        let known = known.map_err(|error| OpenError::Database("class.db".to_owned(), error))?;
        // Uploads that nobody was told about, and those of pupils who are gone.
        class.remove_folders(&|name| !known.iter().any(|known| known == name));
        Ok((Arc::new(class), secret))
    }

    /// Gives the teacher a new secret; the old one opens nothing any more.
    ///
    /// # Errors
    ///
    /// If it cannot be stored.
    pub fn renew_teacher(&self) -> Result<Secret, OpenError> {
        let renewed = self.lock().store.renew_teacher();
        renewed.map_err(|error| OpenError::Database("class.db".to_owned(), error))
    }

    /// Ends the threads as soon as they notice; what they were doing is done again by the next server.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the threads that wait for something to do.
    pub(crate) fn wake(&self) {
        self.wake.notify_all();
    }

    fn uploads(&self) -> PathBuf {
        self.options.folder.join("uploads")
    }

    /// The folder of a version.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.uploads().join(name)
    }

    /// Removes the uploads that fit, with what was compiled of them.
    pub(crate) fn remove_folders(&self, fits: &dyn Fn(&str) -> bool) {
        for folder in [self.uploads(), self.options.folder.join("programs")] {
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            for path in entries.map(|entry| entry.path()) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if fits(&name)
                    && let Err(error) = remove_all(&path)
                {
                    tracing::warn!(%error, "{} cannot be removed", path.display());
                }
            }
        }
    }
}

fn remove_all(path: &Path) -> std::io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

impl Inner {
    /// Asks for the grades of a game.
    pub(crate) fn want_grades(&mut self, game: i64) {
        self.wanted.insert(game);
    }

    /// The table as it is now.
    pub(crate) fn table(&mut self) -> rusqlite::Result<Arc<Table>> {
        if let Some(table) = &self.table {
            return Ok(Arc::clone(table));
        }
        let (pupils, versions) = (self.store.pupils()?, self.store.current()?);
        let pupils = pupils.into_iter().filter(|pupil| pupil.is_admitted).collect();
        let table = Arc::new(Table::new(pupils, &versions, &self.store.current_games()?));
        self.table = Some(Arc::clone(&table));
        Ok(table)
    }

    /// Drops what was computed from the database before a change.
    pub(crate) fn changed(&mut self) {
        self.table = None;
    }

    /// The name of a player, as the class sees it.
    pub(crate) fn name(&self, seat: Seat) -> rusqlite::Result<String> {
        let version = match seat {
            Seat::Level(level) => return Ok(format!("level {level}")),
            Seat::Version(id) => self.store.version(id)?,
        };
        let Some(version) = version else { return Ok("a removed player".to_owned()) };
        let pupil = self.store.pupil(version.pupil)?;
        Ok(pupil.map_or_else(|| "a removed player".to_owned(), |pupil| pupil.shown()))
    }
}

impl Settings {
    pub(crate) fn rules(&self) -> Rules {
        Rules { size: self.size, clock: self.clock() }
    }
}

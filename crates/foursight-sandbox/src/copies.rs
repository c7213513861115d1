//! Finds launchers among the readable files, so that they can be hidden from every program.

use std::collections::HashMap;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::stamp;

/// A search is repeated once its result is this many times older than the time it took. Searches take at most a
/// twentieth of the time, and only a very large folder is not searched at every start.
const MAX_AGE: u32 = 20;

/// A folder with more launchers is not readable at all: each launcher must be hidden at each start, and only an
/// attacker puts so many in one folder.
const MAX_COPIES: usize = 64;

/// The launchers in folders; the results for large folders are cached.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    searches: Mutex<HashMap<PathBuf, Search>>,
}

#[derive(Clone, Debug)]
struct Search {
    end: Instant,
    duration: Duration,
    found: Vec<PathBuf>,
}

impl Copies {
    /// Removes the folders that hold too many launchers, and returns the real paths of the launchers in the others.
    pub(crate) fn among(&self, paths: &mut Vec<PathBuf>) -> Vec<PathBuf> {
        let mut found = Vec::new();
        paths.retain(|path| {
            let more = self.at(path);
            let is_usual = more.len() <= MAX_COPIES;
            found.extend(more.into_iter().filter(|_| is_usual));
            is_usual
        });
        found
    }

    fn at(&self, path: &Path) -> Vec<PathBuf> {
        let last = lock(&self.searches).get(path).cloned();
        if let Some(last) = last.filter(|last| last.end.elapsed() < last.duration * MAX_AGE) {
            return last.found;
        }
        let start = Instant::now();
        let found = search(&[path], 1);
        let search = Search { end: Instant::now(), duration: start.elapsed(), found };
        lock(&self.searches).entry(path.to_owned()).insert_entry(search).get().found.clone()
    }
}

/// The real paths of the launchers among files and in folders, at any depth.
pub(crate) fn everywhere(paths: &[PathBuf]) -> Vec<PathBuf> {
    search(paths, thread::available_parallelism().map_or(1, usize::from))
}

/// Sorted paths, without those inside another.
pub(crate) fn outermost(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = paths.into_iter().collect();
    paths.sort();
    let mut outermost: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !outermost.last().is_some_and(|outer| path.starts_with(outer)) {
            outermost.push(path);
        }
    }
    outermost
}

fn search<P: AsRef<Path>>(paths: &[P], n_threads: usize) -> Vec<PathBuf> {
    let real = paths.iter().filter_map(|path| path.as_ref().canonicalize().ok());
    let (folders, files): (Vec<_>, Vec<_>) =
        outermost(real).into_iter().partition(|path| path.is_dir());
    let found = files.into_iter().filter(|file| stamp::is_launcher(file)).collect();
    let walk = Walk {
        progress: Mutex::new(Progress { folders, n_busy: 0, found }),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 1..n_threads {
            // If the system has no thread left, the other threads do all the work.
            let _ = thread::Builder::new().spawn_scoped(scope, || walk.run());
        }
        walk.run();
    });
    std::mem::take(&mut lock(&walk.progress).found)
}

/// Threads that search folders together.
struct Walk {
    progress: Mutex<Progress>,
    changed: Condvar,
}

struct Progress {
    /// Folders not searched yet.
    folders: Vec<PathBuf>,
    /// Threads that may still find folders.
    n_busy: usize,
    found: Vec<PathBuf>,
}

impl Walk {
    fn run(&self) {
        while let Some(folder) = self.next() {
            let (folders, found) = look_into(&folder);
            let mut progress = lock(&self.progress);
            progress.folders.extend(folders);
            progress.found.extend(found);
            progress.n_busy -= 1;
            self.changed.notify_all();
        }
    }

    fn next(&self) -> Option<PathBuf> {
        let mut progress = lock(&self.progress);
        loop {
            if let Some(folder) = progress.folders.pop() {
                progress.n_busy += 1;
                return Some(folder);
            }
            if progress.n_busy == 0 {
                return None;
            }
            progress = self.changed.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The folders and the launchers directly in a folder. The targets of links are searched only if they are readable
/// themselves.
fn look_into(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut folders, mut found) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => folders.push(entry.path()),
            Ok(kind) if kind.is_file() && is_launcher(&entry).unwrap_or(false) => {
                found.push(entry.path());
            }
            _ => {}
        }
    }
    (folders, found)
}

fn is_launcher(entry: &DirEntry) -> io::Result<bool> {
    // Most files are too small, which the entry shows without their whole path.
    Ok(entry.metadata()?.len() >= stamp::MIN_BYTES && stamp::is_launcher(&entry.path()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This program carries the stamp.
    fn copy(to: &Path) {
        fs::copy(std::env::current_exe().unwrap(), to).unwrap();
    }

    #[test]
    fn copies_are_found_by_what_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("deep/er")).unwrap();
        copy(&path("deep/er/renamed"));
        fs::hard_link(path("deep/er/renamed"), path("link")).unwrap();
        std::os::unix::fs::symlink(path("link"), path("symlink")).unwrap();
        fs::write(path("foursight"), vec![0; stamp::MIN_BYTES as usize]).unwrap();
        // Programs with other notes, and one cut short.
        fs::copy(std::env::var_os("CARGO").unwrap(), path("cargo")).unwrap();
        fs::write(path("short"), b"\x7fELF").unwrap();
        let real = folder.path().canonicalize().unwrap();
        let mut found = everywhere(&[folder.path().to_owned(), path("deep"), path("symlink")]);
        found.sort();
        assert_eq!(found, [real.join("deep/er/renamed"), real.join("link")]);
    }

    #[test]
    fn a_folder_with_too_many_is_not_readable() {
        let [many, few] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        copy(&few.path().join("copy"));
        copy(&many.path().join("copy"));
        for number in 0..MAX_COPIES {
            fs::hard_link(many.path().join("copy"), many.path().join(number.to_string())).unwrap();
        }
        let mut readable = [&many, &few].map(|folder| folder.path().to_owned()).to_vec();
        let found = Copies::default().among(&mut readable);
        assert_eq!(readable, [few.path()]);
        assert_eq!(found, [few.path().canonicalize().unwrap().join("copy")]);
    }
}

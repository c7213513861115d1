//! Grades every move, either during the tournament or after the last game.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use foursight::AnySize;

use crate::error::Result;
use crate::{Arena, GradeDepth, GradedGame, GradesFile, Judge, Notice, StoredGame};

/// The number of threads that the machine can run at the same time.
pub(crate) fn n_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Raises the niceness of the calling thread, and of those that it starts: more urgent work goes before theirs.
pub fn give_way(nice: i32) {
    // If the priority may not be lowered, the thread competes with the others.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(nice);
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

/// The grades of all games, in order. Ungraded games are graded now, on all cores.
///
/// If the work is stopped, or grades cannot be stored, the remaining games stay ungraded.
pub(crate) fn grade_all(
    arena: &Arena<'_>,
    folder: &Path,
    games: &[StoredGame],
    size: AnySize,
) -> Result<Vec<Option<GradedGame>>> {
    let (file, stored) = GradesFile::open(folder)?;
    let todo: Vec<&StoredGame> = games.iter().filter(|game| stored.of(game).is_none()).collect();
    let (next, file) = (AtomicUsize::new(0), Mutex::new(file));
    let is_over = AtomicBool::new(false);
    let depth = GradeDepth { has_reasons: true, time: None, cancel: arena.stop };
    let (judge, stop, tell) = (arena.judge, arena.stop, arena.tell);
    let work = || {
        let mut done = Vec::new();
        while let Some(game) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let grades = judge.grade(game, size, depth);
            if stop.load(Ordering::Relaxed) || is_over.load(Ordering::Relaxed) {
                break;
            }
            let file = &mut *file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.add(game, &grades) {
                if !is_over.swap(true, Ordering::Relaxed) {
                    tell(Notice::Warning(&format!("{error}; the other games are not graded")));
                }
                break;
            }
            done.push((game.number, grades));
            let n_done = next.load(Ordering::Relaxed).min(todo.len());
            tell(Notice::Progress(&format!("grading: {n_done} of {} games", todo.len())));
        }
        done
    };
    let fresh = thread::scope(|scope| {
        // This thread works too; it works alone if the system grants no other.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..n_cores().get()).filter_map(start).collect();
        let own = work();
        let graded = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        graded.chain([own]).flatten().collect::<HashMap<usize, GradedGame>>()
    });
    tell(Notice::Done);
    let find = |game: &StoredGame| stored.of(game).or(fresh.get(&game.number)).cloned();
    Ok(games.iter().map(find).collect())
}

/// One thread that grades games while others are still running, and yields to every player; it ends when this is
/// dropped.
///
/// Games that it leaves or cannot store are graded after the last game.
pub(crate) struct Grader<'scope> {
    games: Option<Sender<StoredGame>>,
    is_over: Arc<AtomicBool>,
    thread: Option<ScopedJoinHandle<'scope, ()>>,
}

impl<'scope> Grader<'scope> {
    /// A thread that stores grades in this folder, starting with the games already stored there.
    pub(crate) fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        judge: &'env dyn Judge,
        folder: &'env Path,
        size: AnySize,
        stored: &[StoredGame],
    ) -> Self {
        let (games, received) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&is_over);
        let work = move || grade_received(judge, folder, &received, size, &is_stopped);
        let thread = thread::Builder::new().name("grader".to_owned()).spawn_scoped(scope, work);
        let grader = Self { games: Some(games), is_over, thread: thread.ok() };
        for game in stored {
            grader.grade(game);
        }
        grader
    }

    /// Grades a game when its turn comes.
    pub(crate) fn grade(&self, game: &StoredGame) {
        if let Some(games) = &self.games {
            // If the thread has ended, the game is graded after the last game.
            let _ = games.send(game.clone());
        }
    }
}

impl Drop for Grader<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.games = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn grade_received(
    judge: &dyn Judge,
    folder: &Path,
    games: &Receiver<StoredGame>,
    size: AnySize,
    is_over: &AtomicBool,
) {
    /// A starting player may need the core.
    const LOWEST: i32 = 19;
    give_way(LOWEST);
    let Ok((mut file, stored)) = GradesFile::open(folder) else { return };
    let depth = GradeDepth { has_reasons: true, time: None, cancel: is_over };
    for game in games.iter().filter(|game| stored.of(game).is_none()) {
        let grades = judge.grade(&game, size, depth);
        if is_over.load(Ordering::Relaxed) || file.add(&game, &grades).is_err() {
            return;
        }
    }
}

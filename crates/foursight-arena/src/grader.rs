//! Grades every move of a tournament after its last game.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use foursight::AnySize;

use crate::error::Result;
use crate::{Arena, GradeDepth, GradedGame, GradesFile, Notice, StoredGame};

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

//! A thread that grades games while others are still running.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use foursight::AnySize;
use foursight_arena::{GradesFile, StoredGame};
use foursight_engine::{AnySolver, BookSolver, Limits, OpeningBooks, TableSize};

use super::grade;

/// One thread that yields to every player; it ends when this is dropped.
///
/// Games that it leaves or cannot store are graded after the last game.
pub(in crate::commands::arena) struct Grader {
    games: Option<Sender<StoredGame>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Grader {
    /// A thread that stores grades in this folder, starting with the games already stored there.
    pub(in crate::commands::arena) fn start(
        folder: &Path,
        books: OpeningBooks,
        size: AnySize,
        stored: &[StoredGame],
    ) -> Self {
        let (games, received) = channel();
        let (folder, is_over) = (folder.to_owned(), Arc::new(AtomicBool::new(false)));
        let is_stopped = Arc::clone(&is_over);
        let work = move || grade_received(&folder, &received, books, size, &is_stopped);
        let thread = thread::Builder::new().name("grader".to_owned()).spawn(work).ok();
        let grader = Self { games: Some(games), is_over, thread };
        for game in stored {
            grader.grade(game);
        }
        grader
    }

    /// Grades a game when its turn comes.
    pub(in crate::commands::arena) fn grade(&self, game: &StoredGame) {
        if let Some(games) = &self.games {
            // If the thread has ended, the game is graded after the last game.
            let _ = games.send(game.clone());
        }
    }
}

impl Drop for Grader {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.games = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn grade_received(
    folder: &Path,
    games: &Receiver<StoredGame>,
    books: OpeningBooks,
    size: AnySize,
    is_over: &AtomicBool,
) {
    give_way();
    let Ok((mut file, stored)) = GradesFile::open(folder) else { return };
    let mut solver = BookSolver::new(books, AnySolver::new(size, TableSize::default()));
    for game in games.iter().filter(|game| stored.of(game).is_none()) {
        let grades = grade(&game, size, &mut solver, Limits::canceled_by(is_over));
        if is_over.load(Ordering::Relaxed) || file.add(&game, &grades).is_err() {
            return;
        }
    }
}

/// Lowers the priority of this thread, because a starting player may need the core.
#[cfg(target_os = "linux")]
fn give_way() {
    const LOWEST: i32 = 19;
    // If the priority may not be lowered, that does no harm: there is a spare core.
    let _ = rustix::process::nice(LOWEST);
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

//! The thread that rates the players: with many games this takes a while, and pages show the last ratings meanwhile.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use super::work::BACKGROUND;
use super::{Class, PATIENCE};
use crate::table::LadderRatings;

/// The thread rests this many times as long as it has worked.
const REST: u32 = 10;

impl Class {
    /// Keeps the ratings up to date.
    pub(super) fn keep_rating(&self) {
        self.repeat(BACKGROUND, || {
            let inner = self.lock();
            if inner.has_current_ratings {
                self.wait(inner);
                return;
            }
            drop(inner);
            let begin = Instant::now();
            self.rate();
            thread::sleep(begin.elapsed() * REST);
        });
    }

    /// Rates the players by their games so far; if that fails, the thread tries again.
    pub(super) fn rate(&self) {
        // What changes while this runs is rated next time.
        self.lock().has_current_ratings = true;
        let rated = self.stored().and_then(|inner| {
            Ok(LadderRatings::new(&inner.store.current()?, &inner.store.current_games()?))
        });
        match rated {
            Ok(ratings) => {
                let mut inner = self.lock();
                inner.ratings = Arc::new(ratings);
                inner.table = None;
            }
            Err(error) => {
                self.note_damage(&error);
                tracing::warn!(%error, "the players cannot be rated yet");
                self.lock().has_current_ratings = false;
                thread::sleep(PATIENCE);
            }
        }
    }
}

//! Long reads, each with a connection of its own: while a report is being written, others use the class.

use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard, PoisonError};

use super::{Class, Inner};
use crate::store::Store;

/// A client's turn to read for long, which lasts until the client has the whole answer; it ends when dropped.
pub(crate) struct ReadTurn {
    class: Arc<Class>,
    client: Option<i64>,
}

impl Drop for ReadTurn {
    fn drop(&mut self) {
        self.class.readers().remove(&self.client);
    }
}

impl Class {
    fn readers(&self) -> MutexGuard<'_, BTreeSet<Option<i64>>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a pupil or, with `None`, the teacher read for long; `None` if an earlier answer is still on its way.
    pub(crate) fn read_turn(self: &Arc<Self>, client: Option<i64>) -> Option<ReadTurn> {
        let is_free = self.readers().insert(client);
        is_free.then(|| ReadTurn { class: Arc::clone(self), client })
    }

    /// The stored state of the class, for reading only; its activity is not part of it.
    pub(crate) fn stored(&self) -> rusqlite::Result<Inner> {
        let ratings = Arc::clone(&self.lock().ratings);
        let store = Store::reader(&self.options.folder, self.clock.clone())?;
        Ok(Inner { ratings, ..Inner::new(store) })
    }
}

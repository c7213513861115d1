//! Long reads, each with a connection of its own: while a report is being written, others use the class.

use std::sync::Arc;

use super::{Class, Inner};
use crate::store::Store;

impl Class {
    /// The stored state of the class, for reading only; its activity is not part of it.
    pub(crate) fn stored(&self) -> rusqlite::Result<Inner> {
        let ratings = Arc::clone(&self.lock().ratings);
        let store = Store::reader(&self.options.folder, self.clock.clone())?;
        Ok(Inner { ratings, ..Inner::new(store) })
    }
}

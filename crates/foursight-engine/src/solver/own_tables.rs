//! Tables for the threads of a team, one each.

use std::sync::{Mutex, PoisonError};

use foursight::Size;

use crate::TableSize;
use crate::table::TranspositionTable;

/// Tables that no thread is using, kept for the next team.
#[derive(Debug)]
pub(super) struct OwnTables<S: Size> {
    size: S,
    unused: Mutex<Vec<TranspositionTable<S>>>,
}

impl<S: Size> OwnTables<S> {
    pub(super) fn new(size: S) -> Self {
        Self { size, unused: Mutex::default() }
    }

    /// A table, if there is memory for one.
    pub(super) fn take(&self) -> Option<TranspositionTable<S>> {
        let unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut table = match unused {
            Some(table) => table,
            None => TranspositionTable::new(self.size, TableSize::OWN).ok()?,
        };
        table.start_search();
        Some(table)
    }

    /// Keeps a table with which `n_nodes` nodes were searched.
    pub(super) fn give_back(&self, mut table: TranspositionTable<S>, n_nodes: u64) {
        table.end_search(n_nodes);
        self.unused.lock().unwrap_or_else(PoisonError::into_inner).push(table);
    }

    #[cfg(test)]
    pub(super) fn n_unused(&self) -> usize {
        self.unused.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for table in self.unused.get_mut().unwrap_or_else(PoisonError::into_inner) {
            table.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use foursight::STANDARD;

    use super::*;
    use crate::equivalence::Class;
    use crate::table::{Access, Bounds};

    #[test]
    fn a_table_keeps_what_it_knows_until_all_is_forgotten() {
        let mut tables = OwnTables::new(STANDARD);
        let bounds = Bounds { lower: 2, upper: 3 };
        let known = |table: &TranspositionTable<_>| {
            let access = Access { table, is_shared: false };
            let address = access.address(Class { cells: [5, 6], waiting: 0 });
            let known = access.get(address);
            access.insert(address, bounds, 1);
            known
        };
        let [first, second] = [tables.take().unwrap(), tables.take().unwrap()];
        assert_ne!(known(&first), bounds);
        tables.give_back(first, 10);
        let first = tables.take().unwrap();
        assert_eq!(known(&first), bounds);
        tables.give_back(first, 10);
        tables.give_back(second, 10);
        assert_eq!(tables.n_unused(), 2);
        tables.clear();
        assert!([(); 2].iter().all(|()| known(&tables.take().unwrap()) != bounds));
    }
}

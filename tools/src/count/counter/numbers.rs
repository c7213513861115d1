//! Numbers for items in the order in which they are found.

use std::collections::HashMap;
use std::hash::Hash;

#[derive(Clone)]
pub(super) struct Numbers<K> {
    number: HashMap<K, u32>,
    pub(super) in_order: Vec<K>,
}

impl<K: Copy + Eq + Hash> Numbers<K> {
    /// The maximum memory for each item: the map and the list double when they grow.
    pub(super) const BYTES: usize = 5 * (size_of::<K>() + size_of::<u32>());

    pub(super) fn new() -> Self {
        Self { number: HashMap::new(), in_order: Vec::new() }
    }

    /// The number of `key`, from 0 on; a new one if the key is new.
    pub(super) fn number(&mut self, key: K) -> u32 {
        *self.number.entry(key).or_insert_with(|| {
            self.in_order.push(key);
            self.in_order.len() as u32 - 1
        })
    }
}

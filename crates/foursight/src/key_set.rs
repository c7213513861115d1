//! A set of keys that remembers the order in which they came: small in WebAssembly, and fast.

use alloc::vec;
use alloc::vec::Vec;

/// The key of a position.
pub(crate) type Key = [u16; 10];

/// Keys, each with its number: how many came before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeySet {
    keys: Vec<Key>,
    /// The numbers of the keys from 1 on, each in the first slot free at or after its hash, or else 0.
    // Invariant: at least half of the slots are free, and their number is a power of two, or 0.
    slots: Vec<u32>,
}

impl KeySet {
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of a key in the set.
    pub(crate) fn number(&self, key: &Key) -> Option<usize> {
        if self.keys.is_empty() {
            return None;
        }
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// Whether the key is new; then it is added.
    pub(crate) fn insert(&mut self, key: Key) -> bool {
        if self.number(&key).is_some() {
            return false;
        }
        self.keys.push(key);
        if 2 * self.keys.len() > self.slots.len() {
            self.slots = vec![0; (2 * self.slots.len()).max(16)];
            (0..self.keys.len()).for_each(|number| self.place(number));
        } else {
            self.place(self.keys.len() - 1);
        }
        true
    }

    fn place(&mut self, number: usize) {
        let slot = self.slot(&self.keys[number]);
        self.slots[slot] = u32::try_from(number + 1).expect("memory ends earlier");
    }

    /// The slot of a key, or the free one where it belongs.
    fn slot(&self, key: &Key) -> usize {
        let mask = self.slots.len() - 1;
        let hash = key.iter().fold(0u64, |hash, &word| {
            (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        let mut slot = hash as usize & mask;
        while let Some(number) = (self.slots[slot] as usize).checked_sub(1)
            && self.keys[number] != *key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// The key of a position that has 128 bits.
pub(crate) fn key_of(bits: u128) -> Key {
    core::array::from_fn(|word| bits.checked_shr(16 * word as u32).unwrap_or(0) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_as_they_came() {
        let mut set = KeySet::default();
        let keys: Vec<Key> = (0..5_000).map(|n| key_of(((n * n) << 70) | (n % 7))).collect();
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(set.number(key), None);
            assert!(set.insert(*key));
            assert!(!set.insert(*key));
            assert_eq!((set.number(key), set.len()), (Some(number), number + 1));
        }
        assert!((0..).zip(&keys).all(|(number, key)| set.number(key) == Some(number)));
    }
}

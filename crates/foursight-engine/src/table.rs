//! The transposition table: bounds already proved, by position.
//!
//! The table is an array of lines, each as long as a cache line, so that a look-up costs one access
//! to memory. A key is scrambled by a bijection; its low bits choose the line and all of its other
//! bits, the tag, are kept in the entry. What is found is therefore always about the position that
//! was asked for.
//!
//! An entry holds the tag, two bounds, the work they took and the search that stored them:
//!
//! | key bits | entry | lines hold | boards |
//! |---|---|---|---|
//! | up to 52 | one word: tag 38, generation 8, work 6, bounds 6 and 6 | 8 | 7x6 and smaller ones |
//! | up to 110 | two words: tag 98, generation 8, work 6, bounds 8 and 8 | 4 | all others |
//!
//! The smallest table has 2^14 lines, so that 14 bits of the key need no room in the tag.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::{Bits, Size};

/// The room for a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    mib: usize,
}

impl TableSize {
    /// The largest table that can be asked for, in MiB.
    pub const MAX_MIB: usize = 1 << 16;

    /// A table of about `mib` MiB, at least 1 and at most [`TableSize::MAX_MIB`].
    pub fn from_mib(mib: usize) -> Self {
        Self { mib: mib.clamp(1, Self::MAX_MIB) }
    }
}

impl TableSize {
    /// The size in MiB.
    pub fn mib(self) -> usize {
        self.mib
    }
}

/// 4 MiB: what fits the processor's caches beats what remembers more.
impl Default for TableSize {
    fn default() -> Self {
        Self::from_mib(4)
    }
}

/// Proved bounds on the score of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

/// Where a position is found: a line, and the tag that tells it from all others of that line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address<B> {
    line: usize,
    tag: B,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u64; WORDS]);

const WORDS: usize = 8;
const INDEX_BITS: u32 = WORDS.trailing_zeros();
const _: () = assert!(size_of::<Line>() == 64);

/// Fewest bits that choose a line: 1 MiB.
const MIN_LINE_BITS: u32 = 14;

// The fields of an entry's last word, from the lowest bit: lower bound, upper bound, work,
// generation, tag. All of them 0 say nothing: the bounds are then the widest that can be stored.
const NARROW: Layout = Layout { bound_bits: 6 };
const WIDE: Layout = Layout { bound_bits: 8 };
const WORK_BITS: u32 = 6;
const GENERATION_BITS: u32 = 8;

const _: () = assert!(NARROW.max_key_bits() == 52 && u64::BITS - NARROW.tag_shift() == 38);
const _: () = assert!(WIDE.max_key_bits() + u64::BITS >= 110);

/// How the word of an entry that holds the bounds is divided.
#[derive(Clone, Copy)]
struct Layout {
    bound_bits: u32,
}

impl Layout {
    const fn work_shift(self) -> u32 {
        2 * self.bound_bits
    }

    const fn generation_shift(self) -> u32 {
        self.work_shift() + WORK_BITS
    }

    const fn tag_shift(self) -> u32 {
        self.generation_shift() + GENERATION_BITS
    }

    /// The longest keys whose tags fit this word.
    const fn max_key_bits(self) -> u32 {
        u64::BITS - self.tag_shift() + MIN_LINE_BITS
    }

    #[inline(always)]
    fn encode(self, bounds: Bounds, work: u32, generation: u8) -> u64 {
        let half = 1 << (self.bound_bits - 1);
        (bounds.lower + half) as u64
            | ((half - 1 - bounds.upper) as u64) << self.bound_bits
            | u64::from(work) << self.work_shift()
            | u64::from(generation) << self.generation_shift()
    }

    #[inline(always)]
    fn bounds(self, bits: u64) -> Bounds {
        let half = 1 << (self.bound_bits - 1);
        let field = |shift: u32| (bits >> shift & ((1 << self.bound_bits) - 1)) as i32;
        Bounds { lower: field(0) - half, upper: half - 1 - field(self.bound_bits) }
    }

    /// What is lost with this entry: next to nothing if an earlier search stored it, or else work.
    #[inline(always)]
    fn worth(self, bits: u64, generation: u8) -> u64 {
        let work = bits >> self.work_shift() & ((1 << WORK_BITS) - 1);
        let is_old = (bits >> self.generation_shift()) as u8 != generation;
        if is_old { work } else { work | 1 << WORK_BITS }
    }
}

/// Entries by the hash of their keys, a power of two of lines of them.
#[derive(Debug)]
pub(crate) struct TranspositionTable<S: Size> {
    size: S,
    // Invariant: a power of two of them, at least 2^MIN_LINE_BITS; no tag twice in a line, but 0.
    lines: Vec<Line>,
    /// The number of the present search; it wraps, which only makes an old entry look new.
    generation: u8,
    is_empty: bool,
}

impl<S: Size> TranspositionTable<S> {
    pub(crate) fn new(size: S, table_size: TableSize) -> Self {
        let n_lines = (table_size.mib << 20) / size_of::<Line>();
        let n_lines = (n_lines + 1).next_power_of_two() / 2;
        debug_assert!(n_lines >= 1 << MIN_LINE_BITS);
        Self { size, lines: vec![Line([0; WORDS]); n_lines], generation: 0, is_empty: true }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.lines.fill(Line([0; WORDS]));
        }
        (self.generation, self.is_empty) = (0, true);
    }

    /// Tells that a new search begins: what is stored now gives way to what it will find.
    pub(crate) fn start_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline(always)]
    pub(crate) fn address(&self, key: S::Bits) -> Address<S::Bits> {
        let mixed = mix(self.size, key);
        let n_lines = self.lines.len();
        let line = mixed.widen() as usize & (n_lines - 1);
        Address { line, tag: mixed >> n_lines.trailing_zeros() as usize }
    }

    /// Has the line of `address` brought into the cache, to be there when it is asked for.
    #[inline(always)]
    pub(crate) fn prefetch(&self, address: Address<S::Bits>) {
        prefetch(&self.lines[address.line]);
    }

    /// What is proved of the position at `address`; the widest bounds if nothing is.
    #[inline(always)]
    pub(crate) fn get(&self, address: Address<S::Bits>) -> Bounds {
        let line = &self.lines[address.line];
        if is_narrow(self.size) {
            let tag = address.tag.widen() as u64;
            // At most one entry has the tag, but for empty ones, which add nothing.
            let of_tag =
                |&stored: &u64| if stored >> NARROW.tag_shift() == tag { stored } else { 0 };
            return NARROW.bounds(line.0.iter().map(of_tag).fold(0, |found, word| found | word));
        }
        let [low, high] = split_tag(address.tag);
        let of_tag = |entry: &[u64; 2]| entry[0] == low && entry[1] >> WIDE.tag_shift() == high;
        let entry = line.0.as_chunks().0.iter().find(|&entry| of_tag(entry));
        WIDE.bounds(entry.map_or(0, |entry| entry[1]))
    }

    /// Stores what took a search of `nodes` nodes to prove, in place of what is least worth.
    #[inline(always)]
    pub(crate) fn insert(&mut self, address: Address<S::Bits>, bounds: Bounds, nodes: u64) {
        self.is_empty = false;
        let generation = self.generation;
        let work = u64::BITS - nodes.leading_zeros();
        let line = &mut self.lines[address.line];
        if is_narrow(self.size) {
            let tag = address.tag.widen() as u64;
            let worth = |word: u64| {
                if word >> NARROW.tag_shift() == tag {
                    0
                } else {
                    1 + NARROW.worth(word, generation)
                }
            };
            let slot = least(line.0.map(worth));
            line.0[slot] = NARROW.encode(bounds, work, generation) | tag << NARROW.tag_shift();
            return;
        }
        let [low, high] = split_tag(address.tag);
        let (entries, _) = line.0.as_chunks_mut::<2>();
        let worth = |slot: usize| {
            let [tag_low, stored] = entries[slot];
            let is_same = tag_low == low && stored >> WIDE.tag_shift() == high;
            if is_same { 0 } else { 1 + WIDE.worth(stored, generation) }
        };
        let slot = least([worth(0), worth(1), worth(2), worth(3)]);
        entries[slot] = [low, WIDE.encode(bounds, work, generation) | high << WIDE.tag_shift()];
    }
}

/// The index of the least value, the first of equal ones.
#[inline(always)]
fn least<const N: usize>(values: [u64; N]) -> usize {
    let mut least = u64::MAX;
    for (index, &value) in (0..).zip(&values) {
        least = least.min(value << INDEX_BITS | index);
    }
    least as usize & (WORDS - 1)
}

/// The low and the high word of a tag of more than 38 bits.
#[inline(always)]
fn split_tag<B: Bits>(tag: B) -> [u64; 2] {
    let wide = tag.widen();
    [wide as u64, (wide >> u64::BITS) as u64]
}

#[inline(always)]
fn key_bits<S: Size>(size: S) -> u32 {
    (size.width() * (size.height() + 1)) as u32
}

/// Whether an entry is one word.
#[inline(always)]
fn is_narrow<S: Size>(size: S) -> bool {
    key_bits(size) <= NARROW.max_key_bits()
}

/// A bijection of the keys of a size that makes every bit depend on many.
///
/// To multiply by an odd number can be undone, modulo any power of two, and so can xoring the high
/// half of the bits into the low half.
#[inline(always)]
fn mix<S: Size>(size: S, key: S::Bits) -> S::Bits {
    const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let n_bits = key_bits(size);
    let half = n_bits.div_ceil(2);
    if n_bits <= u64::BITS {
        let mask = u64::MAX >> (u64::BITS - n_bits);
        let mixed = MULTIPLIERS.iter().fold(key.widen() as u64, |bits, &multiplier| {
            let bits = bits ^ bits >> half;
            bits.wrapping_mul(multiplier) & mask
        });
        return S::Bits::narrow(u128::from(mixed ^ mixed >> half));
    }
    let mask = u128::MAX >> (u128::BITS - n_bits);
    let mixed = MULTIPLIERS.iter().fold(key.widen(), |bits, &multiplier| {
        let bits = bits ^ bits >> half;
        bits.wrapping_mul(u128::from(multiplier)) & mask
    });
    S::Bits::narrow(mixed ^ mixed >> half)
}

/// Measured: a quarter of the time of a search is waiting for memory without it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to ask for a prefetch, which has no other effect")]
fn prefetch(line: &Line) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE, which has the instruction, is part of x86-64; the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch(_: &Line) {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use foursight::size::Fixed;
    use foursight::{AnySize, STANDARD};

    use super::*;

    /// Small keys and those with a bit far up stay apart.
    #[track_caller]
    fn check_mix<S: Size>(size: S) {
        let n_bits = key_bits(size) as usize;
        let keys = (0..1_000u128).flat_map(|low| (10..n_bits).map(move |bit| low | 1 << bit));
        let keys: HashSet<u128> = keys.collect();
        let mixed: HashSet<S::Bits> =
            keys.iter().map(|&key| mix(size, S::Bits::narrow(key))).collect();
        assert_eq!(mixed.len(), keys.len());
        assert!(mixed.iter().all(|bits| bits.widen() >> n_bits == 0));
    }

    #[test]
    fn mixing_keeps_keys_apart() {
        check_mix(STANDARD);
        check_mix(Fixed::<4, 3>);
        check_mix(Fixed::<8, 7>);
        check_mix(Fixed::<9, 7>);
        check_mix(AnySize::new(10, 10, 4).unwrap());
    }

    /// Every key that is still there has its own bounds, in a table too small for all.
    #[track_caller]
    fn check_exact<S: Size>(size: S) {
        let mut table = TranspositionTable::new(size, TableSize::from_mib(1));
        let unknown = table.get(table.address(S::Bits::ONE));
        let bounds = |n: i32| Bounds { lower: -(n % 20), upper: n % 17 };
        let key = |n: i32| S::Bits::narrow(u128::from(n.unsigned_abs()) * 0x5_1234_5679);
        let key = |n: i32| key(n) & (size.board() | size.sentinels());
        let keys: HashSet<S::Bits> = (1..300_000).map(key).collect();
        let numbers: Vec<i32> = (1..300_000).collect();
        for &n in &numbers {
            table.insert(table.address(key(n)), bounds(n), 1);
        }
        let found = numbers.iter().map(|&n| (n, table.get(table.address(key(n)))));
        let known: Vec<_> = found.filter(|&(_, found)| found != unknown).collect();
        assert!(known.len() > 50_000);
        if keys.len() == numbers.len() {
            assert!(known.iter().all(|&(n, found)| found == bounds(n)));
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored() {
        check_exact(STANDARD);
        check_exact(Fixed::<8, 7>);
        check_exact(AnySize::new(10, 10, 4).unwrap());
    }

    #[test]
    fn the_least_work_gives_way() {
        let mut table = TranspositionTable::new(STANDARD, TableSize::from_mib(1));
        let mut same_line = (1..).map(|key| table.address(key)).filter(|address| address.line == 0);
        let addresses: Vec<_> = same_line.by_ref().take(9).collect();
        let bounds = Bounds { lower: -1, upper: 2 };
        for (&address, nodes) in addresses.iter().zip([90, 80, 70, 1, 60, 50, 40, 30, 20]) {
            table.insert(address, bounds, nodes);
        }
        let is_known: Vec<bool> = addresses.iter().map(|&a| table.get(a) == bounds).collect();
        assert_eq!(is_known, [true, true, true, false, true, true, true, true, true]);
        table.start_generation();
        table.insert(addresses[3], bounds, 1);
        assert_ne!(table.get(addresses[8]), bounds, "work of an earlier search counts for less");
        table.clear();
        assert!(addresses.iter().all(|&address| table.get(address) != bounds));
    }
}

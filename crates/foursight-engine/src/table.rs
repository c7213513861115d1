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
//! | up to 110 | two words: tag 98, generation 8, work 6, bounds 8 and 8 | 3 | all others |
//!
//! The smallest table has 2^14 lines, so that 14 bits of the key need no room in the tag.
//!
//! Threads share a table without waiting for one another. A word is always whole; lines with entries of
//! two words are sequence locks: their first word counts, and is odd while a thread writes. A reader
//! that finds another count after reading than before has found nothing, and a writer that cannot raise
//! the count from the one it saw stores nothing.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering, fence};

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

    /// 4 MiB for each thread: what fits the processor's caches beats what remembers more.
    pub fn for_threads(n_threads: NonZeroUsize) -> Self {
        Self::from_mib(n_threads.get().saturating_mul(4))
    }

    /// The size in MiB.
    pub fn mib(self) -> usize {
        self.mib
    }
}

/// The size for one thread.
impl Default for TableSize {
    fn default() -> Self {
        Self::for_threads(NonZeroUsize::MIN)
    }
}

/// Proved bounds on the score of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// The bound that answers "is the score above `alpha`?", if one does.
    #[inline(always)]
    pub(crate) fn answer(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// Where a position is found: a line, and the tag that tells it from all others of that line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Address<B> {
    line: usize,
    tag: B,
}

/// The words are read and written by many threads at once.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([AtomicU64; WORDS]);

impl Line {
    #[inline(always)]
    fn words(&self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (word, stored) in words.iter_mut().zip(&self.0) {
            *word = stored.load(Ordering::Relaxed);
        }
        words
    }

    /// The same where no other thread is: the compiler may read the words as one vector.
    #[inline(always)]
    fn own_words(&mut self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (word, stored) in words.iter_mut().zip(&mut self.0) {
            *word = *stored.get_mut();
        }
        words
    }

    #[inline(always)]
    fn set(&self, index: usize, word: u64) {
        self.0[index].store(word, Ordering::Relaxed);
    }

    /// The words as they were at one moment; `None` if a thread writes.
    #[inline(always)]
    fn whole_words(&self) -> Option<[u64; WORDS]> {
        let before = self.0[COUNT].load(Ordering::Acquire);
        let words = self.words();
        // The count is not read again before all words are.
        fence(Ordering::Acquire);
        let after = self.0[COUNT].load(Ordering::Relaxed);
        (before.is_multiple_of(2) && before == after && words[COUNT] == before).then_some(words)
    }

    /// Stores an entry of two words if nothing was stored since `count` was read.
    #[inline(always)]
    fn set_whole(&self, count: u64, slot: usize, entry: [u64; 2]) {
        let [acquire, relaxed] = [Ordering::Acquire, Ordering::Relaxed];
        if self.0[COUNT].compare_exchange(count, count + 1, acquire, relaxed).is_ok() {
            // No word is written before the count is odd, nor after it is even again.
            fence(Ordering::Release);
            self.set_pair(slot, entry);
            self.0[COUNT].store(count + 2, Ordering::Release);
        }
    }

    #[inline(always)]
    fn set_pair(&self, slot: usize, [low, high]: [u64; 2]) {
        self.set(FIRST_PAIR + 2 * slot, low);
        self.set(FIRST_PAIR + 2 * slot + 1, high);
    }
}

/// The entries of a line of entries of two words.
#[inline(always)]
fn pairs(words: &[u64; WORDS]) -> &[[u64; 2]] {
    words[FIRST_PAIR..].as_chunks().0
}

const WORDS: usize = 8;

/// Where a line with entries of two words counts how often it was written to, and where these begin.
const COUNT: usize = 0;
const FIRST_PAIR: usize = 2;

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

impl<B: Bits> Address<B> {
    /// A number for the position, not 0, that hardly any other has.
    #[inline(always)]
    pub(crate) fn number(self) -> u64 {
        let [low, high] = split_tag(self.tag);
        (low ^ high.rotate_left(32)) << MIN_LINE_BITS ^ self.line as u64 | 1 << 63
    }
}

/// Entries by the hash of their keys, a power of two of lines of them.
#[derive(Debug)]
pub(crate) struct TranspositionTable<S: Size> {
    size: S,
    // Invariant: a power of two of them, at least 2^MIN_LINE_BITS.
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
        let lines = std::iter::repeat_with(Line::default).take(n_lines).collect();
        Self { size, lines, generation: 0, is_empty: true }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.lines.fill_with(Line::default);
        }
        (self.generation, self.is_empty) = (0, true);
    }

    /// Tells that a new search begins: what is stored now gives way to what it will find.
    pub(crate) fn start_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.is_empty = false;
    }
}

/// The table in the hands of a search.
#[derive(Debug)]
pub(crate) enum Access<'a, S: Size> {
    /// Of one thread alone.
    Own(&'a mut TranspositionTable<S>),
    /// Of many.
    Shared(&'a TranspositionTable<S>),
}

impl<S: Size> Access<'_, S> {
    #[inline(always)]
    pub(crate) fn table(&self) -> &TranspositionTable<S> {
        match self {
            Self::Own(table) => table,
            Self::Shared(table) => table,
        }
    }

    #[inline(always)]
    pub(crate) fn address(&self, key: S::Bits) -> Address<S::Bits> {
        let TranspositionTable { size, lines, .. } = self.table();
        let mixed = mix(*size, key);
        let n_lines = lines.len();
        let line = mixed.widen() as usize & (n_lines - 1);
        Address { line, tag: mixed >> n_lines.trailing_zeros() as usize }
    }

    /// Has the line of `address` brought into the cache, to be there when it is asked for.
    #[inline(always)]
    pub(crate) fn prefetch(&self, address: Address<S::Bits>) {
        prefetch(&self.table().lines[address.line]);
    }

    #[inline(always)]
    fn words(&mut self, line: usize) -> [u64; WORDS] {
        match self {
            Self::Own(table) => table.lines[line].own_words(),
            Self::Shared(table) => table.lines[line].words(),
        }
    }

    /// The words as they were at one moment; `None` if that cannot be had.
    #[inline(always)]
    fn whole_words(&mut self, line: usize) -> Option<[u64; WORDS]> {
        match self {
            Self::Own(table) => Some(table.lines[line].own_words()),
            Self::Shared(table) => table.lines[line].whole_words(),
        }
    }

    /// What is proved of the position at `address`; the widest bounds if nothing is.
    #[inline(always)]
    pub(crate) fn get(&mut self, address: Address<S::Bits>) -> Bounds {
        if is_narrow(self.table().size) {
            let words = self.words(address.line);
            let tag = address.tag.widen() as u64;
            // With the tag taken out, an entry that has it is below all others. Threads that store the
            // same position at once can leave two such entries; either will do, but not a mixture.
            let tag = tag << NARROW.tag_shift();
            let mut least = u64::MAX;
            for stored in words {
                least = least.min(stored ^ tag);
            }
            let is_found = least >> NARROW.tag_shift() == 0;
            return NARROW.bounds(if is_found { least } else { 0 });
        }
        let [low, high] = split_tag(address.tag);
        let words = self.whole_words(address.line).unwrap_or_default();
        let of_tag = |pair: &&[u64; 2]| pair[0] == low && pair[1] >> WIDE.tag_shift() == high;
        WIDE.bounds(pairs(&words).iter().find(of_tag).map_or(0, |&[_, bits]| bits))
    }

    /// Stores what took a search of `nodes` nodes to prove, in place of what is least worth.
    #[inline(always)]
    pub(crate) fn insert(&mut self, address: Address<S::Bits>, bounds: Bounds, nodes: u64) {
        let work = u64::BITS - nodes.leading_zeros();
        if is_narrow(self.table().size) {
            self.insert_narrow(address, bounds, work);
        } else if let Some(words) = self.whole_words(address.line) {
            self.insert_wide(address, bounds, work, &words);
        }
    }

    #[inline(always)]
    fn insert_narrow(&mut self, address: Address<S::Bits>, bounds: Bounds, work: u32) {
        let words = self.words(address.line);
        let TranspositionTable { lines, generation, .. } = self.table();
        let tag = address.tag.widen() as u64;
        let mut worths = [0; WORDS];
        for (worth, stored) in worths.iter_mut().zip(words) {
            let is_same = stored >> NARROW.tag_shift() == tag;
            *worth = if is_same { 0 } else { 1 + NARROW.worth(stored, *generation) };
        }
        let entry = NARROW.encode(bounds, work, *generation) | tag << NARROW.tag_shift();
        lines[address.line].set(least(worths), entry);
    }

    #[inline(always)]
    fn insert_wide(
        &mut self,
        address: Address<S::Bits>,
        bounds: Bounds,
        work: u32,
        words: &[u64; WORDS],
    ) {
        let generation = self.table().generation;
        let [low, high] = split_tag(address.tag);
        let pairs = pairs(words);
        let worth = |slot: usize| {
            let [tag_low, stored] = pairs[slot];
            let is_same = tag_low == low && stored >> WIDE.tag_shift() == high;
            if is_same { 0 } else { 1 + WIDE.worth(stored, generation) }
        };
        let slot = least([worth(0), worth(1), worth(2)]);
        let bits = WIDE.encode(bounds, work, generation) | high << WIDE.tag_shift();
        let line = &self.table().lines[address.line];
        match self {
            Self::Own(_) => line.set_pair(slot, [low, bits]),
            Self::Shared(_) => line.set_whole(words[COUNT], slot, [low, bits]),
        }
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

//! A static function: the value of every key of a set, without the keys.
//!
//! # How it works
//!
//! The values are bits that solve linear equations. Take an array of bits x. Each bit of a key's
//! codeword is the parity of x[s + i] over those i for which the *coefficients* have a one, where the
//! *start* s and the 128 coefficients come from a hash of the key. To store a set of keys is to solve
//! these equations for x; to look a key up is to evaluate them. A key that is not of the set
//! gets some value all the same.
//!
//! Because the coefficients of an equation lie within 128 consecutive slots, Gaussian elimination runs along a
//! narrow band, the *ribbon* (P. C. Dillinger and S. Walzer, 2021): an equation
//! takes the slot of its first coefficient; where that is taken, the one there is added, which moves
//! the first coefficient to the right. Either it finds a free slot, or all coefficients cancel, and it
//! then holds by luck or not at all.
//!
//! Some equations fail wherever more keys start than there is room. They are *bumped* (P. C. Dillinger, L.
//! Hübschle-Schneider, P. Sanders and S. Walzer, 2022): there are fewer slots than equations, so that nearly all are
//! filled, and the keys which do not fit go to another *layer* of the same make. Starts are divided into
//! *buckets*, and these into groups. A bucket is filled from the right, group by group; when a group
//! fails it is taken out again, and all groups left of it are bumped with it. So a *threshold* for each
//! bucket tells which keys are here. Keys bumped from a bucket's left part make room for those that
//! overflow from the bucket before.
//!
//! The last layer has a few keys, more slots than equations and no thresholds; hashes are tried until all
//! of its equations hold.
//!
//! # Layout
//!
//! The number of layers (1 byte); for each layer its number of slots and the seed of its hash (4 bytes
//! each, little-endian); then for each layer but the last its thresholds, four bits a bucket, and
//! for each layer its slots, one bit each, the first in the lowest bit. Thresholds and slots of each layer
//! begin at a new byte. 16 bytes follow that are not ours, so that a window of 128 slots can be read
//! at once.

use super::code::{Code, Codeword};

/// How many slots an equation spans.
const WIDTH: usize = 128;

/// How many starts share a threshold.
const BUCKET: usize = 256;

/// Into how many groups a bucket is divided; a threshold is a number from 0 to this.
const GROUPS: usize = 15;

/// Slots for each equation of a layer that is not the last.
const LOAD: f64 = 0.93;

/// A layer of fewer equations is the last one.
const FEW_EQUATIONS: usize = 3_000;

/// What must follow the bytes of a function.
pub(super) const PADDING: usize = 16;

const MAX_LAYERS: usize = 16;

/// A static function, where its parts lie in the bytes that hold it.
#[derive(Clone, Debug)]
pub(super) struct Retrieval {
    layers: Vec<Layer>,
}

/// One set of equations.
#[derive(Clone, Copy, Debug)]
struct Layer {
    n_slots: usize,
    seed: u32,
    /// Where its thresholds begin; none in the last layer.
    thresholds: Option<usize>,
    /// Where its slots begin.
    slots: usize,
}

/// The hash of a key in one layer.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    #[inline]
    fn new(key: u64, seed: u32) -> Self {
        Self(mix(key ^ u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    #[inline]
    fn start(self, n_slots: usize) -> usize {
        let n_starts = n_slots - WIDTH + 1;
        ((u128::from(self.0) * n_starts as u128) >> 64) as usize
    }

    /// The coefficients of the equation for bit `index`; the first one is 1.
    #[inline]
    fn coefficients(self, index: usize) -> u128 {
        let low = mix(self.0.wrapping_add((index as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)));
        let high = (low ^ low >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        u128::from(high ^ high >> 29) << 64 | u128::from(low) | 1
    }
}

/// A bijection that makes every bit depend on all others: the finalizer of `SplitMix64` (G. L. Steele, D. Lea
/// and C. H. Flood, 2014).
#[inline]
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The group of a start, counted from the left.
#[inline]
fn group(start: usize) -> usize {
    start % BUCKET * GROUPS / BUCKET
}

impl Layer {
    fn n_buckets(n_slots: usize) -> usize {
        (n_slots - WIDTH + 1).div_ceil(BUCKET)
    }
}

impl Retrieval {
    /// Finds the parts of the function that begins at `offset` of `bytes`, and the offset after it; `None`
    /// if there is none.
    pub(super) fn read(bytes: &[u8], mut offset: usize) -> Option<(Self, usize)> {
        let n_layers = usize::from(*bytes.get(offset)?);
        offset += 1;
        let mut layers = Vec::new();
        for _ in 0..n_layers {
            let (header, _) = bytes.get(offset..)?.split_first_chunk::<8>()?;
            let [n_slots, seed] = [0, 4].map(|at| {
                u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
            });
            layers.push(Layer { n_slots: n_slots as usize, seed, thresholds: None, slots: 0 });
            offset += 8;
        }
        for (index, layer) in (1..).zip(&mut layers) {
            if layer.n_slots < WIDTH {
                return None;
            }
            if index < n_layers {
                layer.thresholds = Some(offset);
                offset += Layer::n_buckets(layer.n_slots).div_ceil(2);
            }
            layer.slots = offset;
            offset += layer.n_slots.div_ceil(8);
        }
        (n_layers > 0 && offset + PADDING <= bytes.len()).then_some((Self { layers }, offset))
    }

    /// The value of `key`, which is of the set; `bytes` are those that the function was read from.
    #[inline]
    pub(super) fn get(&self, bytes: &[u8], code: &Code, key: u64) -> u8 {
        for layer in &self.layers {
            let hash = Hash::new(key, layer.seed);
            let start = hash.start(layer.n_slots);
            if let Some(thresholds) = layer.thresholds {
                let bucket = start / BUCKET;
                let threshold = bytes[thresholds + bucket / 2] >> (bucket % 2 * 4) & 15;
                if group(start) < usize::from(threshold) {
                    continue;
                }
            }
            let window = window(bytes, layer.slots, start);
            return code.decode(|index| parity(hash.coefficients(index) & window));
        }
        unreachable!("the last layer bumps no key")
    }
}

/// The 128 slots from `start`.
#[inline]
fn window(bytes: &[u8], slots: usize, start: usize) -> u128 {
    let at = slots + start / 8;
    let (low, rest) = bytes[at..].split_first_chunk::<16>().expect("padding follows");
    let (shift, next) = (start % 8, u128::from(rest.first().copied().unwrap_or(0)));
    // Shifted in two steps: by 128 at once is not defined.
    u128::from_le_bytes(*low) >> shift | (next << (127 - shift)) << 1
}

#[inline]
fn parity(bits: u128) -> bool {
    ((bits as u64) ^ (bits >> 64) as u64).count_ones() % 2 == 1
}

/// The bytes of a function with these codewords, by keys that are all different, or `None` if chance has it
/// that none is found.
pub(super) fn build(entries: &[(u64, Codeword)]) -> Option<Vec<u8>> {
    let mut headers = Vec::new();
    let mut body = Vec::new();
    let mut entries = entries.to_vec();
    for n_layers in 1..=MAX_LAYERS {
        let n_equations: usize = entries.iter().map(|(_, codeword)| codeword.length).sum();
        let is_last = n_equations < FEW_EQUATIONS;
        let (seed, system) = if is_last {
            build_last(&entries, n_equations)?
        } else {
            let n_slots = (n_equations as f64 * LOAD) as usize;
            let seed = n_layers as u32;
            let (system, thresholds, bumped) = build_bumping(&entries, n_slots, seed);
            body.extend(thresholds.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4));
            entries = bumped;
            (seed, system)
        };
        headers.extend((system.rows.len() as u32).to_le_bytes());
        headers.extend(seed.to_le_bytes());
        body.extend(system.solve());
        if is_last {
            return Some([vec![n_layers as u8], headers, body].concat());
        }
    }
    None
}

/// A layer with room for all equations.
fn build_last(entries: &[(u64, Codeword)], n_equations: usize) -> Option<(u32, System)> {
    (0..256_u32).find_map(|attempt| {
        let n_slots = n_equations * (9 + attempt as usize / 32) / 8 + WIDTH;
        let seed = 1 << 16 | attempt;
        let mut system = System::new(n_slots);
        let holds_all = entries.iter().all(|&(key, codeword)| {
            system.add_codeword(Hash::new(key, seed), codeword, &mut Vec::new())
        });
        holds_all.then_some((seed, system))
    })
}

/// A layer with fewer slots than equations: its thresholds, and what did not fit.
fn build_bumping(
    entries: &[(u64, Codeword)],
    n_slots: usize,
    seed: u32,
) -> (System, Vec<u8>, Vec<(u64, Codeword)>) {
    let start = |key: u64| Hash::new(key, seed).start(n_slots);
    let mut entries = entries.to_vec();
    // Buckets from the left, and in each the starts from the right.
    entries.sort_unstable_by_key(|&(key, _)| {
        let start = start(key);
        (start / BUCKET, BUCKET - start % BUCKET, key)
    });
    let mut system = System::new(n_slots);
    let mut thresholds = vec![0; Layer::n_buckets(n_slots)];
    let mut bumped = Vec::new();
    for bucket in entries.chunk_by(|a, b| start(a.0) / BUCKET == start(b.0) / BUCKET) {
        let mut threshold = 0;
        for group_entries in bucket.chunk_by(|a, b| group(start(a.0)) == group(start(b.0))) {
            if threshold == 0 {
                let mut filled = Vec::new();
                let holds_all = group_entries.iter().all(|&(key, codeword)| {
                    system.add_codeword(Hash::new(key, seed), codeword, &mut filled)
                });
                if !holds_all {
                    threshold = 1 + group(start(group_entries[0].0)) as u8;
                    for slot in filled {
                        system.rows[slot] = Row::default();
                    }
                }
            }
            if threshold > 0 {
                bumped.extend_from_slice(group_entries);
            }
        }
        thresholds[start(bucket[0].0) / BUCKET] = threshold;
    }
    (system, thresholds, bumped)
}

/// An equation whose first coefficient belongs to its slot; none if it has no coefficients.
#[derive(Clone, Copy, Default)]
struct Row {
    coefficients: u128,
    right_side: bool,
}

/// Equations in echelon form, one for each slot that is filled.
struct System {
    rows: Vec<Row>,
}

impl System {
    fn new(n_slots: usize) -> Self {
        Self { rows: vec![Row::default(); n_slots] }
    }

    /// Adds the equations of a codeword, telling which slots they fill, until one cannot hold.
    fn add_codeword(&mut self, hash: Hash, codeword: Codeword, filled: &mut Vec<usize>) -> bool {
        let start = hash.start(self.rows.len());
        (0..codeword.length).all(|index| {
            let right_side = codeword.bits >> (codeword.length - 1 - index) & 1 == 1;
            let row = Row { coefficients: hash.coefficients(index), right_side };
            self.add(start, row, filled)
        })
    }

    /// Adds an equation that begins at `slot`; `false` if it contradicts the others.
    fn add(&mut self, mut slot: usize, mut row: Row, filled: &mut Vec<usize>) -> bool {
        loop {
            let other = self.rows[slot];
            if other.coefficients == 0 {
                self.rows[slot] = row;
                filled.push(slot);
                return true;
            }
            row.coefficients ^= other.coefficients;
            row.right_side ^= other.right_side;
            if row.coefficients == 0 {
                return !row.right_side;
            }
            let gap = row.coefficients.trailing_zeros();
            row.coefficients >>= gap;
            slot += gap as usize;
        }
    }

    /// The slots that solve all equations, eight in a byte; those that are free are 0.
    fn solve(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.rows.len().div_ceil(8)];
        // The slots right of the present one; its own, still unknown, is 0.
        let mut window = 0_u128;
        for (slot, row) in self.rows.iter().enumerate().rev() {
            window <<= 1;
            if row.coefficients != 0 && row.right_side != parity(row.coefficients & window) {
                window |= 1;
                bytes[slot / 8] |= 1 << (slot % 8);
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random keys, some of whose values are much more frequent than others.
    fn random_entries(n_keys: usize, seed: u64) -> Vec<(u64, u8)> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut keys = std::collections::BTreeSet::new();
        while keys.len() < n_keys {
            keys.insert(random.u64(..) >> 15);
        }
        keys.into_iter().map(|key| (key, random.u8(..).leading_zeros() as u8)).collect()
    }

    #[track_caller]
    fn check(n_keys: usize) -> (usize, usize) {
        let entries = random_entries(n_keys, n_keys as u64);
        let mut counts = vec![0; 9];
        for &(_, value) in &entries {
            counts[usize::from(value)] += 1;
        }
        let code = Code::of_counts(&counts);
        let codewords: Vec<_> =
            entries.iter().map(|&(key, value)| (key, code.codeword(value))).collect();
        let mut bytes = vec![0xff; 3];
        bytes.extend(build(&codewords).unwrap());
        let length = bytes.len();
        bytes.extend([0xff; PADDING]);
        let (retrieval, end) = Retrieval::read(&bytes, 3).unwrap();
        assert_eq!(end, length);
        for &(key, value) in &entries {
            assert_eq!(retrieval.get(&bytes, &code, key), value);
        }
        (codewords.iter().map(|(_, codeword)| codeword.length).sum(), 8 * (length - 3))
    }

    #[test]
    fn every_key_has_its_value() {
        for n_keys in [1, 2, 3, 10, 100, 1_000, 1_499, 1_500, 1_501, 2_000, 5_000] {
            check(n_keys);
        }
    }

    #[test]
    fn it_takes_little_more_room_than_the_codewords() {
        let (n_bits, n_stored) = check(200_000);
        assert!(n_stored as f64 <= 1.025 * n_bits as f64, "{n_stored} bits for {n_bits}");
    }

    #[test]
    fn what_is_cut_short_is_refused() {
        let code = Code::of_counts(&[1, 1]);
        let entries: Vec<_> = (0..5_000).map(|key| (key, code.codeword(key as u8 % 2))).collect();
        let mut bytes = build(&entries).unwrap();
        bytes.extend([0; PADDING]);
        assert!(Retrieval::read(&bytes, 0).is_some());
        for length in 0..bytes.len() {
            assert!(Retrieval::read(&bytes[..length], 0).is_none());
        }
    }
}

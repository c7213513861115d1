//! A static function: the value of every key of a set, without the keys.
//!
//! # How it works
//!
//! The values are bits that solve linear equations. Take an array of bits x. Each bit of a key's
//! codeword is the parity of x[s + i] over those i for which the *coefficients* have a one, where the
//! *start* s and the 128 coefficients come from a hash of the key. Storing a set of keys means solving
//! these equations for x; looking a key up means evaluating them. A key outside the set has an arbitrary
//! value.
//!
//! Because the coefficients of an equation lie within 128 consecutive slots, Gaussian elimination runs along a narrow
//! band, the *ribbon* (P. C. Dillinger and S. Walzer, 2021): an equation takes the slot of its first coefficient; if
//! that slot is taken, the equation there is added, which moves the first coefficient to the right. Either the equation
//! finds a free slot, or all its coefficients cancel; then it holds by luck or not at all.
//!
//! Where more keys start than fit, some equations fail. They are *bumped* (P. C. Dillinger, L. Hübschle-Schneider, P.
//! Sanders and S. Walzer, 2022): there are fewer slots than equations, so nearly all are filled, and the keys that do
//! not fit go to another *layer* of the same kind. Starts are divided into *buckets*, and these into groups. A bucket
//! is filled from the right, group by group; when a group fails, it is taken out again, and all groups to its left are
//! bumped with it. So one *threshold* for each bucket says which keys it holds. Keys bumped from a bucket's left part
//! make room for those that overflow from the bucket before.
//!
//! The last layer has a few keys, more slots than equations and no thresholds; hashes are tried until all
//! of its equations hold.
//!
//! # Layout
//!
//! The number of layers (1 byte); for each layer its number of slots and the seed of its hash (4 bytes each,
//! little-endian); then for each layer but the last its thresholds, four bits per bucket, and for each layer its slots,
//! one bit each, the first in the lowest bit. Thresholds and slots of each layer begin at a new byte. 16 more bytes
//! must follow, of any content, so that a window of 128 slots can be read at once.

mod build;

pub(super) use build::build;

use super::code::Code;

/// The number of slots an equation spans.
const WIDTH: usize = 128;

/// The number of starts that share a threshold.
const BUCKET: usize = 256;

/// The number of groups in a bucket; a threshold is a number from 0 to this.
const GROUPS: usize = 15;

/// The padding after the bytes of a function.
pub(super) const PADDING: usize = 16;

/// A static function: where its parts lie in the bytes that hold it.
#[derive(Clone, Debug)]
pub(super) struct Retrieval {
    layers: Vec<Layer>,
}

/// One set of equations.
#[derive(Clone, Copy, Debug)]
struct Layer {
    n_slots: usize,
    seed: u32,
    /// The offset of its thresholds; none in the last layer.
    thresholds: Option<usize>,
    /// The offset of its slots.
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

    /// The value of `key`, which belongs to the set; the function was read from `bytes`.
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
    // Shifted in two steps, because a shift by 128 at once is not defined.
    u128::from_le_bytes(*low) >> shift | (next << (127 - shift)) << 1
}

#[inline]
fn parity(bits: u128) -> bool {
    ((bits as u64) ^ (bits >> 64) as u64).count_ones() % 2 == 1
}

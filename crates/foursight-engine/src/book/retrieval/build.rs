//! Finding slots that solve all equations.

use super::{BUCKET, Hash, Layer, WIDTH, group, parity};
use crate::book::code::Codeword;

/// Slots for each equation of a layer that is not the last.
const LOAD: f64 = 0.93;

/// A layer with fewer equations is the last one.
const FEW_EQUATIONS: usize = 3_000;

const MAX_LAYERS: usize = 16;

/// The bytes of a function that maps these keys, all different, to their codewords; `None` in the unlikely case that
/// none is found.
pub(in crate::book) fn build(entries: &[(u64, Codeword)]) -> Option<Vec<u8>> {
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

/// A layer with fewer slots than equations: its thresholds, and the entries that did not fit.
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

    /// Adds the equations of a codeword until one cannot hold, and notes which slots they fill.
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

    /// The slots that solve all equations, eight in a byte; free slots are 0.
    fn solve(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.rows.len().div_ceil(8)];
        // The slots to the right of the current one; the current slot, still unknown, is 0.
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

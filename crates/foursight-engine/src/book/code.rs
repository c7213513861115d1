//! A prefix code: short codewords for frequent symbols (D. A. Huffman, 1952).
//!
//! Only the lengths of the codewords are stored, because the code is canonical: sorted by length, then by
//! symbol, each codeword is the one before it plus one, with zeros appended if it is longer.

use std::cmp::Reverse;

use crate::short_sort::sort_short_by_key;

/// The longest codeword. A longer codeword would require more than 2^32 symbols.
const MAX_LENGTH: usize = 48;

/// The codewords of some symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    /// The length of each symbol's codeword, in bits; 0 if the symbol does not occur.
    lengths: Vec<u8>,
    /// The number of codewords of each length.
    counts: [u32; MAX_LENGTH + 1],
    /// The symbols in the order of their codewords.
    symbols: Vec<u8>,
}

/// The bits of a symbol; the first one is the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Codeword {
    pub(super) bits: u64,
    pub(super) length: usize,
}

impl Code {
    /// The code with the least total length for symbols with these frequencies, at least one of them not 0.
    pub(super) fn of_counts(counts: &[u64]) -> Self {
        let mut lengths = vec![0; counts.len()];
        // The trees of the forest: how often their symbols occur, the first symbol, which breaks ties and so fixes the
        // result, and all symbols.
        let mut trees: Vec<(u64, usize, Vec<usize>)> = (0..counts.len())
            .filter(|&symbol| counts[symbol] > 0)
            .map(|symbol| (counts[symbol], symbol, vec![symbol]))
            .collect();
        if let [(_, symbol, _)] = trees[..] {
            lengths[symbol] = 1;
        }
        while trees.len() > 1 {
            sort_short_by_key(&mut trees, |&(count, first, _)| Reverse((count, first)));
            let (Some(first), Some(second)) = (trees.pop(), trees.pop()) else { unreachable!() };
            let symbols = [first.2, second.2].concat();
            for &symbol in &symbols {
                lengths[symbol] += 1;
            }
            trees.push((first.0 + second.0, first.1.min(second.1), symbols));
        }
        Self::of_lengths(lengths).expect("the lengths are those of a tree")
    }

    /// The code with codewords of these lengths; `None` if there is none.
    pub(super) fn of_lengths(lengths: Vec<u8>) -> Option<Self> {
        let mut counts = [0; MAX_LENGTH + 1];
        for &length in &lengths {
            *counts.get_mut(usize::from(length))? += 1;
        }
        counts[0] = 0;
        // The part of all long bit strings that begin with a codeword: not more than all of them.
        let used: u64 = (1..=MAX_LENGTH).map(|n| u64::from(counts[n]) << (MAX_LENGTH - n)).sum();
        let mut symbols: Vec<u8> = (0..=u8::MAX)
            .zip(&lengths)
            .filter(|&(_, &n)| n > 0)
            .map(|(symbol, _)| symbol)
            .collect();
        sort_short_by_key(&mut symbols, |&symbol| lengths[usize::from(symbol)]);
        let is_code = used <= 1 << MAX_LENGTH && !symbols.is_empty();
        (is_code && lengths.len() <= 256).then_some(Self { lengths, counts, symbols })
    }

    /// The length of each symbol's codeword; 0 if the symbol does not occur.
    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// The codeword of a symbol that occurs.
    pub(super) fn codeword(&self, symbol: u8) -> Codeword {
        let length = usize::from(self.lengths[usize::from(symbol)]);
        let mut first = 0;
        for n in 1..length {
            first = (first + u64::from(self.counts[n])) << 1;
        }
        let of_length =
            self.symbols.iter().filter(|&&s| self.lengths[usize::from(s)] as usize == length);
        let index = of_length.take_while(|&&s| s != symbol).count();
        Codeword { bits: first + index as u64, length }
    }

    /// The symbol whose codeword has these bits, the first at index 0; if there is none, the last one.
    #[inline]
    pub(super) fn decode(&self, bit: impl Fn(usize) -> bool) -> u8 {
        let (mut bits, mut first, mut index) = (0, 0, 0);
        for length in 1..=MAX_LENGTH {
            let count = self.counts[length];
            bits = bits << 1 | u64::from(bit(length - 1));
            first <<= 1;
            if bits < first + u64::from(count) {
                return self.symbols[index + (bits - first) as usize];
            }
            first += u64::from(count);
            index += count as usize;
            if index == self.symbols.len() {
                break;
            }
        }
        *self.symbols.last().expect("a code has a symbol")
    }
}

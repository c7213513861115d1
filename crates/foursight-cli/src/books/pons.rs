//! The `.book` files of Pascal Pons's solver: a hash table of scores.
//!
//! ```text
//! columns, rows, most discs, bytes per key, bytes per value, log2 of the size    one byte each
//! n keys, little-endian     the lowest bytes of the key in slot key % n, where n is the first prime of at least 2^log2
//! n values, a byte each     0 for an empty slot, otherwise 1 for the lowest score, and so on
//! ```
//!
//! A key is a number in base 3: column by column, from below, 1 for each disc of the side to move and 2 for each of the
//! opponent's, with a 0 between columns. It is the smaller of the position's key and its mirror image's. A position can
//! be missing, because a slot keeps only the last entry written.

use fastrand::Rng;
use foursight::{AnySize, Cell, Column, Position, Score, Size};

/// The scores in a file.
pub(crate) struct PonsBook<'a> {
    bytes: &'a [u8],
    size: AnySize,
    plies: usize,
    n_key_bytes: usize,
    n_slots: u64,
}

const HEADER: usize = 6;

/// Maximum log2 of the size: tables four times as large as the largest one that Pons's solver reads.
const MAX_LOG_SIZE: u8 = 29;

/// Positions that are looked up for each depth.
const N_LOOKUPS: usize = 64;

impl<'a> PonsBook<'a> {
    /// The book in the bytes of a file, or what is wrong with them.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let Some(&[width, height, plies, key, value, log_size]) = bytes.first_chunk::<HEADER>()
        else {
            return Err(format!("it ends within its {HEADER}-byte header"));
        };
        let size = AnySize::new(width.into(), height.into(), 4)
            .map_err(|error| format!("bytes 1 and 2: {error}"))?;
        let plies = usize::from(plies);
        if !(1..size.n_cells()).contains(&plies) {
            let most = size.n_cells() - 1;
            return Err(format!(
                "byte 3: positions in a book for {size} have 1 to {most} discs, not {plies}"
            ));
        }
        if ![1, 2, 4, 8].contains(&key) {
            return Err(format!("byte 4: a key has 1, 2, 4 or 8 bytes, not {key}"));
        }
        if value != 1 {
            return Err(format!("byte 5: a value has 1 byte, not {value}"));
        }
        if log_size > MAX_LOG_SIZE {
            return Err(format!("byte 6: the size is at most 2^{MAX_LOG_SIZE}, not 2^{log_size}"));
        }
        let (n_key_bytes, n_slots) = (usize::from(key), first_prime(1 << log_size));
        let expected = HEADER as u64 + n_slots * (u64::from(key) + 1);
        if bytes.len() as u64 != expected {
            let found = bytes.len();
            return Err(format!("the header states {expected} bytes, but the file has {found}"));
        }
        let n_digits = plies + size.width() - 1;
        // The slot and the lowest bytes together determine a key below the product of their numbers.
        let n_keys = u128::from(n_slots) << (8 * n_key_bytes);
        if 3_u128.pow(n_digits as u32) > n_keys {
            return Err(format!("its keys are too short to tell positions of {plies} discs apart"));
        }
        Ok(Self { bytes, size, plies, n_key_bytes, n_slots })
    }

    pub(crate) fn size(&self) -> AnySize {
        self.size
    }

    /// The number of discs of the deepest positions that the file holds, most of them. Its header always says 14.
    pub(crate) fn depth(&self) -> Option<usize> {
        (1..=self.plies).rev().find(|&n_discs| {
            let mut rng = Rng::with_seed(n_discs as u64);
            let positions =
                (0..N_LOOKUPS).filter_map(|_| random_position(self.size, n_discs, &mut rng));
            let found: Vec<bool> =
                positions.map(|position| self.score(&position).is_some()).collect();
            2 * found.iter().filter(|&&is_there| is_there).count() > found.len()
        })
    }

    /// The stored value of an open position, right or wrong.
    pub(crate) fn score(&self, position: &Position<AnySize>) -> Option<Score> {
        let key = key(position).min(key(&position.mirror()));
        let slot = (key % u128::from(self.n_slots)) as usize;
        let (keys, values) =
            self.bytes[HEADER..].split_at(self.n_slots as usize * self.n_key_bytes);
        let lowest_bytes = &key.to_le_bytes()[..self.n_key_bytes];
        if keys[slot * self.n_key_bytes..][..self.n_key_bytes] != *lowest_bytes || values[slot] == 0
        {
            return None;
        }
        let lowest = 3 - self.size.n_cells() as i32 / 2;
        let value = i32::from(values[slot]) - 1 + lowest;
        Some(Score::new(value.min(i8::MAX.into()) as i8))
    }
}

/// An open position after random moves, none of which wins.
fn random_position(size: AnySize, n_discs: usize, rng: &mut Rng) -> Option<Position<AnySize>> {
    let mut position = Position::empty(size);
    for _ in 0..n_discs {
        let moves: Vec<Column> =
            position.moves().filter(|&column| !position.is_winning_move(column)).collect();
        position = position.play(*rng.choice(&moves)?).ok()?;
    }
    Some(position)
}

fn key(position: &Position<AnySize>) -> u128 {
    let (size, discs, mover) = (position.size(), position.discs(), position.mover());
    let mut key = 0;
    for column in size.columns() {
        for row in 0..discs.in_column(column).count() {
            let is_own = mover.contains(Cell { column, row });
            key = key * 3 + if is_own { 1 } else { 2 };
        }
        key *= 3;
    }
    key / 3
}

fn first_prime(least: u64) -> u64 {
    let is_prime = |n: &u64| *n > 1 && (2..=n.isqrt()).all(|divisor| !n.is_multiple_of(divisor));
    let least = least.max(2);
    (least..2 * least).find(is_prime).expect("there is a prime below twice each number")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the comments of Pons's `Position.hpp`, divided by 3 as there.
    #[test]
    fn keys_are_those_of_pons() {
        let key_of = |moves: &str| key(&moves.parse::<Position>().unwrap().to_any());
        assert_eq!(key_of(""), 0);
        assert_eq!(key_of("45"), (3_u128.pow(5) + 2 * 3_u128.pow(3)) / 3);
        assert_eq!(key_of("43"), (2 * 3_u128.pow(6) + 3_u128.pow(4)) / 3);
    }

    #[test]
    fn tables_have_as_many_slots_as_the_next_prime() {
        let primes = [1 << 3, 1 << 10, 1 << 23].map(first_prime);
        assert_eq!(primes, [11, 1031, 8_388_617]);
    }
}

//! Follow rules on bitboards: the finder tries many, so this is the fast twin of the checker.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

use foursight::reason::{Claim, Follow};
use foursight::{Bitboard, Bits, Column, Player, Position, Size, line};

use crate::node::each_bit;

/// The discs of a position, seen by the hero of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Discs<S: Size> {
    pub(super) size: S,
    pub(super) hero: S::Bits,
    pub(super) other: S::Bits,
}

impl<S: Size> Discs<S> {
    pub(super) fn new(position: &Position<S>, hero: Player) -> Self {
        Self {
            size: position.size(),
            hero: position.discs_of(hero).bits(),
            other: position.discs_of(hero.other()).bits(),
        }
    }

    pub(super) fn mask(&self) -> S::Bits {
        self.hero | self.other
    }

    /// The cell where a disc lands in each column with room.
    pub(super) fn landings(&self) -> S::Bits {
        (self.mask() + self.size.bottom()) & self.size.board()
    }

    /// The empty cells, in reach or not, where the hero completes a line.
    pub(super) fn hero_wins(&self) -> S::Bits {
        line::completing_cells(self.size, self.hero) & !self.mask()
    }

    /// Where the hero completes a line with its next disc.
    pub(super) fn hero_finishes(&self) -> S::Bits {
        line::completing_cells(self.size, self.hero) & self.landings()
    }

    /// The same for the other side.
    pub(super) fn other_finishes(&self) -> S::Bits {
        line::completing_cells(self.size, self.other) & self.landings()
    }

    #[must_use]
    pub(super) fn with_hero(self, cell: S::Bits) -> Self {
        Self { hero: self.hero | cell, ..self }
    }

    #[must_use]
    pub(super) fn with_other(self, cell: S::Bits) -> Self {
        Self { other: self.other | cell, ..self }
    }
}

/// A [`Follow`] with its cells as bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FollowBits<S: Size> {
    pub(super) size: S,
    pub(super) pairs: Vec<(S::Bits, S::Bits)>,
    /// The columns whole.
    pub(super) spare: Vec<Column>,
}

impl<S: Size> FollowBits<S> {
    pub(super) fn new(size: S, follow: &Follow) -> Self {
        let bit = |cell| Bitboard::from_cell(size, cell).bits();
        let pairs = follow.pairs.iter().map(|&(one, two)| (bit(one), bit(two)));
        Self { size, pairs: pairs.collect(), spare: follow.spare.clone() }
    }

    pub(super) fn to_follow(&self) -> Follow {
        let cell = |bits| {
            let mut cells = Bitboard::from_bits(self.size, bits).cells();
            cells.next().expect("a pair is of two cells of the board")
        };
        Follow {
            pairs: self.pairs.iter().map(|&(one, two)| (cell(one), cell(two))).collect(),
            spare: self.spare.clone(),
        }
    }

    /// The pair with `cell` in it.
    pub(super) fn pair_of(&self, cell: S::Bits) -> Option<(S::Bits, S::Bits)> {
        self.pairs.iter().copied().find(|&(one, two)| one == cell || two == cell)
    }

    /// The hero's answer to a disc of the other side in `reply`, which lies in `discs` already, and whether the
    /// other side cannot complete a line after it.
    pub(super) fn answer(&self, discs: &Discs<S>, reply: S::Bits) -> Option<(S::Bits, bool)> {
        let landings = discs.landings();
        let wins = line::completing_cells(discs.size, discs.other);
        let is_landing = |cell: &S::Bits| *cell & landings != S::Bits::ZERO;
        let is_safe = |cell: &S::Bits| wins & discs.with_hero(*cell).landings() == S::Bits::ZERO;
        if let Some(block) = each_bit(wins & landings).next() {
            return Some((block, is_safe(&block)));
        }
        let partner = self.pair_of(reply).map(|(one, two)| one ^ two ^ reply);
        let plain = || partner.into_iter().chain([reply << 1]).filter(is_landing);
        let spare = self.spare.iter().map(|&column| landings & self.size.column_mask(column));
        let safe = plain().chain(spare.filter(is_landing)).find(is_safe);
        safe.map(|cell| (cell, true)).or_else(|| plain().next().map(|cell| (cell, false)))
    }
}

/// A disc of the other side and the answer to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round<S: Size> {
    /// The discs between the two.
    pub(super) discs: Discs<S>,
    pub(super) reply: S::Bits,
    /// Zero if the rule has no answer.
    pub(super) answer: S::Bits,
}

/// Plays one rule against every disc, and counts what it sees.
pub(super) struct Playout<'a, S: Size> {
    /// Where the rule fails after some discs, how it gets to the first of these failures.
    pub(super) trail: Vec<Round<S>>,
    /// The cells of pairs of which one has answered the other.
    pub(super) paired: S::Bits,
    /// Where it has played in spare columns.
    pub(super) spared: S::Bits,
    claim: Claim,
    follow: &'a FollowBits<S>,
    seen: HashSet<(S::Bits, S::Bits), BuildKeyHasher>,
    /// How many more positions it may look at.
    budget: &'a mut usize,
}

impl<'a, S: Size> Playout<'a, S> {
    pub(super) fn new(claim: Claim, follow: &'a FollowBits<S>, budget: &'a mut usize) -> Self {
        let (trail, seen) = (Vec::new(), HashSet::default());
        Self { trail, paired: S::Bits::ZERO, spared: S::Bits::ZERO, claim, follow, seen, budget }
    }

    /// Those of `replies`, which complete no line, after which the rule does not get what is claimed; at
    /// most one more than `most`.
    pub(super) fn failures(&mut self, discs: &Discs<S>, replies: S::Bits, most: usize) -> S::Bits {
        let mut failures = S::Bits::ZERO;
        let mut trail = Vec::new();
        for reply in each_bit(replies) {
            if !self.answers(discs, reply) {
                // What it has seen on the way to a failure proves nothing.
                self.seen.clear();
                let failed = mem::take(&mut self.trail);
                if failures == S::Bits::ZERO {
                    trail = failed;
                }
                failures = failures | reply;
                if failures.count() > most {
                    break;
                }
            }
        }
        self.trail = trail;
        failures
    }

    /// Whether the rule gets what is claimed after a disc in `reply`.
    fn answers(&mut self, discs: &Discs<S>, reply: S::Bits) -> bool {
        let discs = discs.with_other(reply);
        if discs.landings() == S::Bits::ZERO {
            return self.claim == Claim::Holds;
        }
        if discs.hero_finishes() != S::Bits::ZERO {
            return true;
        }
        let (answer, is_safe) = self.follow.answer(&discs, reply).unwrap_or((S::Bits::ZERO, false));
        if self.follow.pair_of(reply).is_some_and(|(one, two)| one ^ two ^ reply == answer) {
            self.paired = self.paired | reply | answer;
        } else if answer != reply << 1 && discs.other_finishes() == S::Bits::ZERO {
            self.spared = self.spared | answer;
        }
        self.trail.push(Round { discs, reply, answer });
        if !is_safe {
            return false;
        }
        let discs = discs.with_hero(answer);
        let is_held = !self.seen.insert((discs.hero, discs.mask())) || self.holds(&discs);
        if is_held {
            self.trail.pop();
        }
        is_held
    }

    /// Whether it does after any disc of the other side, which completes no line at once.
    fn holds(&mut self, discs: &Discs<S>) -> bool {
        if *self.budget == 0 {
            return false;
        }
        *self.budget -= 1;
        let landings = discs.landings();
        if landings == S::Bits::ZERO {
            return self.claim == Claim::Holds;
        }
        each_bit(landings).all(|reply| self.answers(discs, reply))
    }
}

pub(super) type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

/// Spreads the bits of a word over the whole hash.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

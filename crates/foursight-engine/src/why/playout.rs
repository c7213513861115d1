//! Follow rules on bitboards: a fast version of the checker, since the finder tries many rules.

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
        self.size.next_cells(self.mask())
    }

    /// The empty cells, in reach or not, where the hero completes a line.
    pub(super) fn hero_wins(&self) -> S::Bits {
        self.completing(self.hero) & !self.mask()
    }

    /// The cells where the hero completes a line with its next disc.
    pub(super) fn hero_finishes(&self) -> S::Bits {
        self.completing(self.hero) & self.landings()
    }

    /// The cells where the other side completes a line with its next disc.
    pub(super) fn other_finishes(&self) -> S::Bits {
        self.completing(self.other) & self.landings()
    }

    /// The cells that complete a line together with `discs`. A copy in each caller would take 20 KB of the WebAssembly
    /// module.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn completing(&self, discs: S::Bits) -> S::Bits {
        line::completing_cells(self.size, discs)
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FollowBits<S: Size> {
    pub(super) size: S,
    pub(super) double_threats: bool,
    pub(super) pairs: Vec<(S::Bits, S::Bits)>,
    /// The spare columns, each with all its cells.
    pub(super) spare: Vec<Column>,
}

impl<S: Size> FollowBits<S> {
    pub(super) fn new(size: S, follow: &Follow) -> Self {
        let bit = |cell| Bitboard::from_cell(size, cell).bits();
        let pairs = follow.pairs.iter().map(|&(one, two)| (bit(one), bit(two)));
        Self {
            size,
            double_threats: follow.double_threats,
            pairs: pairs.collect(),
            spare: follow.spare.clone(),
        }
    }

    pub(super) fn to_follow(&self) -> Follow {
        let cell = |bits| {
            let mut cells = Bitboard::from_bits(self.size, bits).cells();
            cells.next().expect("a pair is of two cells of the board")
        };
        Follow {
            double_threats: self.double_threats,
            pairs: self.pairs.iter().map(|&(one, two)| (cell(one), cell(two))).collect(),
            spare: self.spare.clone(),
        }
    }

    /// The pair that contains `cell`.
    pub(super) fn pair_of(&self, cell: S::Bits) -> Option<(S::Bits, S::Bits)> {
        self.pairs.iter().copied().find(|&(one, two)| one == cell || two == cell)
    }

    /// The hero's answer to a disc of the other side in `reply`, which `discs` already includes.
    pub(super) fn answer(&self, discs: &Discs<S>, reply: S::Bits) -> Option<Answer<S>> {
        self.told_answer(discs, reply, true)
    }

    /// The hero's answer if the hero does as the words say and looks for blocks only if `blocks` is set.
    pub(super) fn told_answer(
        &self,
        discs: &Discs<S>,
        reply: S::Bits,
        blocks: bool,
    ) -> Option<Answer<S>> {
        let landings = discs.landings();
        let wins = discs.completing(discs.other);
        let is_landing = |cell: &S::Bits| *cell & landings != S::Bits::ZERO;
        let is_safe = |cell: &S::Bits| wins & discs.with_hero(*cell).landings() == S::Bits::ZERO;
        if blocks && let Some(block) = each_bit(wins & landings).next() {
            return Some(Answer { cell: block, effect: Effect::of(is_safe(&block)) });
        }
        if self.double_threats
            && let Some(cell) = double_threat(discs).find(is_safe)
        {
            return Some(Answer { cell, effect: Effect::DoubleThreat });
        }
        let partner = self.pair_of(reply).map(|(one, two)| one ^ two ^ reply);
        let plain = || partner.into_iter().chain([self.size.above(reply)]).filter(is_landing);
        let spare = self.spare.iter().map(|&column| landings & self.size.column_mask(column));
        let safe = plain().chain(spare.filter(is_landing)).find(is_safe);
        let cell = safe.or_else(|| plain().next())?;
        Some(Answer { cell, effect: Effect::of(safe.is_some()) })
    }
}

/// The hero's answer by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer<S: Size> {
    pub(super) cell: S::Bits,
    pub(super) effect: Effect,
}

/// The effect of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The hero completes a line next.
    DoubleThreat,
    /// The other side cannot complete a line at once.
    Safe,
    /// The other side can complete a line at once.
    Unsafe,
}

impl Effect {
    fn of(is_safe: bool) -> Self {
        if is_safe { Self::Safe } else { Self::Unsafe }
    }
}

/// The cells where a disc gives the hero two winning cells in reach, or one right above another.
fn double_threat<S: Size>(discs: &Discs<S>) -> impl Iterator<Item = S::Bits> {
    let (discs, landings) = (*discs, discs.landings());
    // A cell that wins with one of these discs also wins with all of them.
    let all = discs.completing(discs.hero | landings);
    let is_near = all & (landings | discs.size.above(landings)) != S::Bits::ZERO;
    each_bit(if is_near { landings } else { S::Bits::ZERO }).filter(move |&cell| {
        let next = discs.with_hero(cell);
        let (wins, finishes) = (next.hero_wins(), next.hero_finishes());
        finishes.count() > 1 || wins & next.size.above(finishes) != S::Bits::ZERO
    })
}

/// A disc of the other side and the answer to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round<S: Size> {
    /// The discs on the board between the two.
    pub(super) discs: Discs<S>,
    pub(super) reply: S::Bits,
    /// Zero if the rule has no answer.
    pub(super) answer: S::Bits,
}

/// The rounds of a line of play.
pub(super) type Trail<S> = Vec<Round<S>>;

/// Plays one rule against every disc, and counts what it sees.
pub(super) struct Playout<'a, S: Size> {
    /// The way to a failure, for each reply after which the rule fails.
    pub(super) trails: Vec<Trail<S>>,
    /// Whether it has made a double threat.
    pub(super) doubled: bool,
    /// The cells of pairs in which one has answered the other.
    pub(super) paired: S::Bits,
    /// The cells where it has played in spare columns.
    pub(super) spared: S::Bits,
    /// The rounds before the position being examined.
    trail: Trail<S>,
    claim: Claim,
    follow: &'a FollowBits<S>,
    seen: HashSet<(S::Bits, S::Bits), BuildKeyHasher>,
    /// The number of further positions that it may look at.
    budget: &'a mut usize,
}

impl<'a, S: Size> Playout<'a, S> {
    pub(super) fn new(claim: Claim, follow: &'a FollowBits<S>, budget: &'a mut usize) -> Self {
        Self {
            trails: Vec::new(),
            doubled: false,
            paired: S::Bits::ZERO,
            spared: S::Bits::ZERO,
            trail: Vec::new(),
            claim,
            follow,
            seen: HashSet::default(),
            budget,
        }
    }

    /// The replies among `replies`, none of which completes a line, after which the rule does not achieve the claim; at
    /// most one more than `most`.
    pub(super) fn failures(&mut self, discs: &Discs<S>, replies: S::Bits, most: usize) -> S::Bits {
        let mut failures = S::Bits::ZERO;
        for reply in each_bit(replies) {
            if !self.answers(discs, reply) {
                self.trails.push(mem::take(&mut self.trail));
                failures = failures | reply;
                if failures.count() > most {
                    break;
                }
            }
        }
        failures
    }

    /// Whether the rule achieves the claim after a disc in `reply`.
    fn answers(&mut self, discs: &Discs<S>, reply: S::Bits) -> bool {
        let discs = discs.with_other(reply);
        if discs.landings() == S::Bits::ZERO {
            return self.claim == Claim::Holds;
        }
        if discs.hero_finishes() != S::Bits::ZERO {
            return true;
        }
        let none = Answer { cell: S::Bits::ZERO, effect: Effect::Unsafe };
        let Answer { cell: answer, effect } = self.follow.answer(&discs, reply).unwrap_or(none);
        if effect == Effect::DoubleThreat {
            self.doubled = true;
            return self.looks_further();
        }
        if self.follow.pair_of(reply).is_some_and(|(one, two)| one ^ two ^ reply == answer) {
            self.paired = self.paired | reply | answer;
        } else if answer != discs.size.above(reply) && discs.other_finishes() == S::Bits::ZERO {
            self.spared = self.spared | answer;
        }
        self.trail.push(Round { discs, reply, answer });
        if effect == Effect::Unsafe {
            return false;
        }
        let discs = discs.with_hero(answer);
        let key = (discs.hero, discs.mask());
        let is_held = !self.seen.insert(key) || self.holds(&discs);
        if is_held {
            self.trail.pop();
        } else {
            self.seen.remove(&key);
        }
        is_held
    }

    /// Whether it does so after any disc of the other side, which cannot complete a line at once.
    fn holds(&mut self, discs: &Discs<S>) -> bool {
        if !self.looks_further() {
            return false;
        }
        let landings = discs.landings();
        if landings == S::Bits::ZERO {
            return self.claim == Claim::Holds;
        }
        each_bit(landings).all(|reply| self.answers(discs, reply))
    }

    /// Whether it may look at one more position.
    fn looks_further(&mut self) -> bool {
        let is_allowed = *self.budget > 0;
        *self.budget = self.budget.saturating_sub(1);
        is_allowed
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

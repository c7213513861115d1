//! How games against a rule end: in zugzwang, or otherwise.

use std::collections::HashSet;

use foursight::{Bitboard, Bits, Cell, Size};

use super::playout::{Answer, Discs, FollowBits};
use crate::node::each_bit;

/// The cells below which the other side must play in the end, if every game in which it blocks what it can
/// ends in this way: it has run out of other moves. Empty if some games end otherwise.
///
/// The hero of `follow` must be known to win from `discs`, with the other side to move.
pub(super) fn zugzwang_cells<S: Size>(discs: &Discs<S>, follow: &FollowBits<S>) -> Vec<Cell> {
    let mut games =
        Games { follow, seen: HashSet::new(), stepped: S::Bits::ZERO, is_zugzwang: true };
    games.visit(discs);
    if !games.is_zugzwang || games.stepped & !discs.hero_wins() != S::Bits::ZERO {
        return Vec::new();
    }
    Bitboard::from_bits(discs.size, games.stepped).cells().collect()
}

struct Games<'a, S: Size> {
    follow: &'a FollowBits<S>,
    seen: HashSet<Discs<S>>,
    /// Where the hero completes a line after a disc right below.
    stepped: S::Bits,
    is_zugzwang: bool,
}

impl<S: Size> Games<'_, S> {
    /// The other side is to move.
    fn visit(&mut self, discs: &Discs<S>) {
        if !self.is_zugzwang || !self.seen.insert(*discs) {
            return;
        }
        let threats = discs.hero_finishes();
        let replies = match threats.count() {
            0 => discs.landings(),
            1 => threats,
            _ => S::Bits::ZERO,
        };
        // A double threat, or a full board.
        self.is_zugzwang = replies != S::Bits::ZERO;
        for reply in each_bit(replies) {
            let next = discs.with_other(reply);
            let finishes = next.hero_finishes();
            if finishes != S::Bits::ZERO {
                self.stepped = self.stepped | finishes;
            } else if let Some(Answer { cell, .. }) = self.follow.answer(&next, reply) {
                self.visit(&next.with_hero(cell));
            } else {
                self.is_zugzwang = false;
            }
        }
    }
}

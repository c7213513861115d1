//! Rules that avoid another rule's failure: where it went wrong, a new pair or a spare column gives another answer.

use foursight::{Bits, Size};

use super::playout::{Discs, FollowBits, Round};
use super::rules::spare_orders;
use crate::node::each_bit;
use crate::short_sort::sort_short_by_key;

/// Rules like `rule`, which fails at the end of `trail`, that would have played differently on the way there.
pub(super) fn repairs<S: Size>(
    start: &Discs<S>,
    rule: &FollowBits<S>,
    trail: &[Round<S>],
) -> Vec<FollowBits<S>> {
    let Some(last) = trail.last() else { return Vec::new() };
    let (wanted, opened) = causes(start, last);
    let mut repaired = Vec::new();
    if last.answer == S::Bits::ZERO && rule.spare.is_empty() {
        let with_spare = |spare| FollowBits { spare, ..rule.clone() };
        repaired.extend(spare_orders(start.size).into_iter().map(with_spare));
    }
    for round in trail.iter().rev() {
        let is_helpless = round.answer == S::Bits::ZERO || round.answer & opened != S::Bits::ZERO;
        let others = round.discs.landings() & !round.answer;
        for cell in each_bit(if is_helpless { others } else { others & wanted }) {
            repaired.extend(rule.with_pair(round.reply, cell));
        }
    }
    repaired
}

/// The cause of a rule's failure after its last round: cells that the hero should have had, and cells right below
/// these, which it should not have played.
fn causes<S: Size>(start: &Discs<S>, last: &Round<S>) -> (S::Bits, S::Bits) {
    let end = last.discs.with_hero(last.answer);
    let Some(loss) = each_bit(end.other_finishes()).next() else {
        // The board has filled: the other side has discs where the hero would have won.
        let wanted = end.completing(end.hero) & end.other;
        return (wanted, end.size.below(wanted));
    };
    let is_needed = |&cell: &S::Bits| end.completing(end.other ^ cell) & loss == S::Bits::ZERO;
    let new = end.other & !start.other;
    let wanted = each_bit(new).filter(is_needed).fold(loss, |all, cell| all | cell);
    (wanted, end.size.below(loss))
}

impl<S: Size> FollowBits<S> {
    /// This rule with `cell` as the answer to `reply`.
    fn with_pair(&self, reply: S::Bits, cell: S::Bits) -> Option<Self> {
        let is_above = cell == self.size.above(reply);
        if is_above && self.pair_of(reply).is_none() {
            return None;
        }
        let is_apart =
            |&(one, two): &(S::Bits, S::Bits)| (one | two) & (reply | cell) == S::Bits::ZERO;
        let mut pairs: Vec<_> = self.pairs.iter().copied().filter(is_apart).collect();
        if !is_above {
            pairs.push((reply.min(cell), reply.max(cell)));
            sort_short_by_key(&mut pairs, |&pair| pair);
        }
        Some(Self { pairs, ..self.clone() })
    }
}

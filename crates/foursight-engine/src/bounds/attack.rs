//! The last two moves of an attack, without a search.

use foursight::{Bits, Size};

use crate::node::{Node, child, each_bit};

/// The answer to "is the score above `alpha`?" where only the fastest win or the fastest loss
/// that the number of discs allows is in question; `None` where it is not.
///
/// The fastest win of a side that cannot win at once is with its next disc but one. It has one
/// exactly if some move leaves the other side without a reply that keeps the win away, which
/// [`wins_in_two`] looks for. The fastest loss is to the opponent's next disc but one; it is
/// exactly the case that every move leaves the opponent such an attack.
#[inline]
pub(crate) fn settle<S: Size>(node: &Node<S>, alpha: i32) -> Option<i32> {
    let (min, max) = (node.min(), node.max());
    if alpha >= 0 && alpha == max - 1 {
        let wins = wins_in_two(node.size, node.mover, node.mask, node.moves);
        return Some(if wins { max } else { max - 1 });
    }
    if alpha < 0 && alpha == min {
        return Some(escape(node).unwrap_or(min));
    }
    None
}

/// A score above the lowest one that the side to move reaches, if it reaches any.
#[inline]
fn escape<S: Size>(node: &Node<S>) -> Option<i32> {
    each_bit(node.moves).find_map(|landing| {
        let after = node.child(landing);
        if after.replies == S::Bits::ZERO {
            return Some(node.max());
        }
        let mask = node.mask | landing;
        let loses = wins_in_two(node.size, node.opponent(), mask, after.replies);
        (!loses).then(|| node.min() + 1)
    })
}

/// Whether a side with `discs` and with `moves` that do not lose at once has one after which the
/// other side must let it win.
///
/// The reply must take away a winning cell in reach, so that two of them are too many for it; and it
/// must not lie right below a winning cell, which it would bring into reach.
#[inline]
fn wins_in_two<S: Size>(size: S, discs: S::Bits, mask: S::Bits, moves: S::Bits) -> bool {
    each_bit(moves).any(|landing| {
        child(size, discs | landing, mask | landing, landing).replies == S::Bits::ZERO
    })
}

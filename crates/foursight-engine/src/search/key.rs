//! Under which key the table holds a position.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::{Bits, Size};

use crate::cpu::Cpu;
use crate::node::Node;

// Measured on the standard board, as the thresholds of the search.
/// With more empty cells than this, a position and its mirror image share an entry.
const MIRROR_EMPTY: i32 = 18;

/// The key that a node's entry is found by.
#[inline(always)]
pub(super) fn key<S: Size, C: Cpu>(node: &Node<S, C>) -> S::Bits {
    let key = node.mover + node.mask + node.size.bottom();
    if node.n_empty > MIRROR_EMPTY { key.min(mirror(node.size, key)) } else { key }
}

/// The key of the mirror image: the columns of bits in reverse order.
///
/// The loop goes over the most columns, a constant; what it adds on the left is shifted away.
#[inline(always)]
fn mirror<S: Size>(size: S, key: S::Bits) -> S::Bits {
    let stride = size.height() + 1;
    let column = (S::Bits::ONE << stride) - S::Bits::ONE;
    let last = size.max_width() - 1;
    let mut mirrored = S::Bits::ZERO;
    for index in 0..size.max_width() {
        mirrored = mirrored | (key >> (index * stride) & column) << ((last - index) * stride);
    }
    mirrored >> ((size.max_width() - size.width()) * stride)
}

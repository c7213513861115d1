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

#[cfg(test)]
mod tests {
    use foursight::size::SizeVisitor;
    use foursight::{AnySize, Position, notation::moves};

    use super::*;

    struct Keys(Position<AnySize>);

    impl SizeVisitor for Keys {
        type Output = [u128; 2];

        fn visit<S: Size>(self, size: S) -> [u128; 2] {
            let position = self.0.with_size(size).expect("it is of this size");
            let node = |position| Node::new(&position).expect("nobody loses at once");
            [position, position.mirror()].map(|position| key(&node(position)).widen())
        }
    }

    /// In each form of a size the key is that of the run-time form.
    #[test]
    fn mirror_images_have_one_key() {
        for size in
            ["10x3", "7x4", "5x5", "9x5", "4x6", "7x6", "9x6", "6x7", "9x7", "5x8", "9x8", "4x9"]
        {
            let size: AnySize = size.parse().unwrap();
            let position = moves::position("1123", size).unwrap();
            let [key, of_mirror] = size.dispatch(Keys(position));
            assert_eq!(key, of_mirror, "{size}");
            assert_eq!(key, Keys(position).visit(size)[0], "{size}");
        }
    }
}

//! The compiled forms of the search: for any processor, and for those with the instructions that
//! bitboards like.
//!
//! A program built for all processors of a family may not count bits or find the lowest one with a
//! single instruction. Here the search is compiled for several, and the best form is chosen when it
//! starts. What the search calls is inlined into it, or else it would be compiled for any.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::{Size, line};

use crate::node::Node;
use crate::search::{Search, Stopped};

#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Avx2, Avx512};

/// A form of the search.
pub(crate) trait Cpu: Copy {
    /// [`Search::search_node`], compiled for this processor.
    fn search<S: Size>(
        search: &mut Search<'_, '_, S>,
        node: &Node<S, Self>,
        alpha: i32,
    ) -> Result<i32, Stopped>;

    /// [`line::has_line`].
    #[inline(always)]
    fn has_line<S: Size>(self, size: S, discs: S::Bits) -> bool {
        line::has_line(size, discs)
    }

    /// [`line::completing_cells`].
    #[inline(always)]
    fn completing_cells<S: Size>(self, size: S, discs: S::Bits) -> S::Bits {
        line::completing_cells(size, discs)
    }
}

/// Whatever the program is built for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Baseline;

impl Cpu for Baseline {
    fn search<S: Size>(
        search: &mut Search<'_, '_, S>,
        node: &Node<S, Self>,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        search.search_node(node, alpha)
    }
}

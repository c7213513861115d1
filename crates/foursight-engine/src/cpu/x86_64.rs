//! The search for processors with vectors of four and of eight words.
//!
//! They count bits in one instruction, look at several moves at once, and shift four words by four
//! distances, so that the four directions of a line are looked at together.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]
#![expect(unsafe_code, reason = "calls code for processor features that were detected")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_testz_si256,
};
use std::sync::LazyLock;

use foursight::{Bits, Size, line};

use super::Cpu;
use crate::equivalence::Class;
use crate::node::Node;
use crate::search::{Search, Stopped};

/// Defines a form of the search for processors with some features.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident, $search_node:ident, $features:literal, $($feature:tt),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        // Invariant: exists only where the features are there.
        pub(crate) struct $name(());

        impl $name {
            pub(crate) fn detect() -> Option<Self> {
                // One check for all features together, not one for each: in short searches, the difference can be
                // measured.
                static HAS_ALL: LazyLock<bool> =
                    LazyLock::new(|| $(is_x86_feature_detected!($feature))&&*);
                HAS_ALL.then_some(Self(()))
            }
        }

        impl Cpu for $name {
            #[inline(always)]
            fn search<S: Size>(
                search: &mut Search<'_, '_, S>,
                node: &Node<S, Self>,
                alpha: i32,
                class: Option<Class<S::Bits>>,
            ) -> Result<i32, Stopped> {
                // SAFETY: the node holds a value of this type.
                unsafe { $search_node(search, node, alpha, class) }
            }

            #[inline(always)]
            fn has_line<S: Size>(self, size: S, discs: S::Bits) -> bool {
                if !fits(size) {
                    return line::has_line(size, discs);
                }
                // SAFETY: `self` exists.
                unsafe { has_four(size.height(), discs.widen() as u64) }
            }

            #[inline(always)]
            fn cells_in_lines<S: Size>(self, size: S, discs: S::Bits) -> S::Bits {
                if !fits(size) {
                    return line::cells_in_lines(size, discs);
                }
                // SAFETY: `self` exists.
                let cells = unsafe { in_fours(size.height(), discs.widen() as u64) };
                S::Bits::narrow(u128::from(cells))
            }

            #[inline(always)]
            fn winning_cells<S: Size>(self, size: S, discs: S::Bits, empty: S::Bits) -> S::Bits {
                if !fits(size) {
                    return line::winning_cells(size, discs, empty);
                }
                // SAFETY: `self` exists.
                let cells = unsafe { completing_four(size.height(), discs.widen() as u64) };
                S::Bits::narrow(u128::from(cells)) & empty
            }
        }

        #[target_feature(enable = $features)]
        fn $search_node<S: Size>(
            search: &mut Search<'_, '_, S>,
            node: &Node<S, $name>,
            alpha: i32,
            class: Option<Class<S::Bits>>,
        ) -> Result<i32, Stopped> {
            search.search_node(node, alpha, class)
        }
    };
}

form!(
    /// Vectors of four words: level 3 of x86-64, from 2013 and 2015 on.
    Avx2, search_node_avx2, "avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"
);

form!(
    /// Vectors of eight words, and bits counted in each: from 2019 and 2022 on.
    Avx512, search_node_avx512,
    "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512vpopcntdq", "avx2", "bmi1", "bmi2",
    "lzcnt", "popcnt"
);

/// Whether the functions below are for boards of `size`.
#[inline(always)]
fn fits<S: Size>(size: S) -> bool {
    size.connect() == 4 && size_of::<S::Bits>() == size_of::<u64>()
}

/// `n` times the stride of each direction.
#[inline]
#[target_feature(enable = "avx2")]
fn strides(height: usize, n: i64) -> __m256i {
    let height = height as i64;
    _mm256_setr_epi64x(n, n * height, n * (height + 1), n * (height + 2))
}

#[inline]
#[target_feature(enable = "avx2")]
fn has_four(height: usize, discs: u64) -> bool {
    let discs = _mm256_set1_epi64x(discs as i64);
    let pairs = _mm256_and_si256(discs, _mm256_srlv_epi64(discs, strides(height, 1)));
    _mm256_testz_si256(pairs, _mm256_srlv_epi64(pairs, strides(height, 2))) == 0
}

/// The discs that lie in a line of four: each first disc, and the three that follow.
#[inline]
#[target_feature(enable = "avx2")]
fn in_fours(height: usize, discs: u64) -> u64 {
    let [one, two] = [strides(height, 1), strides(height, 2)];
    let discs = _mm256_set1_epi64x(discs as i64);
    let pairs = _mm256_and_si256(discs, _mm256_srlv_epi64(discs, one));
    let starts = _mm256_and_si256(pairs, _mm256_srlv_epi64(pairs, two));
    let firsts = _mm256_or_si256(starts, _mm256_sllv_epi64(starts, one));
    any_lane(_mm256_or_si256(firsts, _mm256_sllv_epi64(firsts, two)))
}

/// The cells that make four with `discs`: before or after three, or in a gap of two and one.
#[inline]
#[target_feature(enable = "avx2")]
fn completing_four(height: usize, discs: u64) -> u64 {
    let [one, two, three] = [strides(height, 1), strides(height, 2), strides(height, 3)];
    let discs = _mm256_set1_epi64x(discs as i64);
    let one_before = _mm256_sllv_epi64(discs, one);
    let one_after = _mm256_srlv_epi64(discs, one);
    let third_before = _mm256_sllv_epi64(discs, three);
    let third_after = _mm256_srlv_epi64(discs, three);
    let pairs = _mm256_and_si256(discs, one_before);
    let two_before = _mm256_sllv_epi64(pairs, one);
    let two_after = _mm256_srlv_epi64(pairs, two);
    let cells = _mm256_or_si256(
        _mm256_and_si256(two_before, _mm256_or_si256(third_before, one_after)),
        _mm256_and_si256(two_after, _mm256_or_si256(third_after, one_before)),
    );
    any_lane(cells)
}

/// The bits that are set in any of four words.
#[inline]
#[target_feature(enable = "avx2")]
fn any_lane(cells: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(cells), _mm256_extracti128_si256::<1>(cells));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

#[cfg(test)]
mod tests {
    use foursight::size::Fixed;

    use super::*;

    #[track_caller]
    fn check<S: Size>(size: S) {
        check_on(Avx2::detect(), size);
        check_on(Avx512::detect(), size);
    }

    #[track_caller]
    fn check_on<S: Size>(cpu: Option<impl Cpu>, size: S) {
        let Some(cpu) = cpu else { return };
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..10_000 {
            let discs = random.u128(..) & if random.bool() { random.u128(..) } else { u128::MAX };
            let discs = S::Bits::narrow(discs) & size.board();
            assert_eq!(cpu.has_line(size, discs), line::has_line(size, discs));
            assert_eq!(cpu.cells_in_lines(size, discs), line::cells_in_lines(size, discs));
            let mut filled = discs;
            for _ in 0..size.height() {
                filled = filled | filled >> 1 & size.board();
            }
            let empty = size.board() & !filled;
            let cells = cpu.winning_cells(size, discs, empty);
            assert_eq!(cells, line::winning_cells(size, discs, empty));
        }
    }

    #[test]
    fn four_directions_at_once_are_the_same() {
        check(Fixed::<4, 3>);
        check(Fixed::<5, 4>);
        check(foursight::STANDARD);
        check(Fixed::<8, 7>);
        check(foursight::AnySize::new(9, 7, 4).unwrap());
    }
}

//! The search for processors with vectors of four and of eight words.
//!
//! They count bits in one instruction, look at several moves at once, and shift four words by four
//! distances, so that the four directions of a line are looked at together.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]
#![expect(unsafe_code, reason = "calls code for processor features that were detected")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_testz_si256,
};
use std::marker::PhantomData;
use std::sync::LazyLock;

use foursight::{Bits, Direction, Size, line};

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
        pub(crate) struct $name<const IS_LATE: bool = false>(());

        impl $name {
            pub(crate) fn detect() -> Option<Self> {
                // One check for all features together, not one for each: in short searches, the difference can be
                // measured.
                static HAS_ALL: LazyLock<bool> =
                    LazyLock::new(|| $(is_x86_feature_detected!($feature))&&*);
                HAS_ALL.then_some(Self(()))
            }
        }

        impl<const IS_LATE: bool> Cpu for $name<IS_LATE> {
            const IS_LATE: bool = IS_LATE;

            type Late = $name<true>;

            #[inline(always)]
            fn late(self) -> Self::Late {
                $name(())
            }

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
                if size.connect() != 4 {
                    return line::has_line(size, discs);
                }
                // SAFETY: `self` exists.
                unsafe { has_four(size, discs) }
            }

            #[inline(always)]
            fn cells_in_lines<S: Size>(self, size: S, discs: S::Bits) -> S::Bits {
                if size.connect() != 4 {
                    return line::cells_in_lines(size, discs);
                }
                // SAFETY: `self` exists.
                unsafe { in_fours(size, discs) }
            }

            #[inline(always)]
            fn winning_cells<S: Size>(self, size: S, discs: S::Bits, empty: S::Bits) -> S::Bits {
                if size.connect() != 4 {
                    return line::winning_cells(size, discs, empty);
                }
                // SAFETY: `self` exists.
                unsafe { completing_four(size, discs) & empty }
            }
        }

        #[target_feature(enable = $features)]
        fn $search_node<S: Size, const IS_LATE: bool>(
            search: &mut Search<'_, '_, S>,
            node: &Node<S, $name<IS_LATE>>,
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
    "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512vbmi2", "avx512vpopcntdq", "avx2", "bmi1", "bmi2",
    "lzcnt", "popcnt"
);

/// `n` times the stride of each direction: below 64 bits on all boards, for up to three steps.
#[inline]
#[target_feature(enable = "avx2")]
fn strides<S: Size>(size: S, n: i64) -> __m256i {
    of_directions(Direction::ALL.map(|direction| n * direction.stride(size) as i64))
}

/// A word for each direction.
#[inline]
#[target_feature(enable = "avx2")]
fn of_directions([vertical, horizontal, rising, falling]: [i64; 4]) -> __m256i {
    _mm256_setr_epi64x(vertical, horizontal, rising, falling)
}

/// The first discs of the lines of four, in each direction.
#[inline]
#[target_feature(enable = "avx2")]
fn starts_of_four<S: Size>(size: S, discs: S::Bits) -> Directions<S::Bits> {
    let discs = Directions::all(discs);
    let pairs = discs.and(discs.shr(strides(size, 1)));
    pairs.and(pairs.shr(strides(size, 2))).with_room(size, 0)
}

#[inline]
#[target_feature(enable = "avx2")]
fn has_four<S: Size>(size: S, discs: S::Bits) -> bool {
    !starts_of_four(size, discs).are_empty()
}

/// The discs that lie in a line of four: each first disc, and the three that follow.
#[inline]
#[target_feature(enable = "avx2")]
fn in_fours<S: Size>(size: S, discs: S::Bits) -> S::Bits {
    let starts = starts_of_four(size, discs);
    let firsts = starts.or(starts.shl(strides(size, 1)));
    firsts.or(firsts.shl(strides(size, 2))).any()
}

/// The cells that make four with `discs`: before or after three, or in a gap of two and one.
#[inline]
#[target_feature(enable = "avx2")]
fn completing_four<S: Size>(size: S, discs: S::Bits) -> S::Bits {
    let [one, two, three] = [1, 2, 3].map(|n| strides(size, n));
    let discs = Directions::all(discs);
    let one_before = discs.shl(one);
    let one_after = discs.shr(one);
    let pairs = discs.and(one_before);
    let room = |cells: Directions<_>, n_before| cells.with_room(size, n_before);
    let before = pairs.shl(one).and(room(discs.shl(three), 3).or(room(one_after, 2)));
    let after = pairs.shr(two).and(room(discs.shr(three), 0).or(room(one_before, 1)));
    before.or(after).any()
}

/// A bitboard for each direction.
#[derive(Clone, Copy)]
struct Directions<B> {
    /// The words of the four, from the lowest; the second is unused if a bitboard is a single word.
    words: [__m256i; 2],
    bits: PhantomData<B>,
}

impl<B: Bits> Directions<B> {
    const N_WORDS: usize = size_of::<B>() / size_of::<u64>();

    /// The same bitboard for all directions.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn all(bits: B) -> Self {
        let wide = bits.widen();
        let [low, high] = [wide as u64, (wide >> u64::BITS) as u64];
        Self::of([_mm256_set1_epi64x(low as i64), _mm256_set1_epi64x(high as i64)])
    }

    #[inline(always)]
    fn of(words: [__m256i; 2]) -> Self {
        Self { words, bits: PhantomData }
    }

    /// See [`line::with_room`], for `n_before` cells before and the rest of a line of four after.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn with_room<S: Size<Bits = B>>(self, size: S, n_before: usize) -> Self {
        let room = Direction::ALL
            .map(|direction| line::with_room(size, !B::ZERO, direction, n_before, 3 - n_before));
        if room == [!B::ZERO; 4] {
            return self;
        }
        let words = [0, u64::BITS].map(|shift| room.map(|room| (room.widen() >> shift) as i64));
        self.and(Self::of(words.map(|words| of_directions(words))))
    }

    /// The bits that are set in any direction.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn any(self) -> B {
        let [low, high] = [any_lane(self.words[0]), any_lane(self.words[1])];
        B::narrow(u128::from(low) | u128::from(high) << u64::BITS)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn are_empty(self) -> bool {
        let [low, high] = self.words;
        let all = if Self::N_WORDS == 1 { low } else { _mm256_or_si256(low, high) };
        _mm256_testz_si256(all, all) != 0
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn and(self, other: Self) -> Self {
        let [low, high] = self.words;
        Self::of([_mm256_and_si256(low, other.words[0]), _mm256_and_si256(high, other.words[1])])
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn or(self, other: Self) -> Self {
        let [low, high] = self.words;
        Self::of([_mm256_or_si256(low, other.words[0]), _mm256_or_si256(high, other.words[1])])
    }

    /// Shifts each bitboard up by its own distance: 1 to 63 bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn shl(self, by: __m256i) -> Self {
        let [low, high] = self.words;
        let carried = _mm256_srlv_epi64(low, rest(by));
        Self::of([
            _mm256_sllv_epi64(low, by),
            _mm256_or_si256(_mm256_sllv_epi64(high, by), carried),
        ])
    }

    /// Shifts each bitboard down by its own distance: 1 to 63 bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn shr(self, by: __m256i) -> Self {
        let [low, high] = self.words;
        let shifted = _mm256_srlv_epi64(low, by);
        let carried = _mm256_sllv_epi64(high, rest(by));
        let low = if Self::N_WORDS == 1 { shifted } else { _mm256_or_si256(shifted, carried) };
        Self::of([low, _mm256_srlv_epi64(high, by)])
    }
}

/// The distance by which the bits that leave a word enter the next.
#[inline]
#[target_feature(enable = "avx2")]
fn rest(by: __m256i) -> __m256i {
    _mm256_sub_epi64(_mm256_set1_epi64x(i64::from(u64::BITS)), by)
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
    use foursight::AnySize;
    use foursight::size::SizeVisitor;

    use super::*;

    struct Check;

    impl SizeVisitor for Check {
        type Output = ();

        fn visit<S: Size>(self, size: S) {
            check_on(Avx2::detect(), size);
            check_on(Avx512::detect(), size);
        }
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
        for size in ["4x3", "5x4", "7x6", "8x7", "10x6", "9x7", "8x8", "9x9", "10x10"] {
            let size: AnySize = size.parse().unwrap();
            Check.visit(size);
            size.dispatch(Check);
        }
    }
}

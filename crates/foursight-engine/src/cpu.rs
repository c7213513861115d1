//! The compiled forms of the search: for any processor, and for processors with instructions that suit bitboards.
//!
//! A program built for all processors of a family cannot count bits or find the lowest one with a single
//! instruction. So the search is compiled for several kinds, and the best form is selected when it starts.
//! Everything the search calls is inlined into it; otherwise it would be compiled for any processor.
//!
//! This module imports the search and is imported by it, in one circle with the modules that [`search`](crate::search)
//! names.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Size, line};

use crate::equivalence::Class;
use crate::node::Node;
use crate::search::{Search, Stopped};

#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Avx2, Avx512};

/// A form of the search.
pub(crate) trait Cpu: Copy {
    /// Whether it only searches nodes of the late phase.
    const IS_LATE: bool;

    /// The form for nodes of the late phase.
    type Late: Cpu;

    fn late(self) -> Self::Late;

    /// [`Search::search_node`], compiled for this processor.
    fn search<S: Size>(
        search: &mut Search<'_, '_, S>,
        node: &Node<S, Self>,
        alpha: i32,
        class: Option<Class<S::Bits>>,
    ) -> Result<i32, Stopped>;

    /// [`line::has_line`].
    #[inline(always)]
    fn has_line<S: Size>(self, size: S, discs: S::Bits) -> bool {
        line::has_line(size, discs)
    }

    /// [`line::cells_in_lines`].
    #[inline(always)]
    fn cells_in_lines<S: Size>(self, size: S, discs: S::Bits) -> S::Bits {
        line::cells_in_lines(size, discs)
    }

    /// [`line::winning_cells`].
    #[inline(always)]
    fn winning_cells<S: Size>(self, size: S, discs: S::Bits, empty: S::Bits) -> S::Bits {
        line::winning_cells(size, discs, empty)
    }
}

/// Whether a solver selects among the forms, or knows only the form for any processor.
///
/// A build with debug assertions is for tests, where compiling the forms takes longer than they save.
#[cfg(target_arch = "x86_64")]
pub(crate) const HAS_FORMS: bool = !cfg!(debug_assertions);

/// Whether the late phase, which has most of the nodes, is compiled apart from the rest: what pays only in larger searches
/// would slow it down, even unused.
///
/// A build with debug assertions is for tests, and the WebAssembly module would be too large.
pub(crate) const HAS_PHASES: bool = !cfg!(any(debug_assertions, target_family = "wasm"));

/// The processor that the program is built for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Baseline<const IS_LATE: bool = false>;

impl<const IS_LATE: bool> Cpu for Baseline<IS_LATE> {
    const IS_LATE: bool = IS_LATE;

    type Late = Baseline<true>;

    fn late(self) -> Self::Late {
        Baseline
    }

    // Inlining would gain nothing: on a processor without other forms, the copies would make up half of the program.
    #[inline(never)]
    fn search<S: Size>(
        search: &mut Search<'_, '_, S>,
        node: &Node<S, Self>,
        alpha: i32,
        class: Option<Class<S::Bits>>,
    ) -> Result<i32, Stopped> {
        search.search_node(node, alpha, class)
    }
}

#[cfg(test)]
mod tests {
    use foursight::size::SizeVisitor;
    use foursight::{AnySize, Position, STANDARD, notation::moves};

    use super::*;
    use crate::lanes::columns_from_center;
    use crate::negamax::{Negamax, random_position};
    use crate::ordering::Model;
    use crate::table::{Access, TranspositionTable};
    use crate::{Control, TableSize};

    /// The answer of one form, and how many nodes it took.
    fn search<S: Size, C: Cpu>(cpu: C, position: &Position<S>, alpha: i32) -> (i32, u64) {
        let size = position.size();
        let table = TranspositionTable::new(size, TableSize::from_mib(1)).unwrap();
        let root = Node::new(position).expect("nobody wins or loses at once");
        let mut search = Search {
            table: Access { table: &table, is_shared: false },
            own_table: None,
            columns: &columns_from_center(size),
            order: Model::learned(size),
            control: &mut Control::default(),
            team: None,
            lower: root.min(),
            upper: root.max(),
            nodes: 0,
            start: None,
        };
        let score =
            C::search(&mut search, &root.with_cpu(cpu), alpha, None).expect("nothing stops it");
        (score, search.nodes)
    }

    /// The answers to a few questions about a position, after a comparison of all forms.
    struct Answers<'a>(&'a Position<AnySize>);

    const ALPHAS: [i32; 4] = [-2, -1, 0, 1];

    impl SizeVisitor for Answers<'_> {
        type Output = ([i32; 4], u64);

        fn visit<S: Size>(self, size: S) -> Self::Output {
            let position = self.0.with_size(size).expect("the position is of this size");
            let answer = |alpha| {
                let expected = search(Baseline::<false>, &position, alpha);
                if Node::new(&position).is_some_and(|root| root.is_late()) {
                    let late = search(Baseline::<true>, &position, alpha);
                    assert_eq!(late, expected, "{position:?} {alpha}");
                }
                #[cfg(target_arch = "x86_64")]
                {
                    let avx2 = Avx2::detect().map(|cpu| search(cpu, &position, alpha));
                    let avx512 = Avx512::detect().map(|cpu| search(cpu, &position, alpha));
                    assert_eq!(avx2.unwrap_or(expected), expected, "{position:?} {alpha}");
                    assert_eq!(avx512.unwrap_or(expected), expected, "{position:?} {alpha}");
                }
                expected
            };
            let answers = ALPHAS.map(answer);
            let n_nodes = answers.iter().map(|&(_, nodes)| nodes).sum();
            (answers.map(|(score, _)| score), n_nodes)
        }
    }

    /// Compares the forms; in a build with debug assertions only those for 7x6, because compiling all takes minutes.
    #[track_caller]
    fn check(position: &Position<AnySize>) {
        if const { cfg!(debug_assertions) } {
            if position.size() == STANDARD.to_any() {
                let (answers, n_nodes) = Answers(position).visit(STANDARD);
                assert!(n_nodes > 100, "{position:?} {answers:?}");
            }
        } else {
            let (answers, n_nodes) = position.size().dispatch(Answers(position));
            assert!(n_nodes > 100, "{position:?} {answers:?}");
            assert_eq!(answers, Answers(position).visit(position.size()).0, "{position:?}");
        }
    }

    /// A position with some empty cells that takes a search.
    fn late_position(size: AnySize, n_empty: usize) -> Position<AnySize> {
        let mut random = fastrand::Rng::with_seed(1);
        std::iter::repeat_with(|| random_position(size, size.n_cells() - n_empty, &mut random))
            .flatten()
            .find(|position| {
                Node::new(position).is_some() && search(Baseline::<false>, position, 0).1 > 100
            })
            .expect("the positions never end")
    }

    #[test]
    fn every_form_of_the_search_is_the_same() {
        let texts =
            [("7x6", "274552224131661"), ("7x6", "4466455"), ("5x5", "33"), ("9x4", "55546")];
        for (size, text) in texts {
            check(&moves::position(text, size.parse().unwrap()).unwrap());
        }
        for size in ["7x6", "8x4"] {
            check(&late_position(size.parse().unwrap(), 16));
        }
        for size in ["10x6", "9x7", "8x8", "9x8", "9x9", "10x10"] {
            check(&late_position(size.parse().unwrap(), 26));
        }
    }

    /// The forms agree on random positions; if few cells are empty, with plain negamax too, which has no table.
    #[test]
    fn random_positions_have_one_answer() {
        let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
        let mut n_left = if is_slow { 100_000 } else { 300 };
        let mut random = fastrand::Rng::with_seed(5);
        let mut negamax = Negamax::default();
        let mut n_nodes = 0;
        while n_left > 0 {
            let n_empty = random.usize(4..22);
            let ply = STANDARD.n_cells() - n_empty;
            let Some(position) = random_position(STANDARD.to_any(), ply, &mut random) else {
                continue;
            };
            if Node::new(&position).is_none() {
                continue;
            }
            n_left -= 1;
            let (answers, n_more) = Answers(&position).visit(STANDARD);
            n_nodes += n_more;
            if n_empty > 12 {
                continue;
            }
            let score = negamax.score(&position);
            for (alpha, bound) in ALPHAS.into_iter().zip(answers) {
                let is_right = if bound > alpha { bound <= score } else { bound >= score };
                assert!(is_right, "{position:?}: {bound} for {score} above {alpha}");
            }
        }
        println!("Bench: {n_nodes} nodes in every form of the search");
        #[cfg(target_arch = "x86_64")]
        for (name, is_there) in
            [("AVX2", Avx2::detect().is_some()), ("AVX-512", Avx512::detect().is_some())]
        {
            if !is_there {
                println!("NOT TESTED: {name}, which this processor lacks");
            }
        }
    }
}

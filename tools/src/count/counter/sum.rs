//! Sums over all positions, column by column, without looking at any of them.
//!
//! After some cells, two positions have the same future if the automaton of lines is in the same state and the diagram
//! of orders is at the same node. For each such pair, only the number of positions is kept.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{array, mem, thread};

use super::automaton::Automaton;
use super::marked::{DiagramColumn, NONE};
use super::memory::{CountError, Memory};

/// The number of positions with each of [`Automaton::VERDICTS`].
type Verdicts = [u64; Automaton::VERDICTS.len()];

/// The sums of one ply.
pub(super) struct Sum<'a> {
    automaton: &'a Automaton,
    diagram: &'a [DiagramColumn],
    n_threads: NonZeroUsize,
    /// A number was too large for 64 bits.
    has_overflowed: AtomicBool,
}

/// Numbers of positions for pairs of a state and a node.
#[derive(Default)]
struct Pairs {
    /// The offsets at which each state's pairs begin, and at which the last ones end.
    starts: Vec<usize>,
    nodes: Vec<u32>,
    counts: Vec<u64>,
}

/// States of one row that are reached, and the nodes that go with them.
struct Targets {
    states: Range<usize>,
    nodes: Range<usize>,
}

impl<'a> Sum<'a> {
    pub(super) fn new(
        automaton: &'a Automaton,
        diagram: &'a [DiagramColumn],
        n_threads: NonZeroUsize,
    ) -> Self {
        Self { automaton, diagram, n_threads, has_overflowed: AtomicBool::new(false) }
    }

    /// Calls `report` with the number of each column that it is about to read.
    pub(super) fn verdicts(
        &self,
        memory: Memory,
        report: &mut dyn FnMut(usize),
    ) -> Result<Verdicts, CountError> {
        let start = Pairs { starts: vec![0, 1], nodes: vec![0], counts: vec![1] };
        let verdicts = self.finish(0, start, memory, report)?;
        let is_right = !self.has_overflowed.load(Ordering::Relaxed);
        is_right.then_some(verdicts).ok_or(CountError::TooLarge)
    }

    /// The sums of what follows `pairs`, which are those before `column`. If they take too much memory, the halves are
    /// computed one after the other.
    fn finish(
        &self,
        column: usize,
        mut pairs: Pairs,
        memory: Memory,
        report: &mut dyn FnMut(usize),
    ) -> Result<Verdicts, CountError> {
        for column in column..self.diagram.len() {
            report(column);
            pairs = match self.column(column, pairs, memory) {
                Ok(next) => next,
                Err(pairs) => {
                    let [first, second] = pairs.halves().ok_or(memory.error())?;
                    let smaller = memory.without(second.n_bytes());
                    let first = self.finish(column, first, smaller, report)?;
                    let second = self.finish(column, second, memory, report)?;
                    return Ok(array::from_fn(|i| self.add(first[i], second[i])));
                }
            };
        }
        Ok(array::from_fn(|state| {
            let counts = &pairs.counts[pairs.starts[state]..pairs.starts[state + 1]];
            counts.iter().fold(0, |sum, &count| self.add(sum, count))
        }))
    }

    fn add(&self, a: u64, b: u64) -> u64 {
        let (sum, has_overflowed) = a.overflowing_add(b);
        if has_overflowed {
            self.has_overflowed.store(true, Ordering::Relaxed);
        }
        sum
    }

    /// The pairs before the next column, or those before this one again if there is too little memory.
    fn column(&self, column: usize, mut pairs: Pairs, memory: Memory) -> Result<Pairs, Pairs> {
        let (states, nodes) = (&self.automaton.columns[column].rows, &self.diagram[column].rows);
        let (n_states, n_pairs) = (states[1], pairs.nodes.len());
        let n_rows = states.len() - 1;
        for row in 1..n_rows {
            let states = states[row] - n_states..states[row + 1] - n_states;
            let targets = Targets { states, nodes: nodes[row]..nodes[row + 1] };
            let Some(next) = self.follow(column, &pairs, &targets, memory) else {
                pairs.truncate(n_states, n_pairs);
                return Err(pairs);
            };
            pairs.append(next);
        }
        let n_targets = self.automaton.columns[column].predecessors.n_targets();
        let n_next = self.diagram.get(column + 1).map_or(1, |next| next.rows[1]);
        let targets = Targets { states: states[n_rows] - n_states..n_targets, nodes: 0..n_next };
        self.follow(column, &pairs, &targets, memory).ok_or_else(|| {
            pairs.truncate(n_states, n_pairs);
            pairs
        })
    }

    /// The pairs of `targets`, unless there is too little memory.
    fn follow(
        &self,
        column: usize,
        pairs: &Pairs,
        targets: &Targets,
        memory: Memory,
    ) -> Option<Pairs> {
        /// More than one, because parts take different times.
        const PARTS_PER_THREAD: usize = 8;
        // A third of the memory: the parts need room to grow, and are then joined in separate memory.
        let max_pairs = memory.without(pairs.n_bytes()).n_free / (3 * Pairs::BYTES);
        let (next_part, n_pairs) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let n_parts = self.n_threads.get() * PARTS_PER_THREAD;
        let length = targets.states.len().div_ceil(n_parts).max(1);
        let work = || {
            let mut parts = Vec::new();
            loop {
                let part = next_part.fetch_add(1, Ordering::Relaxed);
                let start = targets.states.start + part * length;
                let states = start..targets.states.end.min(start + length);
                if states.is_empty() {
                    return Some(parts);
                }
                let nodes = targets.nodes.clone();
                let pairs = self.part(column, pairs, Targets { states, nodes }, |n_new| {
                    n_pairs.fetch_add(n_new, Ordering::Relaxed) + n_new <= max_pairs
                });
                parts.push((part, pairs?));
            }
        };
        let parts: Option<Vec<_>> = thread::scope(|scope| {
            let others: Vec<_> = (1..self.n_threads.get()).map(|_| scope.spawn(work)).collect();
            let own = work();
            let others = others.into_iter().map(|other| other.join().expect("it does not panic"));
            [own].into_iter().chain(others).collect()
        });
        let mut parts: Vec<_> = parts?.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|&(part, _)| part);
        let mut all = Pairs { starts: vec![0], ..Pairs::default() };
        all.reserve(parts.iter().map(|(_, part)| part.nodes.len()).sum());
        for (_, part) in parts {
            all.append(part);
        }
        Some(all)
    }

    /// The pairs of some targets, unless `has_room` says that the pairs of a state do not fit.
    fn part(
        &self,
        column: usize,
        pairs: &Pairs,
        targets: Targets,
        has_room: impl Fn(usize) -> bool,
    ) -> Option<Pairs> {
        let predecessors = &self.automaton.columns[column].predecessors;
        let next = &self.diagram[column].next;
        let first = targets.nodes.start;
        let mut counts = vec![0; targets.nodes.len()];
        let mut reached = Vec::new();
        let mut part = Pairs { starts: vec![0], ..Pairs::default() };
        for target in targets.states {
            for (state, symbol) in predecessors.of(target) {
                for i in pairs.starts[state]..pairs.starts[state + 1] {
                    let node = next[symbol][pairs.nodes[i] as usize];
                    if node != NONE {
                        let count = &mut counts[node as usize - first];
                        if *count == 0 {
                            reached.push(node);
                        }
                        *count = self.add(*count, pairs.counts[i]);
                    }
                }
            }
            if !has_room(reached.len()) {
                return None;
            }
            for node in reached.drain(..) {
                part.nodes.push(node);
                part.counts.push(mem::take(&mut counts[node as usize - first]));
            }
            part.starts.push(part.nodes.len());
        }
        Some(part)
    }
}

impl Pairs {
    /// Bytes of a pair.
    const BYTES: usize = size_of::<u32>() + size_of::<u64>();

    fn n_bytes(&self) -> usize {
        self.nodes.len() * Self::BYTES + size_of_val(&self.starts[..])
    }

    fn reserve(&mut self, n_pairs: usize) {
        self.nodes.reserve_exact(n_pairs);
        self.counts.reserve_exact(n_pairs);
    }

    /// Adds the pairs of the states that come next.
    fn append(&mut self, mut other: Self) {
        self.reserve(other.nodes.len());
        let first = self.nodes.len();
        self.starts.extend(other.starts[1..].iter().map(|start| first + start));
        self.nodes.append(&mut other.nodes);
        self.counts.append(&mut other.counts);
    }

    fn truncate(&mut self, n_states: usize, n_pairs: usize) {
        self.starts.truncate(n_states + 1);
        self.nodes.truncate(n_pairs);
        self.counts.truncate(n_pairs);
    }

    /// Two halves of the pairs, if there are at least two.
    fn halves(mut self) -> Option<[Self; 2]> {
        let half = self.nodes.len() / 2;
        if half == 0 {
            return None;
        }
        let second = Self {
            starts: self.starts.iter().map(|start| start.saturating_sub(half)).collect(),
            nodes: self.nodes.split_off(half),
            counts: self.counts.split_off(half),
        };
        self.starts.iter_mut().for_each(|start| *start = half.min(*start));
        Some([self, second])
    }
}

#[cfg(test)]
mod tests {
    use foursight::AnySize;

    use super::super::{marked, orders::Orders};
    use super::*;

    /// Calls `test` with the sum of the positions with `n_discs` discs.
    fn with_sum<T>(size: AnySize, n_discs: usize, test: impl FnOnce(&Sum<'_>) -> T) -> T {
        let ample = Memory::new(1 << 30);
        let automaton = Automaton::new(size, ample, &mut |_| ()).expect("there is enough memory");
        let mut orders = Orders::new(size);
        for _ in 0..n_discs {
            orders.advance();
        }
        let diagram = marked::diagram(&orders, size);
        test(&Sum::new(&automaton, &diagram, NonZeroUsize::new(3).expect("it is not 0")))
    }

    #[test]
    fn less_memory_takes_more_steps() {
        with_sum(AnySize::new(4, 4, 4).expect("the size is valid"), 10, |sum| {
            let verdicts = |max_bytes| {
                let mut n_steps = 0;
                let verdicts = sum.verdicts(Memory::new(max_bytes), &mut |_| n_steps += 1);
                verdicts.map(|verdicts| (verdicts, n_steps))
            };
            let (ample, n_steps) = verdicts(1 << 20).expect("there is enough memory");
            assert_eq!(n_steps, 4, "each column once");
            let (scarce, n_steps) = verdicts(100_000).expect("there is enough memory for parts");
            assert_eq!(scarce, ample);
            assert!(n_steps > 4, "{n_steps} steps");
            assert_eq!(verdicts(500), Err(CountError::Memory { max_bytes: 500 }));
        });
    }

    #[test]
    fn numbers_that_are_too_large_are_noticed() {
        with_sum(AnySize::new(3, 3, 3).expect("the size is valid"), 1, |sum| {
            let verdicts = |count| {
                let start = Pairs { starts: vec![0, 1], nodes: vec![0], counts: vec![count] };
                sum.finish(0, start, Memory::new(1 << 20), &mut |_| ()).map(|sums| sums[0])
            };
            // One disc has three places.
            assert_eq!(verdicts(u64::MAX / 3), Ok(u64::MAX));
            assert!(!sum.has_overflowed.load(Ordering::Relaxed));
            assert_eq!(verdicts(u64::MAX / 3 + 1), Ok(2));
            assert!(sum.has_overflowed.load(Ordering::Relaxed));
        });
    }
}

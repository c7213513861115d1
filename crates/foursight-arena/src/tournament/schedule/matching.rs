//! The largest number of disjoint edges of a graph: J. Edmonds' algorithm with blossoms ("Paths, trees, and flowers", 1965).
//!
//! A matching grows along augmenting paths, whose edges are alternately outside it and in it. The search for a path
//! starts at a free vertex and goes breadth first; a cycle of odd length on the way is a blossom, whose vertices can
//! all be entered from either side, and is shrunk to its base.

use std::collections::VecDeque;

/// The number of edges in a largest matching of the graph on `n` vertices.
pub(super) fn largest(n: usize, is_edge: impl Fn(usize, usize) -> bool) -> usize {
    let edges =
        |vertex| (0..n).filter(|&other| other != vertex && is_edge(vertex, other)).collect();
    let mut matching = Matching { neighbors: (0..n).map(edges).collect(), mates: vec![None; n] };
    matching.take_free_edges();
    for vertex in 0..n {
        if matching.mates[vertex].is_none() {
            matching.augment(vertex);
        }
    }
    matching.mates.iter().flatten().count() / 2
}

struct Matching {
    neighbors: Vec<Vec<usize>>,
    mates: Vec<Option<usize>>,
}

/// A search for an augmenting path.
struct Search {
    /// The predecessor of each vertex that was reached by an edge outside the matching.
    parents: Vec<Option<usize>>,
    /// The base of the blossom that contains each vertex, or the vertex itself if there is none.
    bases: Vec<usize>,
    /// The vertices that were put into the queue.
    seen: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Matching {
    /// Makes a first matching, which leaves little to the search.
    fn take_free_edges(&mut self) {
        for vertex in 0..self.mates.len() {
            let free = |&&other: &&usize| self.mates[other].is_none();
            if self.mates[vertex].is_none()
                && let Some(&other) = self.neighbors[vertex].iter().find(free)
            {
                self.mates[vertex] = Some(other);
                self.mates[other] = Some(vertex);
            }
        }
    }

    /// Makes the matching larger by one if an augmenting path begins at `root`.
    fn augment(&mut self, root: usize) {
        let mut search = Search::from(root, self.mates.len());
        let mut end = self.find_path(&mut search, root);
        while let Some(vertex) = end {
            let before = search.parents[vertex].expect("a path leads here from the root");
            end = self.mates[before];
            self.mates[vertex] = Some(before);
            self.mates[before] = Some(vertex);
        }
    }

    /// The free vertex at the other end of an augmenting path.
    fn find_path(&self, search: &mut Search, root: usize) -> Option<usize> {
        while let Some(vertex) = search.queue.pop_front() {
            for &other in &self.neighbors[vertex] {
                if search.bases[vertex] == search.bases[other] || self.mates[vertex] == Some(other)
                {
                    continue;
                }
                let mate = self.mates[other];
                if other == root || mate.is_some_and(|mate| search.parents[mate].is_some()) {
                    self.shrink(search, vertex, other);
                } else if search.parents[other].is_none() {
                    search.parents[other] = Some(vertex);
                    match mate {
                        Some(mate) => search.enter(mate),
                        None => return Some(other),
                    }
                }
            }
        }
        None
    }

    /// Shrinks the blossom that the edge between `a` and `b` closes.
    fn shrink(&self, search: &mut Search, a: usize, b: usize) {
        let base = self.common_base(search, a, b);
        let mut blossom = vec![false; self.mates.len()];
        self.mark_side(search, a, base, b, &mut blossom);
        self.mark_side(search, b, base, a, &mut blossom);
        for vertex in 0..self.mates.len() {
            if blossom[search.bases[vertex]] {
                search.bases[vertex] = base;
                search.enter(vertex);
            }
        }
    }

    /// The last base that the paths from the root to `a` and to `b` share.
    fn common_base(&self, search: &Search, a: usize, b: usize) -> usize {
        let mut on_way = vec![false; self.mates.len()];
        let way = |from: usize| {
            let up = |&base: &usize| {
                let before = search.parents[self.mates[base]?]?;
                Some(search.bases[before])
            };
            std::iter::successors(Some(search.bases[from]), up)
        };
        way(a).for_each(|base| on_way[base] = true);
        way(b).find(|&base| on_way[base]).expect("both ways begin at the root")
    }

    /// Marks the vertices between `vertex` and the base, and lets paths lead over `child` as well.
    fn mark_side(
        &self,
        search: &mut Search,
        mut vertex: usize,
        base: usize,
        mut child: usize,
        blossom: &mut [bool],
    ) {
        while search.bases[vertex] != base {
            let mate = self.mates[vertex].expect("only the root is free");
            blossom[search.bases[vertex]] = true;
            blossom[search.bases[mate]] = true;
            search.parents[vertex] = Some(child);
            child = mate;
            vertex = search.parents[mate].expect("the mate was reached from the root");
        }
    }
}

impl Search {
    fn from(root: usize, n: usize) -> Self {
        let mut search = Self {
            parents: vec![None; n],
            bases: (0..n).collect(),
            seen: vec![false; n],
            queue: VecDeque::new(),
        };
        search.enter(root);
        search
    }

    fn enter(&mut self, vertex: usize) {
        if !std::mem::replace(&mut self.seen[vertex], true) {
            self.queue.push_back(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same number found by trying everything: the first vertex is matched with each other vertex or with none.
    fn by_trying(vertices: &[usize], is_edge: &impl Fn(usize, usize) -> bool) -> usize {
        let [first, rest @ ..] = vertices else { return 0 };
        let with = rest.iter().filter(|&&other| is_edge(*first, other)).map(|&other| {
            let left: Vec<usize> = rest.iter().copied().filter(|&vertex| vertex != other).collect();
            1 + by_trying(&left, is_edge)
        });
        with.max().unwrap_or(0).max(by_trying(rest, is_edge))
    }

    #[test]
    fn random_graphs() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..3_000 {
            let (n, density) = (random.usize(0..10), random.f64() * 0.7);
            let edges: Vec<bool> = (0..n * n).map(|_| random.f64() < density).collect();
            let is_edge = |a: usize, b: usize| edges[a.min(b) * n + a.max(b)];
            let vertices: Vec<usize> = (0..n).collect();
            assert_eq!(largest(n, is_edge), by_trying(&vertices, &is_edge), "{n}: {edges:?}");
        }
    }
}

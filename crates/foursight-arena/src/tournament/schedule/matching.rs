//! The largest number of disjoint edges of a graph.
//!
//! It is half the rank of Tutte's matrix, in which each edge has a variable of its own: `x` in one direction, `-x` in
//! the other. With random numbers for the variables, the rank is hardly ever lower (L. Lovász, "On determinants,
//! matchings, and random algorithms", 1979): modulo a prime of 61 bits, for one of 10^15 graphs with a thousand
//! vertices.

use fastrand::Rng;

/// The prime modulo which the matrix is computed.
const PRIME: u64 = (1 << 61) - 1;

/// The number of edges in a largest matching of the graph on `n` vertices.
pub(super) fn largest(n: usize, is_edge: impl Fn(usize, usize) -> bool) -> usize {
    let n_free_edges = n_free_edges(n, &is_edge);
    if n_free_edges == n / 2 { n_free_edges } else { rank(matrix(n, &is_edge)) / 2 }
}

/// The number of edges in a matching that takes the first free edge of each vertex: often all, much sooner.
fn n_free_edges(n: usize, is_edge: &impl Fn(usize, usize) -> bool) -> usize {
    let (mut is_free, mut n_edges) = (vec![true; n], 0);
    for a in 0..n {
        let other = (a + 1..n).find(|&b| is_free[a] && is_free[b] && is_edge(a, b));
        if let Some(b) = other {
            is_free[b] = false;
            n_edges += 1;
        }
    }
    n_edges
}

/// Tutte's matrix with random numbers, the same at each call.
fn matrix(n: usize, is_edge: &impl Fn(usize, usize) -> bool) -> Vec<Vec<u64>> {
    let mut random = Rng::with_seed(1);
    let mut rows = vec![vec![0; n]; n];
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    for (a, b) in pairs.filter(|&(a, b)| is_edge(a, b)) {
        rows[a][b] = random.u64(1..PRIME);
        rows[b][a] = PRIME - rows[a][b];
    }
    rows
}

/// The rank of a matrix, by elimination.
fn rank(mut rows: Vec<Vec<u64>>) -> usize {
    let (n, mut rank) = (rows.len(), 0);
    for column in 0..n {
        let Some(found) = (rank..n).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, found);
        let pivot = rows[rank].clone();
        for row in rows.iter_mut().skip(rank + 1).filter(|row| row[column] != 0) {
            // The row times the pivot's entry, less the pivot times the row's.
            let less = PRIME - row[column];
            for (entry, above) in row.iter_mut().zip(&pivot).skip(column) {
                *entry = (product(*entry, pivot[column]) + product(less, *above)) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

/// A number below 2^62 that equals the product: 2^61 is 1 modulo the prime.
fn product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64 & PRIME) + (product >> 61) as u64
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
        let mut random = Rng::with_seed(1);
        for _ in 0..3_000 {
            let (n, density) = (random.usize(0..10), random.f64() * 0.7);
            let edges: Vec<bool> = (0..n * n).map(|_| random.f64() < density).collect();
            let is_edge = |a: usize, b: usize| edges[a.min(b) * n + a.max(b)];
            let vertices: Vec<usize> = (0..n).collect();
            assert_eq!(largest(n, is_edge), by_trying(&vertices, &is_edge), "{n}: {edges:?}");
        }
    }
}

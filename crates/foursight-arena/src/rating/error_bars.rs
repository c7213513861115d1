//! Error bars of ratings: their covariance, the normal distribution, and what they need of matrices.

use std::f64::consts::TAU;

use super::match_result::ELO_PER_NAT;
use super::{Encounter, Model};

/// The variance of the points of a pair of independent games between equals without draws.
const PAIR_VARIANCE: f64 = 0.5;

/// The number of standard deviations on each side of the mean that contain 95 %.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// The probability of a value below `z` standard deviations above the mean.
///
/// The series is from G. Marsaglia, "Evaluating the Normal Distribution" (2004): all its terms have the same sign.
pub(crate) fn cumulative(z: f64) -> f64 {
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (0.0_f64, z, 1.0);
    while term.abs() > sum.abs() * 1e-17 {
        sum += term;
        odd += 2.0;
        term *= z * z / odd;
    }
    0.5 + sum * (-z * z / 2.0).exp() / TAU.sqrt()
}

impl Encounter {
    /// The variance of the points, as observed in the pair results.
    pub(super) fn variance(&self, nats: &[f64]) -> f64 {
        let information = self.information(nats);
        let expected = 2.0 * self.expected(nats);
        let squares = (0_u8..).zip(self.counts.0).map(|(half_points, count)| {
            count as f64 * (f64::from(half_points) / 2.0 - expected).powi(2)
        });
        let ratio = (squares.sum::<f64>() + PAIR_VARIANCE) / (information + PAIR_VARIANCE);
        ratio * information
    }
}

/// The covariance of the ratings around these values, in nats squared.
pub(super) fn covariance(nats: &[f64], model: &Model) -> Matrix {
    sandwich(&model.spread(nats), &model.assemble(nats, Encounter::variance))
}

/// The same covariance in Elo squared.
pub(super) fn in_elo(covariance: &Matrix) -> Matrix {
    let row = |row: &Vec<f64>| row.iter().map(|entry| entry * ELO_PER_NAT * ELO_PER_NAT).collect();
    covariance.iter().map(row).collect()
}

/// The covariance, in Elo, of the distances to the average.
pub(super) fn centered(covariance: &Matrix) -> Matrix {
    let n = covariance.len() as f64;
    let means: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / n).collect();
    let mean = means.iter().sum::<f64>() / n;
    let center = |a: usize, b: usize| covariance[a][b] - means[a] - means[b] + mean;
    let row = |a| (0..means.len()).map(|b| center(a, b)).collect();
    in_elo(&(0..means.len()).map(row).collect())
}

/// Rows of equal length.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros with `n` rows and columns.
pub(crate) fn zeros(n: usize) -> Matrix {
    vec![vec![0.0; n]; n]
}

/// The inverse of a positive definite matrix, which needs no search for pivots.
pub(crate) fn inverse(mut matrix: Matrix) -> Matrix {
    let n = matrix.len();
    for pivot in 0..n {
        let scale = 1.0 / std::mem::replace(&mut matrix[pivot][pivot], 1.0);
        matrix[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(index, _)| index != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix
}

/// The product of a matrix and a vector.
pub(crate) fn apply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    let row_product = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row_product).collect()
}

/// `outer * inner * outer` for symmetric matrices.
pub(crate) fn sandwich(outer: &Matrix, inner: &Matrix) -> Matrix {
    let left: Matrix = outer.iter().map(|row| apply(inner, row)).collect();
    left.iter().map(|row| apply(outer, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual table of the normal distribution, to more digits.
    #[test]
    fn table() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_05),
            (Z_95, 0.975),
            (-3.0, 0.001_349_898_031_630_094_6),
            (6.0, 0.999_999_999_013_412_3),
            (9.0, 1.0),
            (-9.0, 0.0),
        ];
        for (z, expected) in table {
            assert!((cumulative(z) - expected).abs() < 1e-14, "{z}: {}", cumulative(z));
        }
    }
}

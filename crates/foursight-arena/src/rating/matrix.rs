//! Small square matrices, limited to the operations that ratings need.

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

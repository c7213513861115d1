//! The normal distribution, limited to what ratings need.

use std::f64::consts::TAU;

/// The number of standard deviations around the mean that hold 95 %.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// The probability of a value below `z` standard deviations above the mean.
///
/// The series is that of G. Marsaglia, "Evaluating the Normal Distribution" (2004): all its terms have one sign.
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

//! Weights by which the better one of two moves has the higher promise.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use foursight_engine::ordering::{N_FEATURES, Row};

use super::sample::{Move, Node};

/// The promise of a threat near the end is the unit of the weights.
const UNIT: f64 = 256.0;

const N_STEPS: i32 = 400;

/// One node in this number is held out.
const HELD_OUT: usize = 5;

type Values = [f64; N_FEATURES];

/// Two moves of a node: how much more the better one has of each feature, and what the other one costs.
struct Pair {
    difference: Values,
    stake: f64,
}

pub(super) fn run(path: &Path) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let nodes = text.trim_end().split("\n\n").map(read).collect::<Result<Vec<_>>>()?;
    println!("[");
    for is_attack in [true, false] {
        let of_kind = || nodes.iter().filter(|node| node.is_attack == is_attack).enumerate();
        let pairs = |held_out: bool| -> Vec<Pair> {
            let chosen = of_kind().filter(|(n, _)| (n % HELD_OUT == 0) == held_out);
            chosen.flat_map(|(_, node)| pairs(node)).collect()
        };
        let (learned, held_out) = (pairs(false), pairs(true));
        ensure!(!learned.is_empty() && !held_out.is_empty(), "too few samples");
        let weights = fit(&learned);
        for (name, pairs) in [("learned", &learned), ("held out", &held_out)] {
            eprintln!("loss of {} pairs, {name}: {:.4}", pairs.len(), loss(pairs, &weights));
        }
        println!("    {:?},", weights.map(|weight| (weight * UNIT).round() as i32));
    }
    println!("]");
    Ok(())
}

/// A node as `sample` prints it.
fn read(lines: &str) -> Result<Node> {
    let mut node = Node { is_attack: false, moves: Vec::new() };
    for line in lines.lines() {
        let numbers = line.split(' ').map(str::parse).collect::<Result<Vec<i32>, _>>();
        let numbers = numbers.with_context(|| format!("{line:?} is not a line of numbers"))?;
        let [is_attack, answers, cost, features @ ..] = numbers.as_slice() else {
            anyhow::bail!("{line:?} lacks numbers");
        };
        let features =
            Row::try_from(features).with_context(|| format!("{line:?} has too few features"))?;
        node.is_attack = *is_attack == 1;
        node.moves.push(Move { answers: *answers == 1, cost: *cost as u64, features });
    }
    Ok(node)
}

/// The pairs of moves of which one is better: it answers the question and the other one does not, or costs less.
fn pairs(node: &Node) -> impl Iterator<Item = Pair> {
    let with_all = |better| node.moves.iter().map(move |other| (better, other));
    node.moves.iter().filter(|better| better.answers).flat_map(with_all).filter_map(
        |(better, other): (&Move, &Move)| {
            let saved =
                if other.answers { other.cost.saturating_sub(better.cost) } else { other.cost };
            let difference = std::array::from_fn(|feature| {
                f64::from(better.features[feature] - other.features[feature])
            });
            (saved > 0).then(|| Pair { difference, stake: (saved as f64).sqrt() })
        },
    )
}

/// How much higher the better move's promise is.
fn lead(pair: &Pair, weights: &Values) -> f64 {
    pair.difference.iter().zip(weights).map(|(x, weight)| x * weight).sum()
}

/// The mean logistic loss, by stakes.
fn loss(pairs: &[Pair], weights: &Values) -> f64 {
    let losses = pairs.iter().map(|pair| pair.stake * (-lead(pair, weights)).exp().ln_1p());
    losses.sum::<f64>() / pairs.iter().map(|pair| pair.stake).sum::<f64>()
}

/// Gradient descent with a pace of its own for each weight (Adam), and a pull toward zero.
fn fit(pairs: &[Pair]) -> Values {
    let mut weights = Values::default();
    let total: f64 = pairs.iter().map(|pair| pair.stake).sum();
    let spread: Values = std::array::from_fn(|i| {
        let squares = pairs.iter().map(|pair| pair.difference[i].powi(2)).sum::<f64>();
        (squares / pairs.len() as f64).sqrt().max(1e-9)
    });
    let (mut mean, mut square) = (Values::default(), Values::default());
    for step in 1..=N_STEPS {
        let mut slope = Values::default();
        for pair in pairs {
            let pull = -pair.stake / (1.0 + lead(pair, &weights).exp()) / total;
            for (slope, difference) in slope.iter_mut().zip(pair.difference) {
                *slope += pull * difference;
            }
        }
        let rate = 0.05 * (1.0 - f64::from(step) / f64::from(N_STEPS + 1));
        for i in 0..weights.len() {
            let slope = slope[i] / spread[i] + 0.002 * weights[i] * spread[i];
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.99 * square[i] + 0.01 * slope * slope;
            let mean = mean[i] / (1.0 - 0.9_f64.powi(step));
            let square = square[i] / (1.0 - 0.99_f64.powi(step));
            weights[i] -= rate * mean / (square.sqrt() + 1e-8) / spread[i];
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_are_printed() {
        let size = "6x5".parse().unwrap();
        let node = super::super::sample::nodes(size, 14..=16, 1).next().unwrap();
        assert!(node.moves.iter().any(|of_move| of_move.answers), "some move answers the question");
        assert_eq!(read(node.to_string().trim_end()).unwrap().to_string(), node.to_string());
        assert!(read("1 1 5 2").is_err(), "features are missing");
    }

    /// Two moves that differ in one feature, which costs a hundred nodes.
    #[test]
    fn what_costs_is_unlearned() {
        let mut difference = Values::default();
        difference[0] = -1.0;
        let pairs = [Pair { difference, stake: 10.0 }];
        let weights = fit(&pairs);
        assert!(weights[0] < -1.0, "{weights:?}");
        assert!(loss(&pairs, &weights) < loss(&pairs, &Values::default()));
    }
}

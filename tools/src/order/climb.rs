//! Random changes of the weights, kept where they save nodes.

use std::fs;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use foursight::{AnySize, Position, notation::moves};
use foursight_engine::ordering::{Model, Row};
use foursight_engine::{AnySolver, Control, Goal, Solve, TableSize};

/// A change is kept if it saves this share of the nodes in the geometric mean of the sets.
const LEAST_GAIN: f64 = 0.002;

/// Climbs without end, and prints every step. All sets are of boards that share their weights.
pub(super) fn run(sets: &[String]) -> Result<()> {
    let sets = sets.iter().map(|name| positions(name)).collect::<Result<Vec<_>>>()?;
    let costs = |rows: [Row; 2]| -> Vec<f64> {
        // A solver may keep its order, so each order lives on: 50 KB.
        let order = Box::leak(Box::new(Model::new(rows)));
        sets.iter().map(|positions| cost(positions, order)).collect()
    };
    let mean = |costs: &[f64]| costs.iter().sum::<f64>() / costs.len() as f64;
    let mut random = Rng::new();
    let mut best = Model::learned(sets[0][0].size()).weights();
    let first = costs(best);
    let mut least = mean(&first);
    loop {
        let mut rows = best;
        for _ in 0..random.choice([1, 1, 2, 3, 5, 8]).context("a choice")? {
            let weight = random.choice(rows.as_flattened_mut()).context("a weight")?;
            let most = weight.abs() / 2 + 20;
            *weight += random.i32(-most..=most);
        }
        let found = costs(rows);
        if mean(&found) < least - LEAST_GAIN {
            (best, least) = (rows, mean(&found));
            let share = |(cost, first): (&f64, &f64)| (cost - first).exp();
            let shares: Vec<f64> = found.iter().zip(&first).map(share).collect();
            println!("{shares:.3?}\n{best:?}");
        }
    }
}

/// The empty board of a size, such as `8x4`, or some lines of a file of positions on the standard board, such as
/// `FILE:1-30`.
fn positions(name: &str) -> Result<Vec<Position<AnySize>>> {
    let Some((path, lines)) = name.rsplit_once(':') else {
        return Ok(vec![Position::empty(name.parse()?)]);
    };
    let (first, last) = lines.split_once('-').context("expected FILE:FIRST-LAST")?;
    let (first, last): (usize, usize) = (first.parse()?, last.parse()?);
    let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let positions = lines.take(last).skip(first.saturating_sub(1)).map(|line| {
        let played = line.split(' ').next().unwrap_or_default();
        moves::position(played, AnySize::default()).with_context(|| format!("{path}: {line}"))
    });
    let positions = positions.collect::<Result<Vec<_>>>()?;
    ensure!(!positions.is_empty(), "{name} has no positions");
    Ok(positions)
}

/// The logarithm of the nodes that the searches of all positions visit.
fn cost(positions: &[Position<AnySize>], order: &'static Model) -> f64 {
    let mut solver = AnySolver::with_order(positions[0].size(), TableSize::default(), order);
    let nodes = positions.iter().map(|position| {
        solver.clear();
        solver.solve(position, Goal::Score, &mut Control::default()).nodes
    });
    (nodes.sum::<u64>() as f64).ln()
}

//! Estimates how long a large board would take, from positions of its later plies.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::iter;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use foursight::{AnySize, Position, Size};

use super::known::Known;
use super::solve;
use crate::save;

/// Number of plies between two samples, positions per sample, and samples that the line passes through.
const STEP: usize = 4;
const N_POSITIONS: usize = 40;
const N_FITTED: usize = 4;

/// Maximum total of nodes in a sample before an earlier one is taken: each takes about ten times as many as the last.
const MAX_NODES: u64 = 200_000_000;

/// Number of random games that may end before one reaches a position for a sample.
const MAX_GAMES: usize = 100_000;

/// Time limit for a position.
const LIMIT: Duration = Duration::from_hours(2);

/// The solved positions of one ply.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    ply: usize,
    /// The average per position.
    nodes: f64,
    nodes_per_second: f64,
}

/// Estimates each board of `sizes`, and writes docs/estimates.md.
pub(super) fn run(sizes: &[AnySize], program: &OsString, known: &Known) -> Result<()> {
    let mut page = INTRO.to_owned();
    for &size in sizes {
        let samples = samples(size, program)?;
        ensure!(samples.len() >= 2, "{size} has too few plies");
        let nodes = known.board(size).filter(|board| board.score().is_some());
        page += &section(size, &samples, nodes.map(|board| board.nodes));
    }
    save("docs/estimates.md", &page)
}

const INTRO: &str = "\
# Boards that take too long

How many positions must be searched to solve an empty board that takes too long to solve here? Random positions from its
later plies can be solved: 40 from every fourth ply, each from a cold table on one thread. Every four plies closer to the
empty board, their average node count grows by about the same factor. So a straight line through the logarithms of the
last four averages, continued to ply 0, gives an estimate. Boards whose true node count is known show how good the
estimates are; over sixteen plies, as for 8x8, an estimate may well be ten times too low. The moves that lead to the
positions are random, except that they take every win, block every threat and allow none.

    cargo xtask sizes --estimate 7x6 7x7 8x6 8x8

writes this page. Node counts do not depend on the machine, but times do.
";

fn samples(size: AnySize, program: &OsString) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let plies =
        iter::successors(Some(size.n_cells() / 2 / STEP * STEP), |ply| ply.checked_sub(STEP));
    for ply in plies.take_while(|&ply| ply > 0) {
        let mut random = Rng::with_seed(ply as u64);
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for _ in 0..N_POSITIONS {
            let moves = random_moves(size, ply, &mut random).with_context(|| {
                format!("random games on {size} have no quiet position of ply {ply}")
            })?;
            let solved = solve(size, &moves, &["--threads=1"], program, "", LIMIT)?;
            ensure!(solved.score().is_some(), "{size} {moves} takes longer than {LIMIT:?}");
            nodes += solved.nodes;
            time += solved.time;
        }
        let sample = Sample {
            ply,
            nodes: nodes as f64 / N_POSITIONS as f64,
            nodes_per_second: nodes as f64 / time.as_secs_f64(),
        };
        eprintln!("tools: {size} {sample:?}");
        samples.push(sample);
        if nodes > MAX_NODES {
            break;
        }
    }
    Ok(samples)
}

/// The moves to an undecided position of `ply` without an immediate win; `None` if hardly any game reaches one.
fn random_moves(size: AnySize, ply: usize, random: &mut Rng) -> Option<String> {
    'game: for _ in 0..MAX_GAMES {
        let (mut position, mut text) = (Position::empty(size), String::new());
        for played in 0..=ply {
            let moves: Vec<_> = position.non_losing_moves().cells().collect();
            let wins = position.playable_cells() & position.winning_cells();
            if !wins.is_empty() || moves.is_empty() {
                continue 'game;
            }
            if played < ply {
                let column = moves[random.usize(..moves.len())].column;
                position = position.play(column).expect("there is room for the move");
                write!(text, "{}", column.index() + 1).expect("a string takes all");
            }
        }
        return Some(text);
    }
    None
}

/// The estimated number of nodes of the empty board, from the line through the earliest samples.
fn estimate(samples: &[Sample]) -> f64 {
    let fitted = &samples[samples.len().saturating_sub(N_FITTED)..];
    let n = fitted.len() as f64;
    let mean = |of: &dyn Fn(&Sample) -> f64| fitted.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|sample| sample.ply as f64), mean(&|sample| sample.nodes.ln()));
    let products = mean(&|sample| (sample.ply as f64 - x) * (sample.nodes.ln() - y));
    let squares = mean(&|sample| (sample.ply as f64 - x).powi(2));
    (y - products / squares * x).exp()
}

fn section(size: AnySize, samples: &[Sample], known: Option<u64>) -> String {
    let mut text = format!("\n## {size}\n\n| ply | nodes per position |\n|---|---|\n");
    for Sample { ply, nodes, .. } in samples {
        writeln!(text, "| {ply} | {nodes:.0} |").expect("a string takes all");
    }
    let nodes = estimate(samples);
    // The earliest positions are the most similar to the empty board.
    let speed = samples.last().map_or(f64::NAN, |sample| sample.nodes_per_second);
    let time = match nodes / speed {
        seconds @ ..3600.0 => format!("{seconds:.0} seconds"),
        seconds => format!("{:.0} hours", seconds / 3600.0),
    };
    let truth = known.map_or(String::new(), |known| {
        format!(" The actual search took {:.1e} nodes on two threads.", known as f64)
    });
    text + &format!(
        "\nEstimate for the empty board: {nodes:.1e} nodes, which take {time} on one thread at {:.1} million nodes \
         per second.{truth}\n",
        speed / 1e6
    )
}

#[cfg(test)]
mod tests {
    use foursight::notation::moves;

    use super::*;

    fn samples(nodes: &[f64]) -> Vec<Sample> {
        let sample = |(index, &nodes)| Sample { ply: 20 - 4 * index, nodes, nodes_per_second: 1e6 };
        nodes.iter().enumerate().map(sample).collect()
    }

    #[test]
    fn steady_growth_is_continued_to_the_empty_board() {
        let nodes = estimate(&samples(&[7.0, 1e3, 1e4, 1e5, 1e6]));
        assert!((nodes / 1e7 - 1.0).abs() < 1e-9, "{nodes}");
    }

    #[test]
    fn a_section_says_nodes_hours_and_the_truth() {
        let size = AnySize::default();
        let text = section(size, &samples(&[1e2, 1e3, 1e4, 1e5, 1e6]), Some(43_340_928));
        let end = "Estimate for the empty board: 1.0e7 nodes, which take 10 seconds on one thread at 1.0 million nodes per \
                   second. The actual search took 4.3e7 nodes on two threads.\n";
        assert!(text.ends_with(end), "{text}");
        assert!(text.contains("\n## 7x6\n") && text.contains("\n| 8 | 100000 |\n"), "{text}");
    }

    #[test]
    fn positions_of_a_sample_are_open_and_quiet() {
        let size = AnySize::new(8, 8, 4).unwrap();
        let mut random = Rng::with_seed(1);
        for ply in [4, 16, 32] {
            let moves = random_moves(size, ply, &mut random).unwrap();
            let position = moves::position(&moves, size).unwrap();
            assert_eq!(position.ply(), ply);
            assert!((position.playable_cells() & position.winning_cells()).is_empty());
            assert!(!position.non_losing_moves().is_empty());
        }
    }

    #[test]
    fn where_no_position_is_quiet_the_search_for_one_ends() {
        let size = AnySize::new(3, 3, 3).unwrap();
        assert_eq!(random_moves(size, 9, &mut Rng::with_seed(1)), None);
    }
}

//! `cargo xtask order`: learns the weights of the order of moves from what a wrong order costs.
//!
//! `sample` searches every move of many nodes, `fit` finds the weights that would have put the cheap moves first, and
//! `climb` goes on from the weights that the solver uses, by the nodes of whole searches.

mod climb;
mod fit;
mod sample;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Subcommand;
use foursight::{AnySize, Size};

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Print nodes whose question some move answers: a line for each move, with the cost of its search.
    Sample {
        /// The board.
        #[arg(long, default_value = "7x6")]
        size: AnySize,
        /// Number of nodes.
        #[arg(long, default_value_t = 7_000)]
        nodes: usize,
        /// Minimum number of empty cells in a node.
        #[arg(long, default_value_t = 22)]
        least: usize,
        /// Maximum number of empty cells in a node.
        #[arg(long, default_value_t = 34)]
        most: usize,
        /// Seed for the random nodes.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Print weights for `ordering/weights.in` that suit samples.
    Fit {
        /// What `sample` has printed.
        samples: PathBuf,
    },
    /// Change the weights at random, forever, and print those that save nodes.
    Climb {
        /// Empty boards such as 8x4, and lines of files such as crates/foursight-engine/tests/data/begin-hard.txt:2-7.
        #[arg(required = true)]
        sets: Vec<String>,
    },
}

pub(crate) fn run(task: Task) -> Result<()> {
    match task {
        Task::Sample { size, nodes, least, most, seed } => {
            let most_cells = size.n_cells();
            ensure!(
                2 <= least && least <= most && most <= most_cells,
                "expected 2 <= --least <= --most <= {most_cells}, not {least} and {most}"
            );
            let mut out = io::stdout().lock();
            for node in sample::nodes(size, least..=most, seed).take(nodes) {
                write!(out, "{node}")?;
            }
            Ok(())
        }
        Task::Fit { samples } => fit::run(&samples),
        Task::Climb { sets } => climb::run(&sets),
    }
}

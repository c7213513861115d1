//! `foursight book import`: turns a book of another program into one of ours.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use foursight::notation::moves;
use foursight::{AnySize, Position, Score};
use foursight_engine::{AnySolver, Control, Goal, Limits, Solve, TableSize};
use indicatif::{ProgressBar, ProgressStyle};

use super::build::{self, TargetArgs};
use crate::books::PonsBook;
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;

#[derive(Args, Debug)]
pub(super) struct ImportArgs {
    /// The program that wrote the file.
    program: Program,
    /// The file of its opening book.
    file: PathBuf,
    /// Number of discs in the positions to import [default: the most in the file].
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Program {
    /// Pascal Pons's Connect 4 solver.
    Pons,
}

/// Number of scores to check against the solver before the file is used.
const N_SAMPLES: usize = 100;

pub(super) fn run(args: &ImportArgs) -> Result<()> {
    let Program::Pons = args.program;
    let wrong = |message: String| UsageError(format!("{}: {message}", args.file.display()));
    let bytes = fs::read(&args.file).map_err(|error| wrong(error.to_string()))?;
    let foreign = PonsBook::read(&bytes)
        .map_err(|message| wrong(format!("this is not a book of Pons's solver: {message}")))?;
    let size = foreign.size();
    let depth = foreign.depth().ok_or_else(|| wrong("it holds no positions".to_owned()))?;
    let plies = args.plies.unwrap_or(depth);
    if plies > depth {
        let message = format!("it holds positions of up to {depth} discs, not {plies}");
        return Err(wrong(message).into());
    }
    build::check(size, plies)?;
    args.target.make(size, plies, |positions| {
        let scores: Vec<_> = positions.iter().map(|position| foreign.score(position)).collect();
        let known: Vec<_> = positions
            .iter()
            .zip(&scores)
            .filter_map(|(position, score)| Some((*position, (*score)?)))
            .collect();
        if known.is_empty() {
            return Err(wrong(format!("it has no score of a position with {plies} discs")).into());
        }
        for (position, score) in &known {
            if !(Score::loss_next(position)..Score::win_now(position)).contains(score) {
                let moves = moves::write(&moves::order(position)?);
                return Err(wrong(format!("moves {moves} cannot have a score of {score}")).into());
            }
        }
        let n_samples = N_SAMPLES.min(known.len());
        let samples = (0..n_samples).map(|index| known[index * known.len() / n_samples]);
        args.check(size, samples.collect(), wrong)?;
        eprintln!(
            "{}: up to {depth} discs; {n_samples} of {} scores checked against the solver, all correct",
            args.file.display(),
            known.len()
        );
        Ok(scores)
    })
}

impl ImportArgs {
    /// Solves the sampled positions and compares their scores.
    fn check(
        &self,
        size: AnySize,
        samples: Vec<(Position<AnySize>, Score)>,
        wrong: impl Fn(String) -> UsageError,
    ) -> Result<()> {
        let n_threads = self.target.n_threads();
        let table_size = TableSize::for_threads(n_threads);
        let mut solver = AnySolver::try_with_threads(size, table_size, n_threads)?;
        let template = "{bar:40} {pos} of {len} scores checked";
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let bar = ProgressBar::new(samples.len() as u64).with_style(style);
        for (position, score) in samples {
            let limits = Limits::canceled_by(interrupt::flag());
            let solution = solver.solve(&position, Goal::Score, &mut Control::limited(limits));
            let found = solution.score().ok_or(Interrupted)?;
            if found != score {
                let moves = moves::write(&moves::order(&position)?);
                return Err(wrong(format!(
                    "moves {moves} have a score of {found}, not {score}; the file is not used"
                ))
                .into());
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

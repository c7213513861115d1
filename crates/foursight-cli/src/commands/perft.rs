//! `foursight perft`: counts move sequences and positions.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use foursight::notation::moves::STARTPOS;
use foursight::perft::{perft_any_size, positions_by_ply_any_size};
use foursight::{AnySize, Position};
use serde_json::json;

use crate::args::PositionArgs;
use crate::progress::LateSpinner;

/// Count the move sequences of each length from 1 to DEPTH and print a line `LENGTH COUNT` for each.
///
/// A sequence that ends the game early is not counted, so every count after a won position is 0. With DEPTH 0 the only
/// line is `0 1`, for the empty sequence. The counts for the standard board are published, so they test the rules.
#[derive(Args, Debug)]
#[command(mut_arg("position", |arg| arg.default_value(STARTPOS).help("The position to count from")))]
pub(crate) struct PerftArgs {
    /// The length of the longest sequences, in plies.
    depth: usize,
    #[command(flatten)]
    position: PositionArgs,
    /// Count distinct positions instead, starting at length 0. This keeps all positions of one length in memory: 250 MB
    /// for length 10 on the standard board. Mirror images count separately, and positions in which the game has just
    /// ended count too.
    #[arg(long)]
    distinct: bool,
    /// Print a line `COLUMN COUNT` for each first move instead, with the sequences of DEPTH plies that it starts.
    #[arg(long, conflicts_with = "distinct")]
    divide: bool,
    /// Print a JSON object for each line.
    #[arg(long)]
    json: bool,
}

impl PerftArgs {
    fn print(&self, name: &str, number: usize, count: u64) -> io::Result<()> {
        if self.json {
            writeln!(io::stdout(), "{}", json!({ name: number, "count": count }))
        } else {
            writeln!(io::stdout(), "{number} {count}")
        }
    }
}

pub(crate) fn run(args: &PerftArgs) -> Result<()> {
    let position = *args.position.game()?.position();
    let depth = args.depth.min(position.n_empty());
    if args.distinct {
        for (length, count) in positions_by_ply_any_size(&position).take(depth + 1).enumerate() {
            args.print("length", length, count)?;
        }
        return Ok(());
    }
    let mut spinner = LateSpinner::new();
    if args.divide {
        for column in position.moves().filter(|_| depth > 0) {
            let next = position.play(column).expect("the move is legal");
            let count = count_with_progress(&next, depth - 1, &mut spinner);
            args.print("column", column.index() + 1, count)?;
        }
        return Ok(());
    }
    for length in depth.min(1)..=depth {
        args.print("length", length, count_with_progress(&position, length, &mut spinner))?;
    }
    Ok(())
}

/// Like [`perft_any_size`], but reports progress by the moves of the first plies.
fn count_with_progress(
    position: &Position<AnySize>,
    length: usize,
    spinner: &mut LateSpinner,
) -> u64 {
    /// A subtree of this length takes a second or so.
    const MAX_SILENT: usize = 10;
    if length <= MAX_SILENT {
        return perft_any_size(position, length);
    }
    let nexts = position.moves().map(|column| position.play(column).expect("the move is legal"));
    nexts
        .map(|next| {
            let count = count_with_progress(&next, length - 1, spinner);
            spinner.say(|| format!("counting sequences of {length} plies"));
            count
        })
        .sum()
}

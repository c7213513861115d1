//! `foursight perft`: counting move sequences and positions.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use foursight::perft::{perft, positions_by_ply};
use foursight::size::SizeVisitor;
use foursight::{AnySize, Position, Size};

use crate::args::PositionArgs;
use crate::progress::LateSpinner;

/// Count the move sequences of each length from 1 to DEPTH: a line `LENGTH COUNT` for each.
///
/// Games that end earlier are not counted. The counts are known for the standard board, so that
/// they test the rules.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The greatest number of plies.
    depth: usize,
    #[command(flatten)]
    position: PositionArgs,
    /// Count the distinct positions instead, from length 0; mirror images count apart.
    #[arg(long)]
    distinct: bool,
}

pub(crate) fn run(args: &PerftArgs) -> Result<()> {
    let position = *args.position.game()?.position();
    position.size().dispatch(Count { args, position })
}

struct Count<'a> {
    args: &'a PerftArgs,
    position: Position<AnySize>,
}

impl SizeVisitor for Count<'_> {
    type Output = Result<()>;

    fn visit<S: Size>(self, size: S) -> Result<()> {
        let position = self.position.with_size(size).expect("the size is the position's own");
        let depth = self.args.depth.min(size.n_cells() - position.ply());
        if self.args.distinct {
            return print_distinct(position, depth);
        }
        let mut spinner = LateSpinner::new();
        for length in depth.min(1)..=depth {
            let count = count_with_progress(&position, length, &mut spinner);
            writeln!(io::stdout(), "{length} {count}")?;
        }
        Ok(())
    }
}

/// As [`perft`], saying how far it is by the moves of the first plies.
fn count_with_progress<S: Size>(
    position: &Position<S>,
    length: usize,
    spinner: &mut LateSpinner,
) -> u64 {
    /// A subtree of this length takes a second or so.
    const MAX_SILENT: usize = 10;
    if length <= MAX_SILENT {
        return perft(position, length);
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

fn print_distinct<S: Size>(position: Position<S>, depth: usize) -> Result<()> {
    for (length, count) in positions_by_ply(position).take(depth + 1).enumerate() {
        writeln!(io::stdout(), "{length} {count}")?;
    }
    Ok(())
}

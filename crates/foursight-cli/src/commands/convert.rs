//! `foursight convert`: translates positions from one notation to another.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;

use crate::args::{BoardArgs, Source};
use crate::failure::SomeInvalid;
use crate::format::Format;
use crate::output::complain;

/// Convert positions from one format to another.
///
/// Each line is a position; empty lines separate boards of several lines. For an invalid position it prints an empty
/// line, and exits with code 3.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The positions, as in 44455 or startpos, files that hold them, or - for standard input [default: -].
    positions: Vec<String>,
    /// The format to read [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    from: Option<Format>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    to: Format,
    #[command(flatten)]
    board: BoardArgs,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<()> {
    let expected = args.board.expected()?;
    let mut texts = Vec::new();
    for source in Source::of_words(&args.positions, args.from, expected)? {
        texts.extend(source.positions(args.from, expected)?);
    }
    let mut all_valid = true;
    let mut out = io::stdout().lock();
    for (index, text) in texts.iter().enumerate() {
        let game = Format::read_given(args.from, text, expected);
        let converted = game.and_then(|game| args.to.write(&game)).unwrap_or_else(|error| {
            complain(&format!("position {}: {error}", index + 1));
            all_valid = false;
            String::new()
        });
        if index > 0 && !args.to.is_one_line() {
            writeln!(out)?;
        }
        writeln!(out, "{converted}")?;
    }
    if all_valid { Ok(()) } else { Err(SomeInvalid.into()) }
}

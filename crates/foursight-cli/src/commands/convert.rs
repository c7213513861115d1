//! `foursight convert`: positions from one notation to another.

use std::io::{self, Read, Write};

use anyhow::Result;
use clap::Args;

use crate::args::BoardArgs;
use crate::failure::{InvalidPosition, SomeInvalid};
use crate::format::Format;
use crate::output::complain;

/// Convert positions from one format to another.
///
/// Each line is a position; those of a grid are separated by empty lines. An invalid position
/// leaves an empty line, and the exit code is 3 at the end.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The positions [default: standard input].
    positions: Vec<String>,
    /// The format to read [default: the one that the text looks like].
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    from: Option<Format>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    to: Format,
    #[command(flatten)]
    board: BoardArgs,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<()> {
    let mut all_valid = true;
    let mut input = String::new();
    let texts = if args.positions.is_empty() {
        io::stdin().read_to_string(&mut input)?;
        split(&input, args.from)
    } else {
        args.positions.iter().map(String::as_str).collect()
    };
    let mut out = io::stdout().lock();
    for (index, text) in texts.into_iter().enumerate() {
        let converted = convert(args, text)?.unwrap_or_else(|error| {
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

fn convert(args: &ConvertArgs, text: &str) -> Result<Result<String, InvalidPosition>> {
    let expected = args.board.expected()?;
    let format = args.from.unwrap_or_else(|| Format::detect(text));
    Ok(format.read(text, expected).and_then(|game| args.to.write(&game)))
}

/// The positions of a text: its lines, or its paragraphs where a position takes several lines.
fn split(text: &str, from: Option<Format>) -> Vec<&str> {
    let first_line = text.lines().next().unwrap_or("");
    let format = from.unwrap_or_else(|| Format::detect(first_line));
    if text.is_empty() {
        return vec![""];
    }
    if format.is_one_line() && brackets_match(first_line) {
        return text.lines().collect();
    }
    text.split("\n\n").map(|text| text.trim_matches('\n')).filter(|text| !text.is_empty()).collect()
}

/// Whether the brackets that a line opens are closed on it.
fn brackets_match(line: &str) -> bool {
    line.matches(['{', '[']).count() == line.matches(['}', ']']).count()
}

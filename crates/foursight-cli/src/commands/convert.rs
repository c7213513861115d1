//! `foursight convert`: translates positions from one notation to another.

use std::io::{self, Read, Write};

use anyhow::Result;
use clap::Args;
use foursight::Column;
use foursight::notation::Expected;

use crate::args::{BoardArgs, refuse_files};
use crate::failure::{InvalidPosition, SomeInvalid};
use crate::format::Format;
use crate::output::complain;

/// Convert positions from one format to another.
///
/// Each line is a position; empty lines separate grids. For an invalid position it prints an empty line, and exits with
/// code 3.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The positions [default: standard input].
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
    refuse_files(
        &args.positions,
        args.from,
        expected,
        &format!("convert --to {}", args.to.name()),
    )?;
    let texts = if args.positions.is_empty() {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        split(&String::from_utf8_lossy(&bytes), args.from, expected)
    } else {
        args.positions.clone()
    };
    let mut all_valid = true;
    let mut out = io::stdout().lock();
    for (index, text) in texts.iter().enumerate() {
        let converted = convert(args, text, expected).unwrap_or_else(|error| {
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

fn convert(args: &ConvertArgs, text: &str, expected: Expected) -> Result<String, InvalidPosition> {
    let format = args.from.unwrap_or_else(|| Format::detect(text, expected));
    args.to.write(&format.read(text, expected)?)
}

/// The positions of a text: its lines if the first line can be a position, otherwise its paragraphs.
fn split(text: &str, from: Option<Format>, expected: Expected) -> Vec<String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    let is_by_line = match from {
        Some(format) => format.is_one_line() && brackets_match(first),
        // Above rows in parentheses, the first line is a header, which looks like a list of columns.
        None => looks_like_position(first, expected) && !second.starts_with('('),
    };
    if is_by_line {
        return text.lines().map(str::to_owned).collect();
    }
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        let last = paragraphs.last_mut().expect("there is one at least");
        if !line.trim().is_empty() {
            last.push_str(line);
            last.push('\n');
        } else if !last.is_empty() {
            paragraphs.push(String::new());
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// Whether a line can be a complete position rather than a row of a grid.
fn looks_like_position(line: &str, expected: Expected) -> bool {
    let is_move = |c: char| Column::from_symbol(c).is_some();
    let is_list = line.contains([',', '[', '{']) && !line.contains('(');
    brackets_match(line)
        && Format::detect(line, expected).is_one_line()
        && (is_list
            || line.trim().chars().all(is_move)
            || line.split_whitespace().any(|w| w == "0"))
}

/// Whether a line closes all brackets that it opens.
fn brackets_match(line: &str) -> bool {
    line.matches(['{', '[']).count() == line.matches(['}', ']']).count()
}

//! `foursight bits`: explains the bitboards of a position.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use foursight::bits_explained::{Layout, LineTest};
use foursight::{AnySize, Direction, Position, Size};
use foursight_answers::bits::BitsBody;

use crate::args::{PositionArgs, named};

/// Explain the bitboards of a position: the numbering of the cells, the words, and the win test.
///
/// The win test shifts the discs of the side that just moved onto themselves in each of the four directions, and shows
/// what remains.
#[derive(Args, Debug)]
pub(crate) struct BitsArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Show only one layout [default: both].
    #[arg(long, value_parser = named(LAYOUTS))]
    layout: Option<Layout>,
    /// Print the JSON object that `GET /api/bits` returns; words are decimal strings, because they can exceed 53 bits.
    #[arg(long)]
    json: bool,
}

/// The layouts, each with its name.
const LAYOUTS: [(Layout, &str, &str); 2] = [
    (
        Layout::Sentinel,
        "sentinel",
        "With an empty bit above every column; the lower left cell is bit 0",
    ),
    (Layout::Packed, "packed", "Without spare bits; the lower left cell is the leading bit"),
];

pub(crate) fn run(args: &BitsArgs) -> Result<()> {
    let game = args.position.game()?;
    let position = game.position();
    let is_asked = |layout| args.layout.is_none_or(|only| only == layout);
    let text = if args.json {
        let mut body = serde_json::to_value(BitsBody::new(position))?;
        let object = body.as_object_mut().expect("it is an object");
        for (_, name, _) in LAYOUTS.into_iter().filter(|&(layout, ..)| !is_asked(layout)) {
            object.remove(name);
        }
        body.to_string() + "\n"
    } else {
        let asked = LAYOUTS.into_iter().map(|(layout, ..)| layout).filter(|&one| is_asked(one));
        asked.map(|layout| to_text(position, layout)).collect::<Vec<_>>().join("\n")
    };
    write!(io::stdout(), "{text}")?;
    Ok(())
}

const SENTINEL_INTRO: &str = "\
Layout with a sentinel: an empty bit above every column.
mask: all discs. position: discs of the side to move. opponent: discs of the other side.
key = position + mask + bottom, which is unique to the position. Words are written column by column,
the last column first, each from the top down.
";

const PACKED_INTRO: &str = "\
Layout without a sentinel: the lower left cell is the leading bit.
Words are written column by column from the first, each from the bottom up.
";

fn to_text(position: &Position<AnySize>, layout: Layout) -> String {
    let size = position.size();
    let mut text = match layout {
        Layout::Sentinel => SENTINEL_INTRO.to_owned(),
        Layout::Packed => PACKED_INTRO.to_owned(),
    };
    text += "\n";
    text += &cell_numbers(size, layout);
    text += "\n";
    for (name, word) in layout.words(position) {
        let binary = binary(size, layout, word);
        writeln!(text, "{name:<9} = {word} = {word:#x}\n            {binary}").expect("a string");
    }
    for direction in Direction::ALL {
        text += &explain(size, layout, &layout.line_test(position.opponent(), direction));
    }
    text
}

/// The number of each cell's bit, drawn in the cell.
fn cell_numbers(size: AnySize, layout: Layout) -> String {
    let n_rows = layout.bits_per_column(size);
    let row_of_numbers = |row: usize| {
        let columns = 0..size.width();
        let numbers = columns.map(|column| format!("{:>4}", layout.bit_index(size, column, row)));
        let label = if row == size.height() { "  sentinels" } else { "" };
        numbers.collect::<String>() + label + "\n"
    };
    (0..n_rows).rev().map(row_of_numbers).collect()
}

/// The word in binary, a group of digits for each column.
fn binary(size: AnySize, layout: Layout, word: u128) -> String {
    let digits = format!("{word:0width$b}", width = layout.n_bits(size));
    let groups = digits.as_bytes().chunks(layout.bits_per_column(size));
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(" ")
}

fn explain(size: AnySize, layout: Layout, line_test: &LineTest) -> String {
    let LineTest { direction, stride, steps } = line_test;
    let bits = if *stride == 1 { "bit" } else { "bits" };
    let mut text = format!("\n{}: neighbors lie {stride} {bits} apart\n", direction.name());
    let mut line = |formula: &str, word| {
        let binary = binary(size, layout, word);
        writeln!(text, "  {formula:<20} {binary}").expect("a string takes all");
    };
    line("x", steps[0].before);
    let names = ['x', 'a', 'b', 'c'];
    for (step, pair) in steps.iter().zip(names.windows(2)) {
        let (name, next, shift) = (pair[0], pair[1], step.shift);
        line(&format!("{name} >> {shift}"), step.shifted);
        if step.wrapped == 0 {
            line(&format!("{next} = {name} & ({name} >> {shift})"), step.remaining);
        } else {
            line(&format!("{name} & ({name} >> {shift})"), step.remaining | step.wrapped);
            line("  wrapped around an edge", step.wrapped);
            line(&format!("{next} = the rest"), step.remaining);
        }
    }
    let (last, remaining) = (names[steps.len()], line_test.remaining());
    let found = if remaining == 0 { "no line" } else { "a line" };
    writeln!(text, "  {last} is {remaining}: {found}").expect("a string takes all");
    text
}

//! `foursight arena grade`: marks for a bot or a board class, by a rubric's criteria.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::TypedValueParser;
use foursight_arena::{Format, Kind, Marked, Marking, Names, Rubric};

use super::in_arena;
use crate::args::{BookArgs, named, whole};
use crate::isolation::IsolationArgs;
use crate::output::printable;

/// Grade a bot, or a class of bots, against a rubric.
///
/// It tries each bot as `arena check` does, lets it play the levels that the rubric names, and grades its moves with
/// the exact solver. With a rubric for board classes, it tests a pupil's class that represents the board. Marks do not
/// depend on others' work, and the same seed repeats the games.
///
/// Exit code 0 means that marks were given, whatever they are; with --pass, 1 means that at least one mark is below
/// PERCENT.
#[derive(Args, Debug)]
pub(crate) struct GradeArgs {
    /// The bot: its file, folder or zip archive, with an optional DIALECT: prefix; or a folder of bots. With a rubric
    /// for board classes, a class or a folder of classes.
    #[arg(required_unless_present = "print_rubric", value_name = "BOT")]
    work: Option<String>,
    /// The rubric, as a TOML file [default: what `--print-rubric bot` prints].
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// Format of the marks: gradescope, check50, junit, json or csv [default: a table for people].
    #[arg(long, alias = "out", value_name = "FORMAT", value_parser = format())]
    format: Option<Format>,
    /// CSV file with the columns name and ID: the bots' names and their authors' Moodle IDs.
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    /// Seed for openings and levels; the same seed repeats the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Exit with code 1 if a mark is below PERCENT of the points.
    #[arg(long, value_name = "PERCENT", value_parser = whole(0..=100_u8))]
    pass: Option<u8>,
    /// Print the default rubric, for bots or board classes, and exit.
    #[arg(long, value_name = "KIND", value_parser = kind())]
    print_rubric: Option<Kind>,
    #[command(flatten)]
    isolation: IsolationArgs,
    #[command(flatten)]
    books: BookArgs,
}

/// Reads a format of marks.
fn format() -> impl TypedValueParser<Value = Format> {
    named([
        (Format::Gradescope, "gradescope", "The `results.json` of Gradescope's autograder"),
        (Format::Check50, "check50", "The output of `check50 --output json`"),
        (
            Format::Junit,
            "junit",
            "XML in the style of JUnit, which Jenkins, GitLab and others show",
        ),
        (Format::Json, "json", "One JSON object per bot, one per line"),
        (Format::Csv, "csv", "The columns ID, grade and feedback for Moodle's grade import"),
    ])
}

/// Reads the kind of a rubric.
fn kind() -> impl TypedValueParser<Value = Kind> {
    named([
        (Kind::Bot, "bot", "Programs that play"),
        (Kind::Board, "board", "Classes that represent the board"),
    ])
}

pub(crate) fn run(args: &GradeArgs) -> Result<()> {
    if let Some(kind) = args.print_rubric {
        return Ok(write!(anstream::stdout(), "{}", kind.default_rubric())?);
    }
    let marking = Marking {
        rubric: Rubric::read(args.rubric.as_deref())?,
        names: args.names.as_deref().map(Names::read).transpose()?,
        own_files: args.rubric.iter().chain(&args.names).cloned().collect(),
        seed: args.seed,
        format: args.format,
    };
    let work = args.work.as_deref().unwrap_or_default();
    let marked =
        in_arena(&args.isolation, args.books.books()?, |arena| Ok(arena.mark(work, &marking)?))?;
    let Marked { marks, failures } = &marked;
    let is_whole = failures.is_empty();
    anyhow::ensure!(!marks.is_empty() || is_whole, "not graded: {}", failures.join("; "));
    anstream::stdout().write_all(marking.text(marks).as_bytes())?;
    anyhow::ensure!(is_whole, "not graded: {}", failures.join("; "));
    if let Some(pass) = args.pass {
        let below = marked.below(pass, &marking.rubric);
        anyhow::ensure!(below.is_empty(), "below {pass}%: {}", printable(&below.join(", ")));
    }
    Ok(())
}

//! `foursight arena grade`: marks for a bot or a board class, by a rubric's criteria.

mod board;
mod bot;
mod class_table;
mod criterion;
mod format;
mod games;
mod lessons;
mod marks;
mod names;
mod rubric;
mod toml_number;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use foursight_sandbox::Room;

use crate::args::{BookArgs, whole};
use crate::failure::{Interrupted, UsageError};
use crate::isolation::IsolationArgs;
use crate::output::{printable, warn};
use format::Format;
use marks::Marks;
use names::Names;
use rubric::{Kind, Rubric};

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
    #[arg(long, alias = "out", value_name = "FORMAT")]
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
    #[arg(long, value_name = "KIND")]
    print_rubric: Option<Kind>,
    #[command(flatten)]
    isolation: IsolationArgs,
    #[command(flatten)]
    books: BookArgs,
}

pub(crate) fn run(args: &GradeArgs) -> Result<()> {
    if let Some(kind) = args.print_rubric {
        return Ok(write!(anstream::stdout(), "{}", kind.default_rubric())?);
    }
    args.isolation.follow_server();
    let work = args.work.as_deref().unwrap_or_default();
    let rubric = Rubric::read(args.rubric.as_deref())?;
    let names = args.names.as_deref().map(Names::read).transpose()?;
    let room = Room::new()?;
    let Graded { marks, failures } = match rubric.kind {
        Kind::Bot => bot::grade(args, work, &rubric, room.path())?,
        Kind::Board => board::grade(args, work, &rubric, room.path())?,
    };
    anyhow::ensure!(
        !marks.is_empty() || failures.is_empty(),
        "not graded: {}",
        failures.join("; ")
    );
    let marks = match &names {
        Some(names) => with_ids(marks, names),
        None => marks,
    };
    format::print(&marks, &rubric, args)?;
    anyhow::ensure!(failures.is_empty(), "not graded: {}", failures.join("; "));
    check_pass(&marks, &rubric, args.pass)
}

/// The marks of everybody whom this machine could grade.
#[derive(Debug, Default)]
struct Graded {
    marks: Vec<Marks>,
    /// The names of the others, with the reasons.
    failures: Vec<String>,
}

impl Graded {
    /// Adds somebody's marks. A failure of the machine stops nobody else.
    fn add(&mut self, name: &str, marks: Result<Marks>) -> Result<()> {
        match marks {
            Ok(marks) => self.marks.push(marks),
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(error) => self.failures.push(printable(&format!("{name}: {error:#}"))),
        }
        Ok(())
    }
}

/// The marks with their authors' IDs; marks without an ID are left out, with a warning.
fn with_ids(marks: Vec<Marks>, names: &Names) -> Vec<Marks> {
    let known = marks.into_iter().filter_map(|mut marks| {
        marks.id = names.id(&marks.name).map(str::to_owned);
        if marks.id.is_none() {
            warn(&printable(&format!("left out: {} has no ID in {}", marks.name, names.file())));
        }
        marks.id.is_some().then_some(marks)
    });
    let known: Vec<Marks> = known.collect();
    for name in names.without(known.iter().map(|marks| &*marks.name)) {
        warn(&printable(&format!("{name} has an ID, but there is nothing to grade")));
    }
    known
}

fn check_pass(marks: &[Marks], rubric: &Rubric, pass: Option<u8>) -> Result<()> {
    let Some(pass) = pass else { return Ok(()) };
    let total = rubric.points();
    let is_below = |marks: &&Marks| 100.0 * marks.points() < f64::from(pass) * total;
    let below: Vec<&str> = marks.iter().filter(is_below).map(|marks| &*marks.name).collect();
    anyhow::ensure!(below.is_empty(), "below {pass}%: {}", printable(&below.join(", ")));
    Ok(())
}

/// Rejects several submissions in a format for a single one.
fn refuse_many(format: Option<Format>, n_works: usize) -> Result<(), UsageError> {
    let single = format.filter(|format| format.is_for_one());
    match single {
        Some(format) if n_works != 1 => Err(UsageError(format!(
            "--format {format} holds the marks of one bot, not of a folder; use csv, json or junit"
        ))),
        _ => Ok(()),
    }
}

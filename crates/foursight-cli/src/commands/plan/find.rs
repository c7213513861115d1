//! Finds a plan, and keeps the results found so far until it is finished.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use foursight::notation::moves;
use foursight::plan::Plan;
use foursight::record::size_text;
use foursight::{AnySize, Column, Player};
use foursight_engine::planner::{self, Finding, Found, NoPlan, PlanProgress, PlanSearch};

use super::{FindArgs, to_json, to_text};
use crate::args::{ReplaceArgs, solver};
use crate::failure::{Interrupted, InvalidPosition, UsageError};
use crate::interrupt;
use crate::output::color_name;
use crate::progress::LateSpinner;

pub(super) fn run(args: &FindArgs) -> Result<()> {
    let game = args.position.open_game()?;
    let columns = moves::of_game(&game).map_err(|error| InvalidPosition(error.to_string()))?;
    let size = game.position().size();
    let hero = args.side;
    let mut solver = solver(size, args.books.books()?, None, foursight_engine::n_cores())?;
    let mut notes = match &args.output {
        Some(path) => Notes::open(path, args.replace, size, (&columns, hero))?,
        None => Notes::default(),
    };
    let (start, mut spinner) = (Instant::now(), LateSpinner::new());
    let mut failure = None;
    let search = PlanSearch {
        max_expanded: args.effort.get(),
        known: std::mem::take(&mut notes.known),
        keep: Box::new(|finding| {
            if let Err(error) = notes.keep(finding) {
                failure.get_or_insert(error);
            }
        }),
        report: Box::new(move |progress| spinner.say(|| in_words(progress, start))),
        cancel: Some(interrupt::flag()),
    };
    let found = planner::find(size, &columns, hero, &mut solver, search);
    if let Some(error) = failure {
        return Err(error).context("cannot save the results found so far");
    }
    let Found { plan, is_finished } = found.map_err(|reason| match reason {
        NoPlan::Stopped => stopped("there is no plan yet", args),
        NoPlan::Loses => InvalidPosition(format!("{} loses here", color_name(hero))).into(),
        NoPlan::Over => InvalidPosition("the game is over".to_owned()).into(),
    })?;
    print(&plan, is_finished, args)?;
    if is_finished { notes.delete() } else { Err(stopped("the plan may become shorter", args)) }
}

/// Reports how far the search came before Ctrl-C ended it; its findings stay beside the plan.
fn stopped(state: &str, args: &FindArgs) -> anyhow::Error {
    let resumes = if args.output.is_some() { "; run the same command to resume" } else { "" };
    eprintln!("stopped: {state}{resumes}");
    Interrupted.into()
}

fn in_words(progress: PlanProgress, start: Instant) -> String {
    let PlanProgress { n_expanded, n_lines, n_open } = progress;
    let seconds = start.elapsed().as_secs();
    format!("a plan of {n_lines} positions, {n_open} open, {n_expanded} compared, {seconds} s")
}

/// Writes the plan to its file and prints the checker's verdict on it, or prints the plan.
fn print(plan: &Plan, is_finished: bool, args: &FindArgs) -> Result<()> {
    let checked = plan.check()?;
    let mut json = to_json(plan, &checked);
    json["finished"] = is_finished.into();
    if let Some(path) = &args.output {
        let text = plan.to_string();
        foursight_files::write(path, text.as_bytes())
            .with_context(|| path.display().to_string())?;
    } else {
        json["plan"] = plan.to_string().into();
    }
    let text = match &args.output {
        _ if args.json => format!("{json}\n"),
        Some(_) => to_text(plan, &checked),
        None => plan.to_string(),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The findings of earlier runs, in a file beside the plan's.
#[derive(Default)]
struct Notes {
    known: Vec<Finding>,
    file: Option<(PathBuf, File)>,
}

impl Notes {
    /// The findings beside `plan`, which may be replaced if there are some.
    fn open(
        plan: &Path,
        replace: ReplaceArgs,
        size: AnySize,
        (start, hero): (&[Column], Player),
    ) -> Result<Self> {
        ensure!(!plan.is_dir(), UsageError(format!("{} is a folder, not a file", plan.display())));
        let mut path = plan.as_os_str().to_owned();
        path.push(".found");
        let path = PathBuf::from(path);
        let name = || path.display().to_string();
        let (start, size_name) = (moves::write(start), size_text(size));
        let head = format!("# {size_name}, start {start:?}, side {}", hero.name());
        let mut known = Vec::new();
        match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => replace.check(plan)?,
            Err(error) => return Err(error).with_context(name),
            Ok(text) => {
                let mut lines = text.lines();
                if lines.next() != Some(&head) {
                    let message = format!(
                        "{} belongs to another search: delete it, or choose another --output",
                        name()
                    );
                    return Err(UsageError(message).into());
                }
                // The last line may be cut off.
                known.extend(lines.filter_map(|line| Finding::read(line, size)));
            }
        }
        let mut text = format!("{head}\n").into_bytes();
        for finding in &known {
            writeln!(text, "{finding}")?;
        }
        foursight_files::write(&path, &text).with_context(name)?;
        let file = OpenOptions::new().append(true).open(&path).with_context(name)?;
        Ok(Self { known, file: Some((path, file)) })
    }

    fn keep(&mut self, finding: &Finding) -> io::Result<()> {
        match &mut self.file {
            Some((_, file)) => writeln!(file, "{finding}"),
            None => Ok(()),
        }
    }

    /// Deletes the findings, once the plan is finished.
    fn delete(self) -> Result<()> {
        match self.file {
            Some((path, _)) => {
                std::fs::remove_file(&path).with_context(|| path.display().to_string())
            }
            None => Ok(()),
        }
    }
}

//! Marks for bots.

use std::path::{Path, PathBuf};

use foursight::AnySize;
use foursight_files::printable;
use foursight_sandbox::Sandbox;

use super::criterion::Check as Measured;
use super::games::play_all;
use super::rubric::Rubric;
use super::{CriterionMark, Marked, Marking, Marks, lessons};
use crate::check::{Check, Rules, Verdict};
use crate::entrant::is_submission;
use crate::entries::{Entries, default_folder, gather, run_folder_of};
use crate::error::Result;
use crate::{Arena, ArenaError, Build, Clock, Entrant, Settings, Subject, confine};

/// Grades a bot, or all bots in a folder; `room` is for unpacked and compiled files.
pub(super) fn mark_all(
    arena: &Arena<'_>,
    work: &str,
    marking: &Marking,
    room: &Path,
) -> Result<Marked> {
    let Work { mut bots, unfit, out, settings } = bots(arena, work, marking, room)?;
    let rubric = &marking.rubric.in_class(settings.size()?, settings.clock().shared());
    bots.retain(|bot| !bot.is_built_in());
    marking.refuse_many(bots.len() + unfit.len())?;
    if bots.is_empty() && unfit.is_empty() {
        return Err(ArenaError::Usage(format!("{work}: there is no bot here")));
    }
    confine(&mut bots, out.as_deref());
    let sandbox = (arena.isolate)(&bots, out.as_slice())?;
    let builds = arena.compile(&mut bots, &sandbox, &room.join("programs"))?;
    let mut marked = Marked { marks: unfit, ..Marked::default() };
    for (bot, build) in bots.iter().zip(builds) {
        let marks = mark_one(arena, bot, build, rubric, marking.seed, &sandbox);
        marked.add(bot.name(), marks)?;
    }
    marked.marks.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(marked)
}

/// The bots to grade.
#[derive(Default)]
struct Work {
    bots: Vec<Entrant>,
    /// The marks of files that cannot play.
    unfit: Vec<Marks>,
    /// The folder of their tournament.
    out: Option<PathBuf>,
    /// The settings from their `class.toml`.
    settings: Settings,
}

fn bots(arena: &Arena<'_>, work: &str, marking: &Marking, room: &Path) -> Result<Work> {
    let path = Path::new(work);
    let none = |name: &str, reason: &str| Marks::none(name, &marking.rubric.criteria, reason);
    let unfit = |reason: &str| Work { unfit: vec![none(stem(work), reason)], ..Work::default() };
    match work.parse() {
        Ok(Subject::Class(folder)) => {
            let words = [folder];
            let Entries { entrants: bots, skipped, settings } =
                gather(&words, Settings::default(), Vec::new(), room, arena)?;
            let own = marking.own_files.iter().filter_map(|file| file.canonicalize().ok());
            let own: Vec<PathBuf> = own.collect();
            let is_work = |name: &str| {
                let path = path.join(name);
                is_submission(&path) && !path.canonicalize().is_ok_and(|path| own.contains(&path))
            };
            let unfit = skipped.iter().filter(|skipped| is_work(&skipped.name));
            let unfit = unfit.map(|skipped| none(stem(&skipped.name), &skipped.reason)).collect();
            Ok(Work { bots, unfit, out: Some(default_folder(&words)), settings })
        }
        Ok(Subject::Archive(path)) => Ok(match Entrant::handed_in(&path, None, None, room) {
            Ok(bot) => Work { bots: vec![bot], ..Work::default() },
            Err(reason) => unfit(&reason),
        }),
        Ok(Subject::Player(bot)) if bot.is_built_in() || bot.needs_console() => {
            Err(ArenaError::Usage(format!("{bot}: only programs can get marks")))
        }
        Ok(Subject::Player(bot)) => {
            let out = bot.files().last().and_then(|file| run_folder_of(file));
            Ok(Work { bots: vec![*bot], out, ..Work::default() })
        }
        // Everything that was handed in gets marks, even a file that cannot play.
        Err(reason) if path.exists() => Ok(unfit(&reason)),
        Err(reason) => Err(ArenaError::Usage(printable(&reason))),
    }
}

/// The name of a file without its folder and its extension.
fn stem(name: &str) -> &str {
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or(name)
}

impl Arena<'_> {
    /// The marks of the player that is alone in a folder, under this name. Compiled programs are kept in the folder
    /// `programs`.
    ///
    /// # Errors
    ///
    /// If this machine cannot grade it, or the work was stopped.
    pub fn mark_handed_in(
        &self,
        folder: &Path,
        name: &str,
        marking: &Marking,
        (size, clock): (AnySize, Clock),
        programs: &Path,
    ) -> Result<Marks> {
        let rubric = &marking.rubric.in_class(size, clock);
        let mut bot = match Entrant::in_own_folder(folder) {
            Ok(bot) => bot.renamed(name),
            Err(reason) => return Ok(Marks::none(name, &rubric.criteria, &reason)),
        };
        let (sandbox, build) = self.prepare(&mut bot, programs)?;
        mark_one(self, &bot, build, rubric, marking.seed, &sandbox)
    }
}

fn mark_one(
    arena: &Arena<'_>,
    bot: &Entrant,
    build: Option<Build>,
    rubric: &Rubric,
    seed: u64,
    sandbox: &Sandbox,
) -> Result<Marks> {
    if let Some(fault) = build.and_then(|build| build.fault) {
        return Ok(Marks::none(bot.name(), &rubric.criteria, &fault));
    }
    arena.progress(&format!("{bot}: trying it"));
    let rules = Rules::new(rubric.size(), bot.clock().unwrap_or(rubric.clock()));
    let verdict = Check::new(arena, bot, rules, sandbox).verdict()?;
    let starts = !matches!(verdict, Verdict::Unfit { is_last: true, .. });
    let games = if starts { play_all(arena, bot, rubric, seed, sandbox)? } else { Vec::new() };
    let marks = rubric.criteria.iter().map(|criterion| match criterion.check {
        Measured::Valid => match &verdict {
            Verdict::Fit { slow_start } => {
                let result = slow_start.as_deref().unwrap_or("fit to play");
                CriterionMark::new(criterion, true, 1.0, result.to_owned())
            }
            Verdict::Unfit { reason, .. } => {
                CriterionMark::new(criterion, false, 0.0, reason.clone())
            }
        },
        _ if !starts => CriterionMark::not_tried("the bot did not pass its check"),
        _ => lessons::mark(criterion, &games, arena),
    });
    let marks = marks.collect();
    Ok(Marks { name: bot.name().to_owned(), id: None, criteria: marks })
}

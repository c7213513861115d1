//! Marks for bots.

use std::path::{Path, PathBuf};

use anyhow::Result;
use foursight_engine::{AnySolver, BookSolver, OpeningBooks, TableSize};
use foursight_sandbox::Sandbox;

use super::criterion::Check as Measured;
use super::games::{BotGame, play_all};
use super::marks::{CriterionMark, Figure, Marks};
use super::rubric::Rubric;
use super::{GradeArgs, Graded, lessons, refuse_many};
use crate::commands::arena::check::{Check, Rules, Subject, Verdict};
use crate::commands::arena::class::{Class, gather, run_folder_of};
use crate::commands::arena::options::Settings;
use crate::commands::arena::run::default_folder;
use crate::contestant::{ContestantArg, build, confine, is_submission};
use crate::failure::UsageError;
use crate::output::printable;
use crate::progress::LateSpinner;

/// Grades a bot, or all bots in a folder; `room` is for unpacked and compiled files.
pub(super) fn grade(args: &GradeArgs, work: &str, rubric: &Rubric, room: &Path) -> Result<Graded> {
    let Work { mut bots, unfit, out, settings } = bots(args, work, rubric, room)?;
    let rubric = &rubric.in_class(settings.size()?, settings.clock().shared());
    bots.retain(|bot| !bot.is_built_in());
    refuse_many(args.format, bots.len() + unfit.len())?;
    if bots.is_empty() && unfit.is_empty() {
        return Err(UsageError(format!("{work}: there is no bot here")).into());
    }
    confine(&mut bots, out.as_deref());
    let sandbox = args.isolation.sandbox(&bots, out.as_deref())?;
    let builds = build(&mut bots, &sandbox, &room.join("programs"))?;
    let books = args.books.books()?;
    let mut spinner = LateSpinner::new();
    let mut graded = Graded { marks: unfit, ..Graded::default() };
    for (bot, build) in bots.iter().zip(builds) {
        let marks = match build.and_then(|build| build.fault) {
            Some(fault) => Ok(Marks::none(bot.name(), &rubric.criteria, &fault)),
            None => grade_one(bot, rubric, args.seed, &sandbox, &books, &mut spinner),
        };
        graded.add(bot.name(), marks)?;
    }
    graded.marks.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(graded)
}

/// The bots to grade.
#[derive(Default)]
struct Work {
    bots: Vec<ContestantArg>,
    /// The marks of files that cannot play.
    unfit: Vec<Marks>,
    /// The folder of their tournament.
    out: Option<PathBuf>,
    /// The settings from their `class.toml`.
    settings: Settings,
}

fn bots(args: &GradeArgs, work: &str, rubric: &Rubric, room: &Path) -> Result<Work> {
    let path = Path::new(work);
    let none = |name: &str, reason: &str| Marks::none(name, &rubric.criteria, reason);
    let unfit = |reason: &str| Work { unfit: vec![none(stem(work), reason)], ..Work::default() };
    match work.parse() {
        Ok(Subject::Class(folder)) => {
            let words = [folder];
            let Class { contestants: bots, skipped, settings } =
                gather(&words, Settings::default(), Vec::new(), room)?;
            let own = [&args.rubric, &args.names]
                .map(|file| file.as_ref().and_then(|file| file.canonicalize().ok()));
            let is_work = |name: &str| {
                let path = path.join(name);
                is_submission(&path) && !own.contains(&path.canonicalize().ok())
            };
            let unfit = skipped.iter().filter(|skipped| is_work(&skipped.name));
            let unfit = unfit.map(|skipped| none(stem(&skipped.name), &skipped.reason)).collect();
            Ok(Work { bots, unfit, out: Some(default_folder(&words)), settings })
        }
        Ok(Subject::Archive(path)) => Ok(match ContestantArg::handed_in(&path, None, None, room) {
            Ok(bot) => Work { bots: vec![bot], ..Work::default() },
            Err(reason) => unfit(&reason),
        }),
        Ok(Subject::Player(bot)) if bot.is_built_in() || bot.needs_console() => {
            Err(UsageError(format!("{bot}: only programs can get marks")).into())
        }
        Ok(Subject::Player(bot)) => {
            let out = bot.files().last().and_then(|file| run_folder_of(file));
            Ok(Work { bots: vec![*bot], out, ..Work::default() })
        }
        // Everything that was handed in gets marks, even a file that cannot play.
        Err(reason) if path.exists() => Ok(unfit(&reason)),
        Err(reason) => Err(UsageError(printable(&reason)).into()),
    }
}

/// The name of a file without its folder and its extension.
fn stem(name: &str) -> &str {
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or(name)
}

fn grade_one(
    bot: &ContestantArg,
    rubric: &Rubric,
    seed: u64,
    sandbox: &Sandbox,
    books: &OpeningBooks,
    spinner: &mut LateSpinner,
) -> Result<Marks> {
    spinner.say(|| format!("{bot}: trying it"));
    let rules = Rules::new(rubric.size(), bot.clock().unwrap_or(rubric.clock()));
    let verdict = Check::new(bot, rules, sandbox).verdict()?;
    let starts = !matches!(verdict, Verdict::Unfit { is_last: true, .. });
    let searcher = AnySolver::new(rubric.size(), TableSize::default());
    let solver = &mut BookSolver::new(books.clone(), searcher);
    let games =
        if starts { play_all(bot, rubric, seed, sandbox, solver, spinner)? } else { Vec::new() };
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
        _ => lessons::mark(criterion, &games, solver),
    });
    let marks = marks.collect();
    Ok(Marks {
        name: bot.name().to_owned(),
        id: None,
        criteria: marks,
        figures: figures(rubric, &games),
    })
}

/// The figures of a leaderboard: games won against each level, and good moves.
fn figures(rubric: &Rubric, games: &[BotGame]) -> Vec<Figure> {
    let won = rubric.opponents().into_iter().map(|(level, _)| {
        let n_won = games.iter().filter(|game| game.level == level && game.is_won()).count();
        Figure { name: format!("Games won against level {level}"), value: n_won as f64 }
    });
    let kept = lessons::kept_share(games).unwrap_or(0.0);
    let kept = Figure {
        name: "Moves that keep the result, in %".to_owned(),
        value: (1000.0 * kept).round() / 10.0,
    };
    won.chain([kept]).collect()
}

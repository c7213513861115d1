//! `foursight arena run`: a tournament, from its players to its report.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use foursight_arena::store::read_plan;
use foursight_arena::{
    Annulment, Finish, NoConsole, Sprt, SprtRun, SprtStatus, Store, Tournament, TournamentEvent,
    game_seed,
};

use super::again::players_again;
use super::boards_file::Boards;
use super::class::{Class, RUN_FOLDER, gather};
use super::grades::Grader;
use super::openings::{OpeningSource, Openings};
use super::options::Settings;
use super::planning::{explain, in_stored_order, plan};
use super::progress::Live;
use super::results::Results;
use foursight_engine::n_cores;

use crate::args::BookArgs;
use crate::contestant::{ContestantArg, build, confine, missing_players};
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::output::{printable, warn};

/// Play a tournament and write its report
///
/// PLAYER: random, level:0 to level:10, perfect, the file of a player in any dialect that `foursight help dialects`
/// shows, or a command line. NAME=PLAYER names the player, DIALECT:PLAYER sets its dialect, and PLAYER@2s gives it its
/// own clock; after a name or a dialect, a folder is a single player. Otherwise a folder stands for all players in it,
/// and a class.toml for its players and settings:
///
///     [tournament]
///     name = "Class 8b"
///     schedule = "swiss"
///     clock = "2s"
///
///     [[player]]
///     file = "ann.py"
///
/// Every game is stored in the tournament's folder as soon as it is over. After Ctrl-C, a kill or a power cut, the same
/// command resumes and plays only the missing games, including those of players added to a round robin or gauntlet.
/// Press Ctrl-C once to let running games finish, twice to abort them.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct RunArgs {
    /// Players, folders of players, or a class.toml.
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// Tournament folder [default: `arena` beside the class.toml, in the folder of players, or here].
    #[arg(long, short, alias = "out", value_name = "FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Stop once the games show, with an error rate of 5%, whether the first of two players is stronger by ELO0 or by
    /// ELO1.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Replay the games of these players, as in ann,bob; `changed` selects all whose files have changed.
    #[arg(long, value_name = "NAMES")]
    again: Vec<String>,
    /// Write the boards of running games to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
    /// Do not grade the moves.
    #[arg(long)]
    no_grades: bool,
    /// Print a JSON object for each game and for the standings.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    isolation: IsolationArgs,
    #[command(flatten)]
    books: BookArgs,
}

/// Maximum number of pairs in a test of strength.
const SPRT_PAIRS: usize = 10_000;

/// After this many repeated pairs in a row, a test of strength is reported as stuck.
const MANY_REPETITIONS: usize = 20;

pub(crate) fn run(args: &RunArgs) -> Result<()> {
    args.isolation.follow_server();
    let out = args.output.clone().unwrap_or_else(|| default_folder(&args.players));
    let stored_plan = read_plan(&out).map_err(explain)?;
    let missing = stored_plan.as_ref().map_or_else(Vec::new, missing_players);
    let class = gather(&args.players, args.settings.clone(), missing, &out)?;
    let Class { mut contestants, mut settings, skipped } = class;
    check_number(contestants.len(), args.sprt.is_some())?;
    if args.sprt.is_some() {
        settings.pairs = settings.pairs.or(NonZeroUsize::new(SPRT_PAIRS));
    }
    if let Some(player) = contestants.iter().find(|contestant| contestant.needs_console()) {
        return Err(UsageError(format!(
            "{player} needs a person at the console; use `foursight arena match`"
        ))
        .into());
    }
    // Earlier versions used this default on boards other than 7x6.
    if stored_plan.as_ref().is_some_and(|plan| plan.openings == "random:6") {
        settings.openings.get_or_insert(OpeningSource::Random(6));
    }
    in_stored_order(&mut contestants, stored_plan.as_ref());
    for contestant in &mut contestants {
        contestant.follow(settings.clock());
    }
    confine(&mut contestants, Some(&out));
    contestants.iter_mut().for_each(ContestantArg::remember);
    let size = settings.size()?;
    let concurrency = concurrency(&settings);
    let source = settings.openings(&contestants)?;
    let schedule = settings.schedule(contestants.len())?;
    let plan =
        plan(&contestants, &settings, source.identity(settings.size()?)?, stored_plan.as_ref())?;
    let again = players_again(&args.again, &contestants, &plan, stored_plan.as_ref())?;
    let openings = Openings::new(source, size, settings.seed())?;
    let sandbox = args.isolation.sandbox(&contestants, Some(&out))?;
    let (mut store, stored) =
        Store::open(&out, &plan, !schedule.needs_results(), &again).map_err(explain)?;
    // Compiled programs are kept beside the stored games, where no player can reach them.
    let builds = build(&mut contestants, &sandbox, &out.join("programs"))?;
    for (contestant, build) in contestants.iter().zip(&builds) {
        if let Some(fault) = build.as_ref().and_then(|build| build.fault.as_ref()) {
            warn(&printable(&format!("{contestant} cannot play: {fault}")));
        }
    }
    let boards = args.boards.as_deref().map(boards_in).transpose()?;
    let mut live = Live::new(&plan, args.json, stored.len());
    let tournament = Tournament {
        schedule,
        n_players: contestants.len(),
        n_pairs: settings.n_pairs(),
        size,
        clock: settings.clock().shared(),
        limits: settings.limits(),
        opening_rule: settings.opening_rule(),
        opening: &|number| openings.get(number),
        contestant: &|player, seed| contestants[player].present(size, seed),
        seed: &|draw, side| game_seed(settings.seed(), draw, side),
        console: &|players| match &boards {
            Some(boards) => boards.view(players.map(|player| plan.header.players[player].clone())),
            None => Box::new(NoConsole),
        },
        sandbox: &sandbox,
        concurrency,
        patience: settings.patience(),
        drain: interrupt::flag(),
        cancel: interrupt::second_flag(),
    };
    let books = args.books.books()?;
    // While all players to move think, a core must stay free, so that grading takes no time from them.
    let has_grader = !args.no_grades && concurrency < n_cores();
    let grader = has_grader.then(|| Grader::start(&out, books.clone(), size, &stored));
    let mut test = args.sprt.map(SprtRun::new);
    if let Some(test) = &mut test {
        // The test may already be decided.
        test.extend(Annulment::of(&stored).counting(&stored));
    }
    let mut is_warned = false;
    let finish = tournament.run(&mut store, stored, &mut |event, games| {
        live.show(event, games);
        if let (TournamentEvent::Finished(game), Some(grader)) = (event, &grader) {
            grader.grade(&game.game);
        }
        let Some(test) = &mut test else { return ControlFlow::Continue(()) };
        match event {
            TournamentEvent::Finished(game) => test.add(&game.game),
            // With one of two players benched, no more games that count will be played.
            TournamentEvent::Benched { .. } => return ControlFlow::Break(()),
            TournamentEvent::Planned(_) | TournamentEvent::Started(_) => {}
        }
        if test.n_repeated_last() >= MANY_REPETITIONS && !is_warned {
            is_warned = true;
            live.warn(
                "the last pairs all repeat earlier ones move for move: between deterministic players the test may never \
                 end; give it more openings, as in --openings random:8",
            );
        }
        if is_decided(test) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    live.finish();
    drop(grader);
    let results = Results::new(&out, &plan, &finish, test.as_ref(), &skipped);
    let written = results.write(&books, size, !args.no_grades);
    results.print(args.json, written.is_ok())?;
    end(&finish, test.as_ref(), written)
}

fn boards_in(path: &Path) -> Result<Arc<Boards>> {
    Boards::new(path).map_err(|error| {
        let (path, reason) = (path.display(), foursight_files::reason(&error));
        UsageError(printable(&format!("--boards {path}: {reason}"))).into()
    })
}

/// Checks that there are enough players.
fn check_number(n_players: usize, is_test: bool) -> Result<()> {
    let message = match n_players {
        0 | 1 => format!("a tournament needs at least two players; {n_players} given"),
        3.. if is_test => format!("--sprt compares two players, not {n_players}"),
        _ => return Ok(()),
    };
    Err(UsageError(message).into())
}

fn end(finish: &Finish, test: Option<&SprtRun>, written: Result<()>) -> Result<()> {
    if let Some(failure) = &finish.failure {
        let failure = printable(failure);
        anyhow::bail!("{failure}; fix that, then run the same command to continue");
    }
    written
        .context("the report could not be written; fix this, then run the same command again")?;
    if interrupt::is_set() {
        let rest = if finish.is_complete { "finish the report" } else { "continue" };
        let _ = writeln!(anstream::stderr(), "interrupted; run the same command to {rest}");
        return Err(Interrupted.into());
    }
    let is_done = finish.is_complete || test.is_some_and(is_decided);
    anyhow::ensure!(is_done, "some games could not be played");
    Ok(())
}

fn is_decided(test: &SprtRun) -> bool {
    test.status() != SprtStatus::Continue
}

/// The folder beside the players, or here.
pub(in crate::commands) fn default_folder(words: &[String]) -> PathBuf {
    let paths = words.iter().rev().map(PathBuf::from);
    let mut beside = paths.filter_map(|path| {
        if path.is_dir() {
            return Some(path);
        }
        let is_class = path.extension().is_some_and(|extension| extension == "toml");
        is_class.then(|| path.parent().map(PathBuf::from)).flatten()
    });
    beside.next().unwrap_or_default().join(RUN_FOLDER)
}

/// Half of the cores; the other half is left for players with several threads and for other users of this machine.
fn concurrency(settings: &Settings) -> NonZeroUsize {
    let n_cores = n_cores();
    let half = NonZeroUsize::new(n_cores.get() / 2).unwrap_or(NonZeroUsize::MIN);
    let asked = settings.concurrency.unwrap_or(half);
    if asked > n_cores {
        warn(&format!(
            "{asked} concurrent games on {n_cores} cores: players will run short of time"
        ));
    }
    asked
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
    let (elo0, elo1) =
        numbers.ok_or_else(|| format!("{text:?} is not two numbers, such as 0,10"))?;
    Sprt::new(elo0, elo1, 0.05, 0.05).map_err(|error| error.to_string())
}
